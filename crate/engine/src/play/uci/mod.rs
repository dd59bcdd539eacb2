//! The Universal Chess Interface, by which chess programs and their boards talk: all of it but input, output and time.
//!
//! A [`Session`] hears lines and answers with lines and with something to do ([`Act`]). What is to be searched is a
//! [`Search`], which a shell performs with its [`Engine`](crate::play::engine::Engine), on another thread or not; a [`Host`] gives it time and whatever
//! the interface says meanwhile. So the command line and the web worker speak the same UCI.

mod command;
mod options;
mod output;
mod search;
mod session;

pub use options::{Options, ReadProgram};
pub use output::READY;
pub use search::{Conclusion, Heard, Host, Search, When};
pub use session::{Act, Reply, Session};
