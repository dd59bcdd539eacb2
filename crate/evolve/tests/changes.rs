//! Settings that are changed while a run goes on: what holds follows from what it began with and from the log, so that a run is one history
//! however often it is interrupted, and can be made again from its checkpoint, its link or its command line.

use crate::common::{Given, score};
use base64ct::{Base64UrlUnpadded, Encoding};
use millipawn_evolve::{
    job::task::perform,
    run::{
        Changes, Run,
        checkpoint::Checkpoint as _,
        imitation::{self, Checkpoint, Settings},
        kinds::{self, Whose, change_as_told},
        material::Beginning,
        settings::RunSettings,
    },
    system::System,
    text::{chromosome::Chromosome, link::ExperimentLink, link_text::LinkError, shared::Link},
};
use proptest::prelude::*;

/// A kind of run whose settings can be changed: its system, settings that make it short, and a setting with two values that it does not
/// begin with.
const KINDS: [(&str, &str, &str, [&str; 2]); 6] = [
    (
        "imitation",
        "acpp",
        "system=acpp\npopulation=8\npositions-per-generation=20\ngenerations=6",
        ["mutation-probability=0.25", "mutation-probability=0.125"],
    ),
    (
        "imitation",
        "falcon",
        "system=falcon\npopulation=8\npositions-per-generation=20\ngenerations=6",
        ["elite=3", "elite=0"],
    ),
    (
        "coevolution",
        "acpp",
        "population=4\ngames-per-pair=1\nnodes-a-move=100\ngenerations=6",
        ["mutation-probability=0.25", "mutation-probability=0.125"],
    ),
    (
        "tuning",
        "acpp",
        "population=3\nnodes-a-position=1000\ngenerations=6",
        ["mutation-probability=0.25", "mutation-probability=0.125"],
    ),
    (
        "ordering",
        "evochess",
        "population=6\nparents=2\ndemes=2\ndepth=1\npositions=5\ngenerations=6",
        ["least-step=0.5", "least-step=0.25"],
    ),
    (
        "classes",
        "evochess",
        "population=4\nparents=2\nstrongest-opponent=2\nnodes-a-move=100\nlongest-game=10\ngenerations=6",
        ["least-step=0.5", "mutation-of-instructions=0.75"],
    ),
];

fn begun(kind: &str, system: &str, settings: &str, changes: &str) -> Result<Box<dyn Run>, String> {
    let beginning = Beginning {
        settings,
        system,
        changes,
        programs: match kind {
            "tuning" => "staunton?Hash=1",
            _ => "",
        },
    };
    kinds::begin(kind, &beginning, &Given)
}

fn finished(mut run: Box<dyn Run>) -> String {
    score(&mut *run, usize::MAX);
    assert!(run.is_finished());
    run.checkpoint()
}

fn resumed(text: &str) -> Box<dyn Run> {
    kinds::resume(text, &Given, Whose::Kept).expect("it fits")
}

#[test]
fn a_change_on_the_way_is_the_same_as_one_that_was_planned() {
    for (kind, system, settings, [first, second]) in KINDS {
        let of = |changes: &str| begun(kind, system, settings, changes).expect("it can begin");
        let planned = finished(of(&format!("2:{first}\n5:{second}")));
        assert_ne!(planned, finished(of("")), "{kind} {system}");
        // Told on the way, and kept and opened again after every generation.
        let mut run = of("");
        for generation in 1..=6 {
            score(&mut *run, generation);
            let at = run.next_generation();
            assert_eq!(at as usize, generation, "no work was given out");
            match generation {
                2 => run.change(at, first).expect("it can be changed"),
                5 => run.change(at, second).expect("it can be changed"),
                _ => {}
            }
            run.ask();
            run = resumed(&run.checkpoint());
        }
        assert_eq!(finished(run), planned, "{kind} {system}");
        let anew = kinds::resume(&planned, &Given, Whose::Anew).expect("it fits");
        assert_eq!(anew.scored(), 0);
        assert_eq!(finished(anew), planned, "{kind} {system}");
    }
}

#[test]
fn what_holds_is_told_beside_what_held() {
    let (kind, system, settings, [first, second]) = KINDS[0];
    let mut run = begun(kind, system, settings, "").expect("it can begin");
    score(&mut *run, 2);
    run.change(5, second).expect("it is to come");
    run.change(2, &format!("{first}\ncrossover-kind=uniform"))
        .expect("it is bred again");
    let told = |run: &dyn Run| -> Vec<String> {
        let changes = run.changes().into_iter();
        changes.map(|change| change.to_string()).collect()
    };
    let all = [
        "Generation 2: mutation probability 0.001 -> 0.25",
        "Generation 2: crossover kind one-point -> uniform",
        "Generation 5: mutation probability 0.25 -> 0.125",
    ];
    assert_eq!(told(&*run), all);
    // What is changed back before it holds was never changed, and what holds anyway is no change.
    run.change(5, first).expect("it is to come");
    run.change(4, first).expect("it holds anyway");
    run.change(2, "crossover-kind=one-point")
        .expect("it is bred again");
    assert_eq!(told(&*run), all[..1]);
    // The settings of a run are those that it began with.
    assert_eq!(
        run.settings()["mutation-probability"].to_string(),
        "0.001",
        "the log has what came later"
    );
}

