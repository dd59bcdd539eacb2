//! A program that has learned by playing itself knows who wins with a queen or a rook more, and how.

use millipawn_engine::{
    evaluation::meep::{Features, Weights},
    play::contest::{opening::Opening, rules::Rules},
};
use millipawn_evolve::{
    job::{
        game_task::{Bound, GameTask, Terms},
        host::Timeless,
    },
    system::meep,
    text::{chromosome::Chromosome, player::Player},
};
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square};

/// What `millipawn learn --games 400 --nodes 1000` came to.
const LEARNED: &str = include_str!("data/meep-400.txt");

/// White has its king and a piece, Black has the king alone; `None` where that is not possible.
fn position(role: Role, [king, piece, other]: [Square; 3], turn: Color) -> Option<Chess> {
    let mut setup = Setup {
        turn,
        ..Setup::empty()
    };
    for (square, piece) in [
        (king, Color::White.king()),
        (
            piece,
            Piece {
                role,
                color: Color::White,
            },
        ),
        (other, Color::Black.king()),
    ] {
        setup.board.set_piece_at(square, piece);
    }
    let fits = setup.board.occupied().count() == 3;
    fits.then(|| Chess::from_setup(setup, CastlingMode::Standard).ok())?
}

/// Every position of these men in which nothing can be taken and somebody can move.
fn positions(role: Role, turn: Color) -> impl Iterator<Item = Chess> {
    let men = Square::ALL.into_iter().flat_map(move |king| {
        let rest = Square::ALL.into_iter();
        rest.flat_map(move |piece| Square::ALL.map(|other| [king, piece, other]))
    });
    men.filter_map(move |men| position(role, men, turn))
        .filter(|position| {
            !position.legal_moves().is_empty() && position.capture_moves().is_empty()
        })
}

#[test]
fn who_has_a_queen_or_a_rook_more_is_ahead() {
    let program = Chromosome::parse(LEARNED.trim()).expect("a program");
    let weights: Weights = meep::weights(&program.genome);
    for role in [Role::Queen, Role::Rook] {
        for turn in Color::ALL {
            let (mut all, mut ahead) = (0_u32, 0_u32);
            for position in positions(role, turn) {
                all += 1;
                let score = Features::of(&position).score(&weights);
                ahead += u32::from(turn.fold_wb(score, -score) > 0);
            }
            assert!(all > 100_000);
            assert_eq!(ahead, all, "{role:?}, {turn:?} to move");
        }
    }
}

#[test]
fn who_has_a_queen_or_a_rook_more_mates() {
    let learned = Player::parse(LEARNED.trim()).expect("a player");
    let defender = Player::parse("staunton").expect("a player");
    for role in [Role::Queen, Role::Rook] {
        for start in positions(role, Color::White).step_by(30_011) {
            let game = GameTask {
                white: learned.clone(),
                black: defender.clone(),
                terms: Terms {
                    opening: Opening {
                        name: String::new(),
                        start,
                        moves: Vec::new(),
                    },
                    bound: Bound::Nodes(5000),
                    rules: Rules {
                        resign_score: 0,
                        draw_score: -1,
                        ..Rules::DEFAULT
                    },
                    seed: 0,
                },
            };
            let played = game.perform(&mut Timeless::default());
            assert_eq!(
                played.end.to_string(),
                "White mates",
                "after {:?}",
                played.moves
            );
        }
    }
}
