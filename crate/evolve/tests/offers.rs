//! What demes send each other: one text for one offer, anything else refused; a room, which lets in few of many; and runs of every kind
//! that takes programs in, which are repeated from their log.

use crate::common::{Given, score};
use millipawn_evolve::{
    genome::draw::{Draws, Purpose},
    run::{
        Run, Spread,
        kinds::{self, Whose},
        material::Beginning,
        room::{Refused, Room},
    },
    system::System,
    text::{
        chromosome::Chromosome,
        offer::{MAX_BYTES, Name, Offer, OfferError},
    },
};
use proptest::prelude::*;

/// A kind of run whose programs migrate, its system, and settings that make it short.
const KINDS: [(&str, &str, &str); 5] = [
    (
        "imitation",
        "acpp",
        "system=acpp\npopulation=8\npositions-per-generation=20\ngenerations=5",
    ),
    (
        "imitation",
        "falcon",
        "system=falcon\npopulation=8\npositions-per-generation=20\ngenerations=5",
    ),
    (
        "coevolution",
        "acpp",
        "population=4\ngames-per-pair=1\nnodes-a-move=100\ngenerations=5",
    ),
    (
        "ordering",
        "evochess",
        "population=6\nparents=2\ndemes=2\ndepth=1\npositions=5\ngenerations=5",
    ),
    (
        "classes",
        "evochess",
        "population=4\nparents=2\nstrongest-opponent=2\nnodes-a-move=100\nlongest-game=10\ngenerations=5",
    ),
];

fn begun((kind, system, settings): (&str, &str, &str)) -> Box<dyn Run> {
    let beginning = Beginning {
        settings,
        system,
        programs: "",
        ..Beginning::default()
    };
    kinds::begin(kind, &beginning, &Given).expect("it can begin")
}

fn name(text: &str) -> Name {
    Name::parse(text).expect("a name")
}

fn program(system: System, seed: u64) -> Chromosome {
    let mut draws = Draws::derive(seed, 0, 0, Purpose::Genes);
    Chromosome {
        system,
        genome: system.representation().random(&mut draws),
    }
}

fn offer(deme: &str, seed: u64) -> Offer {
    Offer {
        room: name("kitchen"),
        deme: name(deme),
        kind: "imitation",
        generation: 7,
        spread: Spread {
            best: 31.5,
            mean: 12.25,
            worst: 0.0,
        },
        program: program(System::ACPP, seed),
    }
}

fn text(offer: &Offer) -> String {
    offer.to_text().expect("it is short")
}

/// Valid offers.
fn offers() -> impl Strategy<Value = Offer> {
    let names = || "[A-Za-z0-9_-]{1,32}";
    let number = || prop_oneof![any::<u32>().prop_map(f64::from), -1e6..1e6_f64];
    let ids: Vec<&'static str> = kinds::KINDS.iter().map(|row| row.id).collect();
    (
        names(),
        names(),
        proptest::sample::select(ids),
        0..=100_000_u32,
        [number(), number(), number()],
        proptest::sample::select(vec![System::ACPP, System::FALCON, System::EVOCHESS]),
        any::<u64>(),
    )
        .prop_map(
            |(room, deme, kind, generation, [best, mean, worst], system, seed)| Offer {
                room: name(&room),
                deme: name(&deme),
                kind,
                generation,
                spread: Spread { best, mean, worst },
                program: program(system, seed),
            },
        )
}

proptest! {
    #[test]
    fn an_offer_comes_back_as_it_was_sent(offer in offers()) {
        let text = text(&offer);
        prop_assert!(text.len() <= MAX_BYTES);
        prop_assert_eq!(Offer::from_bytes(text.as_bytes()), Ok(offer));
    }

    #[test]
    fn a_changed_byte_is_noticed(offer in offers(), at in any::<proptest::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = text(&offer).into_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        prop_assert!(Offer::from_bytes(&bytes).is_err());
    }

    #[test]
    fn arbitrary_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..5000)) {
        prop_assert!(Offer::from_bytes(&bytes).is_err());
    }
}