#[test]
fn what_cannot_be_changed_stays_and_the_reason_is_told() {
    let (kind, system, settings, [first, _]) = KINDS[0];
    let mut run = begun(kind, system, settings, "").expect("it can begin");
    score(&mut *run, 3);
    run.ask().expect("there is work");
    let before = run.checkpoint();
    for (change, why) in [
        ("4:nonsense=1", "there is no setting \"nonsense\""),
        ("4:elite", "there is no setting \"elite\""),
        (
            "4:elite=-1",
            "elite cannot be \"-1\": it takes a whole number from 0 to 1000",
        ),
        (
            "4:mutation-probability=NaN",
            "it takes a number from 0 to 1",
        ),
        (
            "4:population=9",
            "population cannot be changed while a run goes on: only crossover-probability, mutation-probability,",
        ),
        (
            "3:elite=1",
            "generation 3 has begun: a change can hold from generation 4 on",
        ),
        ("0:elite=1", "generation 0 is not bred"),
        ("7:elite=1", "the run ends with generation 6"),
        ("4:elite=1\n4", "there is no setting \"4\""),
        ("x:elite=1", "not of the form generation:name=value"),
        ("elite=1", "not of the form generation:name=value"),
    ] {
        let told = change_as_told(&mut *run, change).expect_err(change);
        assert!(told.contains(why), "{change}: {told}");
        assert_eq!(run.checkpoint(), before, "{change}");
    }
    // All lines hold, or none.
    assert!(run.change(4, &format!("{first}\nelite=x")).is_err());
    assert_eq!(run.checkpoint(), before);
    let mut learning =
        begun("learning", "meep", "games-a-round=2\nnodes-a-move=10", "").expect("it can");
    let told = learning.change(1, "nodes-a-move=20").expect_err("it stays");
    assert!(told.contains("while such a run goes on"), "{told}");
    let told = begun(kind, system, settings, "0:elite=1").err();
    assert!(told.is_some_and(|told| told.contains("generation 0 is not bred")));
}

#[test]
fn a_run_takes_only_so_many_changes() {
    let settings = "system=acpp\npopulation=2\npositions-per-generation=10\ngenerations=100";
    let mut run = begun("imitation", "acpp", settings, "").expect("it can begin");
    for generation in 1..=60 {
        let value = format!("crossover-probability=0.{generation:02}000123456789{generation}");
        run.change(generation, &value).expect("there is room");
    }
    let told = run.change(61, "elite=1").expect_err("there is none");
    assert!(told.contains("at most 60 changes"), "{told}");
    // In the place of another there is.
    run.change(60, "crossover-probability=0.5")
        .expect("there is room");
    let kept = Checkpoint::from_text(&run.checkpoint()).expect("just written");
    let link = ExperimentLink {
        settings: kept.settings,
        changes: kept.changes,
        ..experiment("")
    };
    assert_eq!(ExperimentLink::parse(&link.to_string()), Ok(link));
}

/// Programs from elsewhere have the places of children, also where the best that live on become more.
#[test]
fn programs_from_elsewhere_have_the_places_that_the_elite_leaves() {
    let (kind, system, settings, _) = KINDS[1];
    let all = "3:elite=8";
    let mut run = begun(kind, system, settings, all).expect("it can begin");
    let stranger = System::FALCON.hand_set();
    let stranger = Chromosome {
        system: System::FALCON,
        genome: stranger,
    };
    score(&mut *run, 2);
    run.ask();
    let told = run.receive(&stranger.to_string());
    assert_eq!(told, Err("there is no room for it".to_owned()));
    run.change(3, "elite=7").expect("it is to come");
    assert_eq!(run.receive(&stranger.to_string()), Ok(3));
    let kept = run.checkpoint();
    assert_eq!(resumed(&kept).checkpoint(), kept);
}

fn experiment(changes: &str) -> ExperimentLink {
    let settings = Settings {
        population: 12,
        ..Settings::default()
    };
    ExperimentLink {
        changes: Changes::parse::<Settings>(changes).expect("they can be made"),
        settings,
        fingerprint: 0x0123_4567_89ab_cdef,
        chromosome: Chromosome {
            system: System::ACPP,
            genome: System::ACPP.hand_set(),
        },
    }
}

