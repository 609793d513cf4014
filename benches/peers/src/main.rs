//! What the calls cost in CPU time, as ratios to SDK + serde_dynamo.
//!
//! Rounds in turn, the thread's CPU time, and of all rounds the least: what else the machine does makes a
//! round slower and never faster. `--check` exits with 1 where a goal is missed by more than the slack;
//! `--rounds N` is how many rounds there are.

use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;
use dynamo_model_peers::Call;
use dynamo_model_peers::model::orders;
use dynamo_model_peers::rows::{self, BASE, Row, WAYS};

/// What a ratio may be below its goal.
const SLACK: f64 = 0.15;
const ROUNDS: usize = 100;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let is_check = arguments.iter().any(|argument| argument == "--check");
    let rounds = arguments
        .iter()
        .skip_while(|argument| *argument != "--rounds")
        .nth(1)
        .map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"));

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
    let mut goals = Vec::new();
    for row in rows::all() {
        let times = Times::of(&row, rounds);
        let base = times.least(BASE).unwrap_or_default().as_secs_f64();
        let ratio = |way| Some(base / times.least(way)?.as_secs_f64());
        print!("| {} | {:.1} |", row.name, base * 1e6);
        for (way, _) in others() {
            match ratio(way) {
                Some(ratio) => print!(" {ratio:.2} |"),
                None => print!(" – |"),
            }
        }
        println!(" {:.2} |", times.noise(BASE));
        goals.extend(row.goal.map(|goal| (row.name, goal, ratio(0))));
    }

    println!(
        "\nGoals for {}, with a slack of {:.0}%:",
        WAYS[0],
        SLACK * 100.0
    );
    let mut is_met = true;
    for (name, goal, ratio) in goals {
        let holds = ratio.is_some_and(|ratio| ratio >= goal * (1.0 - SLACK));
        is_met &= holds;
        let verdict = if holds { "holds" } else { "missed" };
        let ratio = ratio.map_or("no such call".to_owned(), |ratio| format!("{ratio:.2}"));
        println!("- {name}: {goal:.1} asked, {ratio}: {verdict}");
    }
    match is_met || !is_check {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn others() -> impl Iterator<Item = (usize, &'static str)> {
    let ways = WAYS.into_iter().enumerate();
    ways.filter(|(way, _)| *way != BASE)
}

/// The time of one call, in each round by each way.
struct Times([Vec<Duration>; WAYS.len()]);

impl Times {
    fn of(row: &Row, rounds: usize) -> Self {
        let mut times = Self(Default::default());
        for _ in 0..rounds {
            for (way, call) in row.calls() {
                times.0[way].push(time(call, row));
            }
        }
        times.0.iter_mut().for_each(|times| times.sort_unstable());
        times
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
    let inputs: Vec<_> = (0..row.calls).map(|_| orders(row.orders)).collect();
    let start = ThreadTime::now();
    for input in inputs {
        std::hint::black_box(call(input));
    }
    start.elapsed() / u32::try_from(row.calls).expect("a round has few calls")
}
