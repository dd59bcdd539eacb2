//! Work and rooms over TLS: the configuration of docs/hosting on a real nats-server, with certificates that openssl makes.
#![cfg(feature = "network")]
#![allow(clippy::disallowed_methods, reason = "these tests are about processes")]

mod common;
#[path = "../../network/tests/hosted/mod.rs"]
mod hosted;

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Output, Stdio},
};

use common::{Folder, millipawn, network::Running, read, stdout};
use hosted::Server;

/// What says which certificates are trusted in the place of the system's.
const TRUSTED: &str = "SSL_CERT_FILE";

/// The address that they are for.
const HERE: &str = "127.0.0.1";

/// A certificate with its key, in these files.
fn certificate(folder: &Folder, name: &str, more: &[&str]) -> [String; 2] {
    let files = ["cert", "key"].map(|kind| folder.path(&format!("{name}-{kind}.pem")));
    let [certificate, key] = &files;
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"]);
    openssl.args(["-pkeyopt", "ec_paramgen_curve:prime256v1"]);
    openssl.args([
        "-subj",
        &format!("/CN={name}"),
        "-keyout",
        key,
        "-out",
        certificate,
    ]);
    let output = openssl.args(more).output().expect("openssl is there");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    files
}

/// A server whose certificate, for this machine, an authority of its own signed; the file with that of the authority.
fn laboratory(folder: &Folder) -> (Server, String) {
    let [authority, key] = certificate(folder, "laboratory", &[]);
    let [own, own_key] = certificate(
        folder,
        "server",
        &[
            ["-CA", &authority, "-CAkey", &key],
            [
                "-addext",
                "basicConstraints=critical,CA:FALSE",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
            ],
        ]
        .concat(),
    );
    (Server::start(Some([&own, &own_key])), authority)
}

/// The address of this user, by this scheme and host.
fn at(server: &Server, user: &str, scheme: &str, host: &str) -> String {
    let url = server.url(user);
    let url = url.replace("nats://", &format!("{scheme}://"));
    url.replace("127.0.0.1", host)
}

fn trusting(authority: &str, arguments: &[&str]) -> Command {
    let mut command = millipawn(arguments);
    command.env(TRUSTED, authority);
    command
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_run_and_its_worker_meet_over_tls() {
    let folder = Folder::new();
    let (server, authority) = laboratory(&folder);
    let worker = at(&server, "worker", "tls", HERE);
    let mut worker = trusting(&authority, &["work", &worker, "--workers", "1"]);
    let _worker = Running(worker.stderr(Stdio::null()).spawn().expect("it starts"));
    let run = ["evolve", "--generations", "1", "--population", "8"];
    let alone = stdout(&run);
    // The server asks for TLS whatever the address begins with.
    for scheme in ["tls", "nats"] {
        let url = at(&server, "all", scheme, HERE);
        let arguments = [&run[..], &["--workers", "0", "--network", &url]].concat();
        let output = trusting(&authority, &arguments)
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        assert!(errors(&output).contains("Pieces of work: 0 here, "));
        let champion = |text: &str| text.lines().last().map(str::to_owned);
        assert_eq!(
            champion(&String::from_utf8_lossy(&output.stdout)),
            champion(&alone)
        );
    }
}

#[test]
fn demes_meet_over_tls() {
    let folder = Folder::new();
    let (server, authority) = laboratory(&folder);
    let url = at(&server, "deme", "tls", HERE);
    let mut demes = ["one", "other"].map(|name| {
        let kept = folder.path(name);
        let run = [
            "evolve",
            "--population",
            "8",
            "--set",
            "positions-per-generation=20",
        ];
        let long = ["--workers", "1", "--generations", "100000", "--json"];
        let room = [
            "--room",
            "kitchen",
            "--deme",
            name,
            "--network",
            &url,
            "--checkpoint",
            &kept,
        ];
        let mut command = trusting(&authority, &[&run[..], &long, &room].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut running = Running(command.spawn().expect("it starts"));
        let output = BufReader::new(running.0.stdout.take().expect("asked for"));
        (running, output.lines(), kept)
    });
    // Each is kept before it is told.
    while !demes
        .iter()
        .all(|(.., kept)| read(kept).is_some_and(|kept| kept.contains("\nimmigrant ")))
    {
        for (_, lines, _) in &mut demes {
            lines.next().expect("it goes on").expect("it writes UTF-8");
        }
    }
}

/// Why a connection is refused: status 2, and in the end one line that shows where and no password.
fn refused(trusted: Option<&str>, url: &str, what: &[&str]) -> String {
    let mut command = millipawn(&[what, &[url]].concat());
    command.env_remove(TRUSTED).env_remove("SSL_CERT_DIR");
    if let Some(trusted) = trusted {
        command.env(TRUSTED, trusted);
    }
    let output = command.output().expect("it starts");
    let why = errors(&output);
    assert_eq!(output.status.code(), Some(2), "{why}");
    // A run tells first what games it read.
    let why = why.lines().last().unwrap_or_default().to_owned();
    let (user, place) = url.split_once('@').expect("a user");
    let (_, password) = user.rsplit_once(':').expect("its password");
    assert!(why.contains(place) && !why.contains(password), "{why}");
    why
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused_and_what_to_do_is_said() {
    let folder = Folder::new();
    let (server, authority) = laboratory(&folder);
    let [worker, all, deme] = ["worker", "all", "deme"].map(|user| at(&server, user, "tls", HERE));
    for (url, what) in [
        (&worker, &["work"][..]),
        (&all, &["evolve", "--workers", "0", "--network"]),
        (&deme, &["evolve", "--room", "kitchen", "--network"]),
    ] {
        let why = refused(None, url, what);
        assert!(
            why.contains("not trusted") && why.contains(TRUSTED),
            "{why}"
        );
    }
    let elsewhere = at(&server, "worker", "tls", "localhost");
    let why = refused(Some(&authority), &elsewhere, &["work"]);
    assert!(why.contains("another address"), "{why}");
    let nothing = folder.path("nothing.pem");
    let why = refused(Some(&nothing), &worker, &["work"]);
    assert!(why.contains("nothing.pem"), "{why}");

    let names = ["-addext", "subjectAltName=IP:127.0.0.1"];
    let [own, key] = certificate(&folder, "itself", &names);
    let server = Server::start(Some([&own, &key]));
    let why = refused(Some(&own), &at(&server, "worker", "tls", HERE), &["work"]);
    assert!(why.contains("CA:FALSE"), "{why}");

    let plain = Server::start(None);
    let why = refused(None, &at(&plain, "worker", "tls", HERE), &["work"]);
    assert!(why.contains("does not speak TLS"), "{why}");
}