/// What was sent to somebody is read for ever: a line of this file never changes.
#[test]
fn links_with_changes_of_long_ago_are_read() {
    let imitation = experiment("10:elite=2\n40:mutation-probability=0.01");
    let mut written = vec![imitation.to_string()];
    let mut read = vec![Link::Imitation(imitation)];
    for (kind, system, settings, [first, second]) in KINDS.into_iter().skip(2) {
        let run = begun(kind, system, settings, &format!("1:{first}\n2:{second}"));
        let mut run = run.expect("it can begin");
        score(&mut *run, 2);
        let champion = run.champion_of(1).expect("it is scored").chromosome;
        // A change that was still to come when the link was made is none of its run.
        let link = Link::of_run(&run.checkpoint(), &champion).expect("it is scored");
        let text = link.to_string();
        assert_eq!(Link::parse(&text), Ok(link.clone()));
        let again = link.checkpoint().expect("it has all");
        let again = kinds::resume(&again, &Given, Whose::Anew).expect("it fits");
        assert_eq!(again.changes(), run.changes()[..1], "{kind}");
        let mut again = again;
        score(&mut *again, usize::MAX);
        assert_eq!(again.champion_of(1).expect("it ends").chromosome, champion);
        written.push(text);
        read.push(link);
    }
    // The engine is a part of the links of the later kinds, and changes.
    let kept: Vec<&str> = include_str!("data/changed-links.txt").lines().collect();
    assert_eq!(kept.len(), written.len(), "{}", written.join("\n"));
    assert_eq!(written[0], kept[0]);
    for (text, link) in kept.iter().zip(&read) {
        let found = Link::parse(text).expect("it was sent");
        assert_eq!(found.to_string(), *text);
        let kind = |link: &Link| std::mem::discriminant(link);
        assert_eq!(kind(&found), kind(link));
    }
}

#[test]
fn a_link_has_one_spelling_of_its_changes() {
    let link = experiment("10:elite=2\n40:mutation-probability=0.01");
    let lines = |changes: &str| {
        let settings = link.settings.to_lines();
        let (data, chromosome) = ("0123456789abcdef", &link.chromosome);
        format!("{settings}{changes}data={data}\nchromosome={chromosome}\n")
    };
    let good = "change=10:elite=2\nchange=40:mutation-probability=0.01\n";
    assert_eq!(parse(&lines(good)), Ok(link.clone()));
    for (other, error) in [
        (
            "change=40:mutation-probability=0.01\nchange=10:elite=2\n",
            None,
        ),
        (
            "change=10:elite=2\nchange=40:mutation-probability=0.010\n",
            None,
        ),
        ("change=10:elite=2\nchange=10:elite=3\n", None),
        ("change=0:elite=2\n", None),
        ("change=100001:elite=2\n", None),
        ("change=010:elite=2\n", None),
        ("change=10:population=2\n", Some("change=10:population=2")),
        ("change=elite=2\n", Some("change=elite=2")),
    ] {
        let expected = error.map_or(LinkError::Spelling, |line| LinkError::Line(line.to_owned()));
        assert_eq!(parse(&lines(other)), Err(expected), "{other}");
    }
}

fn parse(lines: &str) -> Result<ExperimentLink, LinkError> {
    let bytes = [
        lines.as_bytes(),
        &crc32fast::hash(lines.as_bytes()).to_le_bytes(),
    ];
    let payload = Base64UrlUnpadded::encode_string(&bytes.concat());
    ExperimentLink::parse(&format!("acpp.1.{payload}"))
}

/// Settings with values of theirs.
const SETTINGS: [&str; 7] = [
    "mutation-probability=0.25",
    "mutation-probability=0.001",
    "crossover-probability=1",
    "elite=2",
    "elite=0",
    "crossover-kind=uniform",
    "scaling=none",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_run_is_one_history(
        mut changes in proptest::collection::vec((1..=4_u32, 0..SETTINGS.len()), 0..6),
        interruptions in proptest::collection::vec(1..9_usize, 0..6),
    ) {
        changes.sort_by_key(|(generation, _)| *generation);
        let settings = "system=acpp\npopulation=5\npositions-per-generation=30\ngenerations=4";
        let mut planned = begun("imitation", "acpp", settings, "").expect("it can begin");
        for (generation, setting) in &changes {
            planned.change(*generation, SETTINGS[*setting]).expect("it is to come");
        }
        let planned = finished(planned);
        // The same told as late as it may be, by a run that is opened again whenever so many pieces of its work are done.
        let mut run = begun("imitation", "acpp", settings, "").expect("it can begin");
        let mut until = interruptions.iter();
        let mut left = until.next().copied();
        loop {
            let next = run.next_generation();
            for (generation, setting) in changes.iter().filter(|(generation, _)| *generation == next) {
                run.change(*generation, SETTINGS[*setting]).expect("it has not begun");
            }
            let Some(task) = run.ask() else { break };
            run.tell(&perform(&task)).expect("it fits");
            left = left.map(|left| left - 1);
            if left == Some(0) {
                run = resumed(&run.checkpoint());
                left = until.next().copied();
            }
        }
        prop_assert_eq!(run.checkpoint(), planned);
    }

    #[test]
    fn what_is_read_is_written_alike(lines in "(change [0-9]{1,3} (elite|scaling-multiple|scaling)=[0-9a-z]{1,4}\n){0,3}") {
        let run = begun("imitation", "acpp", "system=acpp\npopulation=2", "").expect("it can begin");
        let text = run.checkpoint();
        let body = &text[..text.rfind("crc ").expect("its checksum")];
        let body = format!("{body}{lines}");
        let text = format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()));
        if let Ok(kept) = imitation::Checkpoint::from_text(&text) {
            prop_assert_eq!(imitation::Checkpoint::from_text(&kept.to_text()), Ok(kept));
        }
    }
}