fn sealed(body: &str) -> String {
    format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()))
}

#[test]
fn what_is_wrong_is_told_in_this_order() {
    let whole = text(&offer("stove", 1));
    let read = |text: &str| Offer::from_bytes(text.as_bytes());
    let body = &whole[..whole.rfind("crc ").expect("its checksum")];
    let with = |from: &str, to: &str| read(&sealed(&body.replace(from, to)));
    assert_eq!(read(&" ".repeat(MAX_BYTES + 1)), Err(OfferError::TooLong));
    assert_eq!(read("hello"), Err(OfferError::NotAnOffer));
    assert_eq!(
        with("millipawn-offer 1", "millipawn-offer 2"),
        Err(OfferError::UnknownVersion)
    );
    assert_eq!(
        read(&whole.replace("stove", "oven")),
        Err(OfferError::Damaged)
    );
    for (line, wrong) in [
        ("room", "room the kitchen"),
        ("room", "room <b>x</b>"),
        ("room", "room "),
        ("room", "room a.b"),
    ] {
        assert_eq!(with("room kitchen", wrong), Err(OfferError::Line(line)));
    }
    assert_eq!(
        with("kind imitation", "kind cooking"),
        Err(OfferError::Line("kind"))
    );
    assert_eq!(
        with("generation 7", "generation 100001"),
        Err(OfferError::Line("generation"))
    );
    assert_eq!(with("best 31.5", "best NaN"), Err(OfferError::Line("best")));
    assert_eq!(
        with("best 31.5", "best 1e999"),
        Err(OfferError::Line("best"))
    );
    assert_eq!(
        with("program acpp.1.", "program acpp.1.A"),
        Err(OfferError::Line("program"))
    );
    assert_eq!(with("best 31.5", "best 31.50"), Err(OfferError::Spelling));
    assert_eq!(
        read(&sealed(&format!("{body}more\n"))),
        Err(OfferError::Spelling)
    );
}

/// A run with three scored generations behind it, and its room.
fn in_room() -> (Box<dyn Run>, Room) {
    let mut run = begun(KINDS[0]);
    score(&mut *run, 1);
    let room = Room::of(&*run, name("kitchen"), name("own")).expect("its programs migrate");
    (run, room)
}

#[test]
fn at_most_two_of_different_demes_enter_a_generation() {
    let (mut run, mut room) = in_room();
    for (deme, seed) in [("a", 1), ("b", 2), ("c", 3)] {
        let told = room.hear(text(&offer(deme, seed)).as_bytes(), 1000);
        assert_eq!(told, Ok(()));
    }
    let first = room.visit(&mut *run, || 0);
    let demes: Vec<&str> = first.entered.iter().map(|one| &*one.deme).collect();
    assert_eq!(demes, ["a", "b"]);
    assert!(first.entered.iter().all(|one| one.generation == 2));
    // No more enter that generation, whoever asks.
    let third = program(System::ACPP, 9).to_string();
    assert!(run.receive(&third).is_err());
    score(&mut *run, 2);
    let second = room.visit(&mut *run, || 5);
    let demes: Vec<&str> = second.entered.iter().map(|one| &*one.deme).collect();
    assert_eq!(demes, ["c"]);
    // An offer that is repeated waits no second time; a new one does.
    score(&mut *run, 3);
    let again = room.hear(text(&offer("a", 1)).as_bytes(), 61_000);
    assert_eq!(again, Ok(()));
    assert_eq!(room.visit(&mut *run, || 0).entered, []);
    let new = room.hear(text(&offer("a", 4)).as_bytes(), 62_000);
    assert_eq!(new, Ok(()));
    assert_eq!(room.visit(&mut *run, || 0).entered.len(), 1);
}

