//! What demes send each other: an offer is read as it was written, or refused, also where its checksum fits; and what was read a room can
//! hear.

use millipawn_evolve::{
    genome::draw::{Draws, Purpose},
    run::{Spread, kinds},
    system::System,
    text::{
        chromosome::Chromosome,
        offer::{MAX_BYTES, Name, Offer},
    },
};
use proptest::prelude::*;

use super::{
    Target, Verdict,
    envelope::{LineEdit, edited_lines, line_edits, sealed, unsealed},
    mutation::{Edit, edited, edits},
};

const BYTES: &[u8] = b"\x00\n  .-_eE+0123456789abcdefNaNinfoferpgmck\xff";

/// Those whose programs migrate.
const SYSTEMS: [System; 3] = [System::ACPP, System::FALCON, System::EVOCHESS];

/// An offer by its parts: names, kind, generation, fitness, and what its program is drawn from.
type Parts = ([String; 2], usize, u32, [f64; 3], usize, u64);

/// With damage below its checksum, and above.
type Input = (Parts, Vec<LineEdit>, Vec<Edit>);

/// The target.
pub fn target() -> Target {
    Target::new("offers", [5_000, 10_000_000], inputs(), check)
}

fn inputs() -> impl Strategy<Value = Input> {
    let name = || "[A-Za-z0-9_-]{1,32}";
    let number = || {
        prop_oneof![
            4 => (0..1000_u32).prop_map(|number| f64::from(number) / 8.0),
            1 => -1e300..1e300_f64,
        ]
    };
    let parts = (
        [name(), name()],
        0..kinds::KINDS.len(),
        0..=100_000_u32,
        [number(), number(), number()],
        0..SYSTEMS.len(),
        any::<u64>(),
    );
    // Most of what is changed is refused: an offer has one spelling.
    let below = prop_oneof![2 => Just(Vec::new()), 1 => line_edits()];
    let above = prop_oneof![9 => Just(Vec::new()), 1 => edits(BYTES)];
    (parts, below, above)
}

fn offer(parts: &Parts) -> Offer {
    let ([room, deme], kind, generation, [best, mean, worst], system, seed) = parts;
    let name = |text: &String| Name::parse(text).expect("valid by construction");
    let system = SYSTEMS[*system];
    let mut draws = Draws::derive(*seed, 0, 0, Purpose::Genes);
    Offer {
        room: name(room),
        deme: name(deme),
        kind: kinds::KINDS[*kind].id,
        generation: *generation,
        spread: Spread {
            best: *best,
            mean: *mean,
            worst: *worst,
        },
        program: Chromosome {
            system,
            genome: system.representation().random(&mut draws),
        },
    }
}

fn check((parts, below, above): &Input) -> Verdict {
    let offer = offer(parts);
    let text = offer.to_text().expect("random programs are short");
    assert!(text.len() <= MAX_BYTES);
    assert_eq!(Offer::from_bytes(text.as_bytes()), Ok(offer));
    let body = edited_lines(unsealed(&text), below);
    let bytes = edited(sealed(&body).into_bytes(), above);
    match Offer::from_bytes(&bytes) {
        Ok(read) => {
            let again = read.to_text().expect("it was as long");
            assert_eq!(again.as_bytes(), bytes, "an offer has one spelling");
            Verdict::Accepted
        }
        Err(error) => {
            assert!(error.to_string().len() < 80);
            Verdict::Refused
        }
    }
}
