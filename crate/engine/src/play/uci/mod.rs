//! The Universal Chess Interface, without input, output and time.
//!
//! A [`Session`] handles a line of input and replies with lines of output and an [`Act`] for the shell. A [`Search`] is performed by
//! the shell with its [`Engine`](crate::play::engine::Engine), on another thread or not. During the search a [`Host`] provides the time, the
//! interrupts (`stop`, `ponderhit`) and the output. So the command line and the web worker share one implementation of UCI.

mod command;
mod options;
mod output;
mod search;
mod session;

pub use options::{Options, ReadProgram};
pub use output::READY;
pub use search::{Conclusion, Host, Interrupt, Search, When};
pub use session::{Act, Reply, Session};
