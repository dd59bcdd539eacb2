//! Demes through a real broker: what they may do, what they may not, and who else may come.
#![cfg(feature = "nats")]
#![allow(
    clippy::disallowed_methods,
    reason = "these tests are about processes and sockets"
)]

mod permissions;

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, TcpStream},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use millipawn_network::{Broker, Build, Coordinator, Listen, Pollen, Pollinator, Urls};
use permissions::{DEAF_DEMES, NO_DEMES, User};

/// Nothing here takes so long, on whatever machine.
const LONG: Duration = Duration::from_secs(120);
const PAGE: &str = "http://localhost:4173";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("demes-{}-{name}", std::process::id());
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn broker(folder: &Folder) -> (Broker, Urls) {
    let listen = Listen {
        origins: vec![PAGE.to_owned()],
        ..Listen::default()
    };
    let broker = Broker::start(None, &folder.0, listen).expect("nats-server starts");
    let urls = broker.urls(Ipv4Addr::LOCALHOST.into());
    (broker, urls)
}

fn deme(url: &str, name: &str) -> (Pollinator, Receiver<Pollen>) {
    let (told, heard) = mpsc::channel();
    let own = format!("mp.v1.offer.kitchen.{name}");
    let all = "mp.v1.offer.kitchen.*".to_owned();
    let pollinator = Pollinator::connect(url, own, all, move |pollen| {
        let _ = told.send(pollen);
    });
    (pollinator.expect("the broker is there"), heard)
}

/// The next offer, whatever else is heard.
fn next(heard: &Receiver<Pollen>) -> String {
    loop {
        if let Pollen::Offer(bytes) = heard.recv_timeout(LONG).expect("an offer comes") {
            return String::from_utf8(bytes).expect("it was text");
        }
    }
}

#[test]
fn offers_come_to_all_and_again_after_the_broker_died() {
    let folder = Folder::new("again");
    let (first, urls) = broker(&folder);
    let (stove, at_stove) = deme(&urls.deme, "stove");
    let (_table, at_table) = deme(&urls.deme, "table");
    stove.offer("one".to_owned());
    assert_eq!(next(&at_table), "one");
    assert_eq!(next(&at_stove), "one", "one's own comes back");
    // Of those that come fast the newest is sent, and the last before the end; on a slow machine the first may go before it.
    for offer in ["two", "three", "four"] {
        stove.offer(offer.to_owned());
    }
    while next(&at_table) != "four" {}
    drop(first);
    let (_second, again) = broker(&folder);
    assert_eq!(again, urls, "the same ports and passwords");
    // Those who connect again offer again.
    assert_eq!(next(&at_table), "four");
    stove.offer("five".to_owned());
    drop(stove);
    while next(&at_table) != "five" {}
}

#[test]
fn a_deme_may_offer_and_hear_offers_and_nothing_else() {
    let folder = Folder::new("permissions");
    let (_broker, urls) = broker(&folder);
    let mut deme = User::of(&urls.deme);
    deme.is_refused(&NO_DEMES, &DEAF_DEMES);
    deme.hears_itself("mp.v1.offer.>", "mp.v1.offer.a.b");
}

/// What docs/network.md says: one message for each deme, beside the streams of work, whatever a room is called.
#[test]
fn a_stream_keeps_what_was_offered_last() {
    let folder = Folder::new("offers");
    let (_broker, urls) = broker(&folder);
    let wait = Duration::from_secs(60);
    let coordinator = Coordinator::connect(&urls.url, Build::own(), wait, |_| {});
    let _coordinator = coordinator.expect("the broker is there");
    let stored = User::of(&urls.url).stores(
        "OFFERS",
        "mp.v1.offer.>",
        (3, || {
            let mut deme = User::of(&urls.deme);
            for _ in 0..2 {
                deme.says("mp.v1.offer.work.stove", "one more");
            }
            deme.says("mp.v1.offer.done.table", "another");
        }),
    );
    assert_eq!(stored, 2, "the last of each");
    assert_eq!(User::of(&urls.url).stored_in("MP_WORK"), 0);
    assert_eq!(User::of(&urls.url).stored_in("MP_DONE"), 0);
}

/// What the server answers to a browser of a page there that asks for a WebSocket with compression.
fn asked_from(port: &str, origin: &str) -> String {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("it listens");
    let request = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n\
         Origin: {origin}\r\n\r\n"
    );
    stream
        .write_all(request.as_bytes())
        .expect("it is connected");
    let mut bytes = [0; 2000];
    let length = stream.read(&mut bytes).expect("it answers");
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

#[test]
fn browsers_come_from_the_pages_that_are_named_and_uncompressed() {
    let folder = Folder::new("origins");
    let (_broker, urls) = broker(&folder);
    let (_, port) = urls.page.rsplit_once(':').expect("a port");
    assert!(urls.page.starts_with("ws://deme:"), "{}", urls.page);
    let answer = asked_from(port, PAGE);
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    assert!(!answer.contains("permessage-deflate"), "{answer}");
    for other in ["https://example.org", "http://localhost:4174"] {
        let answer = asked_from(port, other);
        assert!(answer.starts_with("HTTP/1.1 403"), "{other}: {answer}");
    }
}
