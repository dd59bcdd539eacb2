//! A paper's experiments from end to end, in their smallest size.

mod common;

use common::{Folder, read, refusal, stdout};
use serde_json::{Value, json};

/// The data folder that the command reads, made of what the project has itself.
fn data() -> Folder {
    let folder = Folder::new();
    for name in ["gm", "suites", "openings"] {
        std::fs::create_dir(folder.path(name)).expect("the build's folder can be written");
    }
    let [games, suite] = [
        "../engine/src/examples/sample_games.pgn",
        "../evolve/src/job/sample_suite.epd",
    ]
    .map(|path| read(path).expect("the project has them"));
    let few: Vec<&str> = games.split_inclusive("\n\n[Event ").take(12).collect();
    folder.write("gm/train.pgn", &games);
    folder.write("gm/classic.pgn", few.concat().trim_end_matches("[Event "));
    let few: Vec<&str> = suite.lines().take(5).collect();
    folder.write("suites/ecm879.epd", few.join("\n"));
    folder.write("suites/wac300.epd", few.join("\n"));
    folder
}

fn reproduce(system: &str, data: &Folder, out: &Folder, more: &[&str]) -> String {
    let (data, out) = (data.path(""), out.path(""));
    let words = [
        "reproduce",
        system,
        "--data",
        &data,
        "--out",
        &out,
        "--size",
        "trial",
    ];
    stdout(&[&words[..], more].concat())
}

#[test]
fn falcon_from_the_first_stage_to_the_last_match_and_again_from_what_was_kept() {
    let (data, out) = (data(), Folder::new());
    let report = reproduce("falcon", &data, &out, &["--against", "random"]);
    for title in [
        "Imitation",
        "Coevolution",
        "The evolution of the search",
        "The suite at the end",
    ] {
        assert!(report.contains(&format!("\n## {title}\n")), "{report}");
    }
    for figure in [
        "| 1,521 of 5,000 (30.4 %); one champion |",
        "`millipawn evaluate $CHAMPION --pgn DIR/gm/classic.pgn --winners`",
        "of 2; too few for a rating",
        "| `QUEEN_VALUE` | 1710 |",
        "\nEVOL_STAR=falcon.1.",
        "\nSEARCH=search.1.",
    ] {
        assert!(report.contains(figure), "{figure}: {report}");
    }
    assert_eq!(read(&out.path("report.md")).expect("written"), report);
    assert!(
        read(&out.path("curve.svg"))
            .expect("written")
            .starts_with("<svg")
    );

    // A step that is kept is not made again: its figures are read, even those that nobody measured.
    let kept = out.path("unseen-plain.json");
    let lines = read(&kept).expect("kept");
    let solved = lines.find("\"solved\":").expect("a suite is solved");
    let end = solved + lines[solved..].find(['}', ',']).expect("more follows");
    out.write(
        "unseen-plain.json",
        format!("{}\"solved\":777{}", &lines[..solved], &lines[end..]),
    );
    let again = reproduce("falcon", &data, &out, &["--against", "random"]);
    assert!(
        again.contains("| no selective part | - | 777 of 5 |"),
        "{again}"
    );
    // One of another program is.
    let lines = read(&kept).expect("kept");
    let (before, after) = lines.split_once("\"program\":").expect("it is told");
    let after = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
    out.write("unseen-plain.json", format!("{before}\"program\":7{after}"));
    assert_eq!(
        reproduce("falcon", &data, &out, &["--against", "random"]),
        report
    );
    // And one that cannot be read.
    out.write("unseen-plain.json", "{}");
    assert_eq!(
        reproduce("falcon", &data, &out, &["--against", "random"]),
        report
    );
    // So is one whose data are others.
    let suite = read(&data.path("suites/wac300.epd")).expect("written above");
    let few: Vec<&str> = suite.lines().take(4).collect();
    data.write("suites/wac300.epd", few.join("\n"));
    let other = reproduce("falcon", &data, &out, &["--against", "random"]);
    assert!(
        other.contains(" of 4 | `millipawn solve \"$EVOL_STAR?Search=plain\""),
        "{other}"
    );
}

#[test]
fn acpp_and_the_question_its_author_left_open() {
    let (data, out) = (data(), Folder::new());
    let report = reproduce("acpp", &data, &out, &["--workers", "2"]);
    for figure in [
        "\n## Does imitating masters make it play best?\n",
        "| \"little correlation\" |",
        "| bred by playing: points of the best of generation 0 | - | ",
        "`millipawn match \"$IMITATED?Search=plain\" \"$PLAYED?Search=plain\" --games 4 --nodes 20`",
        "`millipawn match $IMITATED $PLAYED --games 4 --nodes 50`",
        "\nPLAYED=acpp.1.",
    ] {
        assert!(report.contains(figure), "{figure}: {report}");
    }
}