#[test]
fn a_room_hears_its_own_kind_and_not_too_much() {
    let (mut run, mut room) = in_room();
    let mut hear = |offer: &Offer, now| room.hear(text(offer).as_bytes(), now);
    let elsewhere = Offer {
        room: name("cellar"),
        ..offer("a", 1)
    };
    assert_eq!(hear(&elsewhere, 0), Err(Refused::Elsewhere));
    let other_kind = Offer {
        kind: "coevolution",
        ..offer("a", 1)
    };
    assert_eq!(hear(&other_kind, 0), Err(Refused::Elsewhere));
    let other_system = Offer {
        program: program(System::FALCON, 1),
        ..offer("a", 1)
    };
    assert_eq!(hear(&other_system, 0), Err(Refused::Elsewhere));
    assert_eq!(hear(&offer("own", 1), 0), Ok(()));
    assert_eq!(hear(&offer("a", 1), 0), Ok(()));
    assert_eq!(hear(&offer("a", 2), 100), Err(Refused::TooOften));
    assert_eq!(hear(&offer("a", 2), 200), Ok(()));
    for deme in 1..100 {
        assert_eq!(hear(&offer(&format!("d{deme}"), 1), 2000), Ok(()));
    }
    assert_eq!(hear(&offer("one-more", 1), 2000), Err(Refused::Full));
    let mut flood = (0..300).map(|_| room.hear(b"junk", 4000));
    assert_eq!(
        flood.next(),
        Some(Err(Refused::Offer(OfferError::NotAnOffer)))
    );
    assert_eq!(flood.last(), Some(Err(Refused::TooOften)));
    assert_eq!(room.peers(4000).len(), 100);
    // Who was not heard for long has left.
    assert_eq!(room.peers(160_000), []);
    assert_eq!(room.visit(&mut *run, || 0).entered, []);
}

#[test]
fn programs_of_a_run_without_a_population_do_not_migrate() {
    let beginning = Beginning {
        settings: "",
        system: "meep",
        programs: "",
        ..Beginning::default()
    };
    let mut run = kinds::begin("learning", &beginning, &Given).expect("it can begin");
    assert!(Room::of(&*run, name("kitchen"), name("own")).is_none());
    let told = run.receive(&program(System::EVOCHESS, 1).to_string());
    assert!(told.expect_err("it learns alone").contains("learning"));
    assert_eq!(run.offer(&name("kitchen"), &name("own")), None);
}

#[test]
fn every_kind_that_takes_programs_in_is_repeated_from_its_log() {
    for kind in KINDS {
        let mut alone = begun(kind);
        score(&mut *alone, usize::MAX);
        let mut run = begun(kind);
        let system = run.migrating().expect("its programs migrate");
        assert_eq!(system.id(), kind.1);
        let mut middle = None;
        for generation in 1..=5_u64 {
            score(&mut *run, generation as usize);
            let given = [
                program(system, generation),
                program(system, 100 + generation),
            ];
            for (at, program) in given.iter().enumerate() {
                let entered = run.receive(&program.to_string());
                // The last generation is under way at the end.
                let expected = (generation < 5).then_some(generation as u32 + 1);
                assert_eq!(entered.ok(), expected, "{kind:?} {at}");
            }
            if generation == 3 {
                middle = Some(run.checkpoint());
            }
        }
        score(&mut *run, usize::MAX);
        assert!(run.is_finished());
        let kept = run.checkpoint();
        assert_ne!(kept, alone.checkpoint(), "{kind:?}");
        // It goes on where it was, and it is made again from the log alone.
        let resumed = kinds::resume(&middle.expect("kept"), &Given, Whose::Kept);
        let mut resumed = resumed.expect("it fits");
        for generation in 3..=4_u64 {
            score(&mut *resumed, generation as usize);
            if generation == 4 {
                for seed in [generation, 100 + generation] {
                    let entered = resumed.receive(&program(system, seed).to_string());
                    assert_eq!(entered, Ok(5), "{kind:?}");
                }
            }
        }
        score(&mut *resumed, usize::MAX);
        assert_eq!(resumed.checkpoint(), kept, "{kind:?}");
        let mut anew = kinds::resume(&kept, &Given, Whose::Anew).expect("it fits");
        assert_eq!(anew.scored(), 0);
        score(&mut *anew, usize::MAX);
        assert_eq!(anew.checkpoint(), kept, "{kind:?}");
    }
}
