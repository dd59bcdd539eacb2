//! Work for many machines over [NATS](https://nats.io): bytes only. Who has work and who performs it is told over channels, and
//! neither the engine nor a run knows of a network.
//!
//! A [`Broker`] is a nats-server as a child process, a [`Pollinator`] carries programs between demes. A [`Coordinator`] publishes the pieces of a run and hears their results; a
//! [`Helper`] takes pieces and publishes results. The coordinator is the truth: whatever the broker loses is published again, and a
//! result that comes twice is the same result. See `docs/network.md`.

#![allow(
    clippy::disallowed_methods,
    reason = "sockets, clocks and threads are what a shell is for"
)]

#[cfg(feature = "nats")]
mod broker;
#[cfg(feature = "nats")]
mod coordinator;
#[cfg(feature = "nats")]
mod helper;
#[cfg(feature = "nats")]
mod link;
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "nobody is reached"))]
mod message;
#[cfg(feature = "nats")]
mod pollinator;
#[cfg(feature = "nats")]
mod refusal;
#[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "nobody is reached"))]
mod subject;
#[cfg(not(feature = "nats"))]
mod without;

#[cfg(feature = "nats")]
pub use broker::{Broker, Listen, Urls, local_address};
#[cfg(feature = "nats")]
pub use coordinator::{Coordinator, LARGEST};
#[cfg(feature = "nats")]
pub use helper::{Helper, Instruction};
#[cfg(feature = "nats")]
pub use link::on_stop;
pub use message::{Event, Result, Sealed, WorkerId};
#[cfg(feature = "nats")]
pub use pollinator::{Pollen, Pollinator};
pub use subject::Build;
#[cfg(not(feature = "nats"))]
pub use without::{Coordinator, Pollen, Pollinator, on_stop};

/// Why something about the network cannot be done: one line for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(String);

impl NetworkError {
    fn of(what: impl std::fmt::Display, why: impl std::fmt::Display) -> Self {
        Self(format!("{what}: {why}"))
    }
}

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// A number that nobody can guess.
///
/// # Errors
/// When the operating system has no randomness.
pub fn random() -> std::result::Result<u64, NetworkError> {
    getrandom::u64().map_err(|error| NetworkError::of("random numbers", error))
}
