//! Whatever cannot be done: status 2 and one line that names the place and the reason.

mod common;

use common::{Folder, hand_set, refusal};

#[track_caller]
fn refused(arguments: &[&str], parts: &[&str]) {
    let told = refusal(arguments);
    for part in parts {
        assert!(
            told.contains(part),
            "{arguments:?}: \"{part}\" is not in: {told}"
        );
    }
}

#[test]
fn command_lines() {
    refused(&[], &["requires a subcommand", "evolve", "perft"]);
    refused(&["breed"], &["breed"]);
    refused(&["evolve", "--colour", "red"], &["--colour"]);
    refused(
        &["evolve", "--system", "fritz"],
        &["fritz", "acpp", "falcon", "meep"],
    );
    refused(
        &["evolve", "--system", "meep"],
        &["Meep", "learning", "imitation"],
    );
    refused(
        &["coevolve", "--system", "meep"],
        &["Meep", "learning", "coevolution"],
    );
    refused(
        &["learn", "--system", "falcon"],
        &["Falcon", "imitation", "learning"],
    );
    refused(&["learn", "--method", "guess"], &["guess", "treestrap-ab"]);
    refused(&["learn", "--games", "-1"], &["--games"]);
    refused(&["learn", "--games", "99999999"], &["--games", "800000"]);
    refused(&["learn", "--opponent", "fritz"], &["opponent", "fritz"]);
    refused(&["learn", "--from", "staunton"], &["--from staunton"]);
    refused(
        &["evolve", "--runs", "2", "--checkpoint", "x"],
        &["--runs", "--checkpoint"],
    );
    refused(&["evolve", "--workers", "0"], &["--workers", "0"]);
    refused(&["evolve", "--workers", "many"], &["--workers", "many"]);
    refused(&["inspect"], &["CHROMOSOME"]);
    refused(&["evaluate", &hand_set(), "--skip-plies", "-1"], &["-1"]);
    refused(&["perft"], &["DEPTH"]);
    refused(&["perft", "deep"], &["deep"]);
    refused(&["bench", "hard"], &["hard"]);
}

#[test]
fn settings() {
    refused(
        &["evolve", "--set", "speed=3"],
        &["there is no setting \"speed\""],
    );
    refused(
        &["evolve", "--set", "population"],
        &["--set population", "name=value"],
    );
    refused(
        &["evolve", "--set", "population=1"],
        &["population", "from 2 to 1000"],
    );
    refused(
        &["evolve", "--population", "1001"],
        &["population", "from 2 to 1000"],
    );
    refused(
        &["evolve", "--generations", "-1"],
        &["generations", "from 0 to 100000"],
    );
    refused(
        &["evolve", "--seed", "9007199254740992"],
        &["seed", "9007199254740991"],
    );
    refused(&["evolve", "--seed", "lucky"], &["seed", "lucky"]);
    refused(
        &["evolve", "--set", "crossover-kind=none"],
        &["one-point or uniform"],
    );
    refused(
        &["evolve", "--set", "crossover-probability=NaN"],
        &["crossover-probability"],
    );
}

#[test]
fn files() {
    let folder = Folder::new();
    let missing = folder.path("missing.pgn");
    let empty = folder.write("empty.pgn", "");
    let page = folder.write("page.pgn", "<!DOCTYPE html>\n<html></html>\n");
    let short = folder.write("short.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let illegal = folder.write("illegal.pgn", "\n\n[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n");
    let chromosome = hand_set();
    for command in [&["evolve"][..], &["evaluate", &chromosome]] {
        let with = |path: &str, parts: &[&str]| {
            refused(
                &[command, &["--pgn", path]].concat(),
                &[&[path], parts].concat(),
            );
        };
        with(&missing, &["No such file"]);
        with(&folder.path(""), &["directory"]);
        with(&empty, &["empty"]);
        with(&page, &[":1:", "web page"]);
        with(&short, &[":1:", "no position"]);
        with(&illegal, &[":6:", "illegal move", "Ke3"]);
    }
}

#[test]
fn checkpoints() {
    let folder = Folder::new();
    let nowhere = folder.path("no/such/folder/run");
    refused(
        &["evolve", "--checkpoint", &nowhere],
        &[&nowhere, "No such file"],
    );
    refused(
        &["evolve", "--checkpoint", &folder.path("")],
        &["directory"],
    );
    refused(
        &["evolve", "--resume", &nowhere],
        &[&nowhere, "No such file"],
    );
}

#[test]
fn chromosomes() {
    let good = hand_set();
    let last = if good.ends_with('A') { "B" } else { "A" };
    let changed = format!("{}{last}", &good[..good.len() - 1]);
    for command in [&["inspect"][..], &["evaluate"], &["uci", "--chromosome"]] {
        let with = |text: &str, part: &str| refused(&[command, &[text]].concat(), &[part]);
        with(&changed, "checksum");
        with("acpp", "system.version.payload");
        with("acpp.9.AAAA", "version 9");
        with("deep.1.AAAA", "\"deep\" is not known");
        with(&good[..good.len() - 4], "cut short");
        with("acpp.1.a+b", "character");
        with(&"A".repeat(100_001), "too long");
        with("", "system.version.payload");
    }
}

#[test]
fn positions() {
    refused(&["perft", "1", "8/8"], &["8/8", "not a FEN"]);
    refused(
        &["perft", "1", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["no game can be played"],
    );
}
