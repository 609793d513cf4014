//! Several writes as one, several reads as one: requests, behaviour, and answers that get lost.

mod canceled;
mod checks;
mod copies;
mod limits;
mod model;
mod reads;
mod requests;
mod retries;
mod roles;
mod tables;
