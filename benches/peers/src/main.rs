//! What the calls cost in CPU time, as ratios to SDK + serde_dynamo.
//!
//! Each round makes every call in every way, after one that is not counted, and of all rounds the least thread CPU time counts: what
//! else the machine does makes a call slower and never faster, and a slow minute meets all ways alike. `--check` exits with 1 where a goal is missed by more than
//! the slack; `--rounds N` is how many rounds there are, which end early when they have taken long.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use dynamo_model_peers::Call;
use dynamo_model_peers::model::orders;
use dynamo_model_peers::rows::{self, BASE, Row, WAYS};

/// What a ratio may be below its goal.
const SLACK: f64 = 0.15;
const ROUNDS: usize = 100;
/// No round begins after this.
const LONGEST: Duration = Duration::from_secs(45);

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let is_check = arguments.iter().any(|argument| argument == "--check");
    let rounds = arguments
        .iter()
        .skip_while(|argument| *argument != "--rounds")
        .nth(1)
        .map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"));

    let rows = rows::all();
    let times = measured(&rows, rounds);
    print_times(&rows, &times);
    let is_met = print_goals(&rows, &times);
    match is_met || !is_check {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The times of each row.
fn measured(rows: &[Row], rounds: usize) -> Vec<Times> {
    let mut times: Vec<_> = rows.iter().map(|_| Times::default()).collect();
    let start = Instant::now();
    let mut taken = 0;
    while taken < rounds && (taken == 0 || start.elapsed() < LONGEST) {
        for (row, times) in rows.iter().zip(&mut times) {
            for (way, call) in row.calls() {
                times.0[way].push(time(call, row));
            }
        }
        taken += 1;
    }
    println!(
        "{taken} rounds in {:.0} s.\n",
        start.elapsed().as_secs_f64()
    );
    times.iter_mut().for_each(Times::sort);
    times
}

fn print_times(rows: &[Row], times: &[Times]) {
    println!(
        "CPU time of {} in µs, and how many times as fast the others are.",
        WAYS[BASE]
    );
    println!(
        "The last column: the median round of it in parts of the least, which is the machine's noise.\n"
    );
    print!("| call | {} |", WAYS[BASE]);
    others().for_each(|(_, way)| print!(" {way} |"));
    println!(" noise |");
    println!("|---|{}", "---:|".repeat(WAYS.len() + 1));
    for (row, times) in rows.iter().zip(times) {
        let base = times.least(BASE).unwrap_or_default().as_secs_f64();
        print!("| {} | {:.1} |", row.name, base * 1e6);
        for (way, _) in others() {
            match times.ratio(way) {
                Some(ratio) => print!(" {ratio:.2} |"),
                None => print!(" – |"),
            }
        }
        println!(" {:.2} |", times.noise(BASE));
    }
}

/// Whether all goals are met.
fn print_goals(rows: &[Row], times: &[Times]) -> bool {
    println!("\nGoals, with a slack of {:.0}%:", SLACK * 100.0);
    let mut is_met = true;
    for (row, times) in rows.iter().zip(times) {
        for (way, goal) in row.goals {
            let ratio = times.ratio(*way);
            let holds = ratio.is_some_and(|ratio| ratio >= goal * (1.0 - SLACK));
            is_met &= holds;
            let verdict = if holds { "holds" } else { "missed" };
            let ratio = ratio.map_or("no such call".to_owned(), |ratio| format!("{ratio:.2}"));
            println!(
                "- {}, {}: {goal:.1} asked, {ratio}: {verdict}",
                row.name, WAYS[*way]
            );
        }
    }
    is_met
}

fn others() -> impl Iterator<Item = (usize, &'static str)> {
    let ways = WAYS.into_iter().enumerate();
    ways.filter(|(way, _)| *way != BASE)
}

/// The time of one call, in each round by each way.
#[derive(Default)]
struct Times([Vec<Duration>; WAYS.len()]);

impl Times {
    fn sort(&mut self) {
        self.0.iter_mut().for_each(|times| times.sort_unstable());
    }

    /// How many times as fast as the base a way is.
    fn ratio(&self, way: usize) -> Option<f64> {
        Some(self.least(BASE)?.as_secs_f64() / self.least(way)?.as_secs_f64())
    }

    fn least(&self, way: usize) -> Option<Duration> {
        self.0[way].first().copied()
    }

    fn noise(&self, way: usize) -> f64 {
        let times = &self.0[way];
        match (times.first(), times.get(times.len() / 2)) {
            (Some(least), Some(median)) => median.as_secs_f64() / least.as_secs_f64(),
            _ => 0.0,
        }
    }
}

fn time(call: &Call, row: &Row) -> Duration {
    // The first call finds the memory as the way before it has left it.
    std::hint::black_box(call(orders(row.orders)));
    let inputs: Vec<_> = (0..row.calls).map(|_| orders(row.orders)).collect();
    let start = ThreadTime::now();
    for input in inputs {
        std::hint::black_box(call(input));
    }
    start.elapsed() / u32::try_from(row.calls).expect("a round has few calls")
}
