//! The configuration of docs/hosting, served by a real nats-server without its certificates: it does what docs/network.md says of it.
#![cfg(feature = "nats")]
#![allow(
    clippy::disallowed_methods,
    reason = "these tests are about processes and files"
)]

mod common;
mod hosted;
mod permissions;

use std::{sync::mpsc, time::Duration};

use common::{answering, piece::piece};
use hosted::Server;
use millipawn_evolve::job::task::perform;
use millipawn_network::{Build, Coordinator, Event, Pollen, Pollinator};
use permissions::{DEAF_DEMES, DEAF_WORKERS, NO_DEMES, NO_WORKERS, User};

/// Nothing here takes so long, on whatever machine: who comes late hears an offer when it is repeated, after a minute.
const LONG: Duration = Duration::from_secs(120);
#[test]
fn the_configuration_of_the_documentation_serves_work_and_rooms_apart() {
    let server = Server::start(None);
    let (told, heard) = mpsc::channel();
    let coordinator = Coordinator::connect(
        &server.url("all"),
        Build::own(),
        Duration::from_secs(60),
        move |event| {
            let _ = told.send(event);
        },
    );
    let coordinator = coordinator.expect("who has work is let in");
    let _worker = answering(&server.url("worker"), |_, task| perform(&task));
    coordinator.begin();
    assert!(coordinator.offer(&piece(1)));
    let mut told = std::iter::from_fn(|| heard.recv_timeout(LONG).ok());
    assert!(
        told.any(|event| matches!(event, Event::Result(..))),
        "a worker does a piece"
    );

    let deme = |name: &str, password: &str| {
        let (told, heard) = mpsc::channel();
        let own = format!("mp.v1.offer.kitchen.{name}");
        let all = "mp.v1.offer.kitchen.*".to_owned();
        let joined = Pollinator::connect(password, own, all, move |pollen| {
            let _ = told.send(pollen);
        });
        joined.map(|pollinator| (pollinator, heard))
    };
    let url = server.url("deme");
    let (stove, _) = deme("stove", &url).expect("a deme is let in");
    let (_table, at_table) = deme("table", &url).expect("and another");
    stove.offer("hello".to_owned());
    let came =
        std::iter::from_fn(|| at_table.recv_timeout(LONG).ok()).find_map(|pollen| match pollen {
            Pollen::Offer(bytes) => Some(bytes),
            _ => None,
        });
    assert_eq!(came.as_deref(), Some(&b"hello"[..]));
    assert!(
        deme("liar", &server.url_as("deme", "worker")).is_err(),
        "the password of another account opens nothing"
    );
    let mut deme = User::of(&url);
    deme.is_refused(&NO_DEMES, &DEAF_DEMES);
    deme.hears_itself("mp.v1.offer.>", "mp.v1.offer.a.b");
    User::of(&server.url("worker")).is_refused(&NO_WORKERS, &DEAF_WORKERS);
}
