//! A limit in capacity units per second, shared by all segments of a call.
//!
//! What a request costs is known when it is answered. So the next one waits until what was spent is paid
//! for, and what is in flight counts as much as the last request did. The first request goes alone: until it
//! is answered nobody knows what a page costs.

use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::lock::Mutex as Turn;
use tokio::time::Instant;

use crate::error::{Error, Kind, Result};

/// The longest pause that is computed, whatever was spent.
const LONGEST: f64 = 3600.0;

#[derive(Debug)]
pub(super) struct Pace {
    units_per_second: f64,
    /// What a request costs whose answer does not tell.
    assumed: f64,
    /// Requests start one after the other, in the order in which they asked.
    turn: Turn<()>,
    spent: Mutex<Spent>,
}

/// What was spent, as the time at which it is paid for.
#[derive(Debug, Default)]
struct Spent {
    paid_at: Option<Instant>,
    last: Option<f64>,
}

impl Pace {
    /// # Errors
    /// Where the limit is not a positive number.
    pub(super) fn new(units_per_second: f64, assumed: f64) -> Result<Self> {
        if !(units_per_second.is_finite() && units_per_second > 0.0) {
            return Err(Error::new(Kind::Request).with_detail(format!(
                "a limit of {units_per_second} capacity units per second lets nothing through: give a positive number"
            )));
        }
        Ok(Self {
            units_per_second,
            assumed,
            turn: Turn::new(()),
            spent: Mutex::default(),
        })
    }

    /// Waits for its turn, then makes the call; `units` reads off its answer what it consumed.
    pub(super) async fn spend<A>(
        &self,
        call: impl Future<Output = Result<A>>,
        units: impl Fn(&A) -> Option<f64>,
    ) -> Result<A> {
        let turn = self.turn.lock().await;
        let pause = self.spent().pause(Instant::now());
        tokio::time::sleep(pause).await;
        let expected = self.spent().last;
        let Some(expected) = expected else {
            let answer = call.await;
            self.pay(0.0, &answer, units);
            return answer;
        };
        self.spent()
            .add(expected / self.units_per_second, Instant::now());
        drop(turn);
        let answer = call.await;
        self.pay(expected, &answer, units);
        answer
    }

    /// Units that another call consumed.
    pub(super) fn add(&self, units: f64) {
        self.spent()
            .add(units / self.units_per_second, Instant::now());
    }

    /// Puts what was consumed in the place of what was expected. A failed call costs nothing that is known.
    fn pay<A>(&self, expected: f64, answer: &Result<A>, units: impl Fn(&A) -> Option<f64>) {
        let consumed = match answer {
            Ok(answer) => units(answer).unwrap_or(self.assumed),
            Err(_) => 0.0,
        };
        let mut spent = self.spent();
        spent.add(
            (consumed - expected) / self.units_per_second,
            Instant::now(),
        );
        if answer.is_ok() {
            spent.last = Some(consumed);
        }
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spent {
    fn pause(&self, now: Instant) -> Duration {
        self.paid_at
            .map_or(Duration::ZERO, |paid_at| paid_at.duration_since(now))
    }

    /// What was not used in the past is not saved for later.
    fn add(&mut self, seconds: f64, now: Instant) {
        let from = self.paid_at.map_or(now, |paid_at| paid_at.max(now));
        let length = Duration::from_secs_f64(seconds.abs().min(LONGEST));
        self.paid_at = match seconds < 0.0 {
            true => from.checked_sub(length),
            false => from.checked_add(length),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_positive_number_is_no_limit() {
        for limit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = Pace::new(limit, 1.0).unwrap_err();
            assert!(error.is_invalid_request(), "{limit}");
        }
    }

    #[test]
    fn what_was_spent_is_waited_for_and_what_was_not_is_lost() {
        let start = Instant::now();
        let mut spent = Spent::default();
        assert_eq!(spent.pause(start), Duration::ZERO);
        spent.add(2.0, start);
        assert_eq!(spent.pause(start), Duration::from_secs(2));
        spent.add(1.0, start);
        assert_eq!(spent.pause(start), Duration::from_secs(3));
        spent.add(-2.0, start);
        assert_eq!(spent.pause(start), Duration::from_secs(1));
        let later = start + Duration::from_secs(100);
        assert_eq!(spent.pause(later), Duration::ZERO);
        spent.add(1.0, later);
        assert_eq!(spent.pause(later), Duration::from_secs(1));
    }
}