#[test]
fn meep_learns_by_every_rule_with_the_step_that_scored_best() {
    let out = Folder::new();
    let folder = out.path("");
    let words = [
        "reproduce",
        "meep",
        "--out",
        &folder,
        "--size",
        "trial",
        "--workers",
        "1",
    ];
    let report = stdout(&words);
    for figure in [
        "| untrained | 250 ± 63 | 250: the scale |",
        "| RootStrap, 11 games | 1362 ± 59 | too few games for a rating | `millipawn learn --method rootstrap ",
        "| TreeStrap(alpha-beta) above TreeStrap(minimax) | +350 | ",
        "| TreeStrap(alpha-beta), 10 games, ",
        "`millipawn tournament $TREESTRAP_AB random depth:1 depth:2 depth:3 depth:4 --games 1 --nodes 40 --gauntlet`",
        "\nTD_LEAF=meep.1.",
        "\nUNTRAINED=meep.1.",
    ] {
        assert!(report.contains(figure), "{figure}: {report}");
    }
    for (rule, method) in [
        ("TD-Leaf", "td-leaf"),
        ("RootStrap", "rootstrap"),
        ("TreeStrap(minimax)", "treestrap-mm"),
        ("TreeStrap(alpha-beta)", "treestrap-ab"),
    ] {
        let points = |step: &str| -> f64 {
            let row = format!("| {rule}, step {step} | - | ");
            let (_, cells) = report.split_once(&row).expect("every step is tried");
            let (points, _) = cells.split_once(" of 5").expect("against five");
            points.parse().expect("a number")
        };
        let best = match points("0.3") > points("0.03") {
            true => "0.3",
            false => "0.03",
        };
        let command = format!(
            "`millipawn learn --method {method} --games 1{} --nodes 40 --seed 1 --set games-a-round=1 --set step={best} ",
            if method == "treestrap-ab" { 4 } else { 1 }
        );
        assert!(report.contains(&command), "{command}: {report}");
    }
    assert_eq!(stdout(&words), report, "from what was kept");
}

#[test]
fn evochess_breeds_orders_and_whole_programs() {
    let (data, out) = (data(), Folder::new());
    let report = reproduce("evochess", &data, &out, &["--workers", "2"]);
    for title in [
        "The move ordering alone",
        "Demes",
        "Games against fixed-depth opponents",
        "What the modules are worth",
        "Bred by playing each other",
    ] {
        assert!(report.contains(&format!("\n## {title}\n")), "{report}");
    }
    for figure in [
        "Bred on positions of games of `gm/train.pgn`; counted are those of `gm/classic.pgn`",
        "| depth 1, weights set by hand | - | ",
        "| depth 2, random order | 7,000,000 at depth 6 | ",
        "| depth 2, evolved weights | 250,000 at depth 6 | ",
        "`millipawn orderings $EVOLVED --orders published,captures,history,hand --depth 2 --count 20 --pgn DIR/gm/classic.pgn`",
        "| four demes of 5 less one deme of 20, paired by seed | - | ",
        "`millipawn evolve --system evochess --seed 1 --set fitness=ordering --population 5 --set parents=2 --set demes=4 ",
        "| `tiny`, generation 1: fitness | - | best ",
        "| `tiny`, champions: fitness in 2 games each against classes 2, 4 | 10.48 | ",
        "| `tiny`, champions: nodes a move, of 200 on average | 58,410 | ",
        "| nodes a move, beside a fixed depth of 4 plies | - | ",
        "| against itself with the standard position module | - | ",
        " of 4; too few for a rating; nodes a move: ",
        "The games are too few to say what the bred depth program adds to a fixed depth of ",
        "\nEVOLVED=evochess.1.",
        "\nBEST=evochess.1.",
        "| the champion of four demes of 5 against that of one deme of 20 | - | ",
        "| generation 1: points of the champion | - | ",
        "\nBEST_DEPTH_STANDARD=evochess.1.",
        "\nDEMES_FOUR=evochess.1.",
        "\nRIVAL=evochess.1.",
    ] {
        assert!(report.contains(figure), "{figure}: {report}");
    }
    let f_negascout = "| depth 2, f-negascout as published | 1,000,000 at depth 6 | ";
    let (_, cells) = report.split_once(f_negascout).expect("its row");
    let (ours, _) = cells.split_once(" |").expect("its cell");
    assert!(ours.ends_with(", 1.00"), "{ours}");
    assert_eq!(
        reproduce("evochess", &data, &out, &["--workers", "2"]),
        report,
        "from what was kept"
    );

    // The fixed depth is that whose nodes are the nearest.
    for (plies, nodes) in [(1, 20.0), (2, 60.0), (3, 300.0), (4, 124.0)] {
        let kept = format!("nodes-best-depth-plies-{plies}.json");
        let text = read(&out.path(&kept)).expect("kept");
        let mut step: Value = serde_json::from_str(&text).expect("JSON");
        step["lines"][0]["nodes"] = json!([123.0, nodes]);
        out.write(&kept, step.to_string());
    }
    // The sample games take the place of others.
    let folder = out.path("");
    let words = ["reproduce", "evochess", "--out", &folder, "--size", "trial"];
    let again = stdout(&words);
    for figure in [
        "Bred on positions of the sample games; counted are those of the same games",
        "| nodes a move, beside a fixed depth of 4 plies | - | 123 and 124 |",
        "| against itself with a fixed depth of 4 plies | - | ",
        "`millipawn match $BEST $BEST_DEPTH_PLIES_4 --games 4 --nodes 200`",
    ] {
        assert!(again.contains(figure), "{figure}: {again}");
    }
}

#[test]
fn data_that_are_not_there_are_named() {
    let (nothing, out) = (Folder::new(), Folder::new());
    let (data, out) = (nothing.path(""), out.path(""));
    let output = common::run(&["reproduce", "falcon", "--data", &data, "--out", &out]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("gm/train.pgn"), "{errors}");
    let told = refusal(&["reproduce", "acpp", "--out", &out]);
    assert!(told.contains("--data DIR/gm/train.pgn"), "{told}");
}
