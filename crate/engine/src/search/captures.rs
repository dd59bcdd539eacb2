//! Generates the captures and promotions of a side that is not in check, already in order (MVV-LVA).
//!
//! Quiescence spends most of its time here, so nothing but these moves is generated and nothing is sorted afterwards. A property
//! test compares the result with shakmaty's legal moves.

use arrayvec::ArrayVec;
use shakmaty::{
    Bitboard, Chess, Color, Move, Piece, Position, Rank, Role, Square,
    attacks::{attacks, between, bishop_attacks, pawn_attacks, rook_attacks},
};

use crate::chess::set_up::MOST_MEN;

/// The moves of a quiescence node.
pub type Moves = shakmaty::MoveList;

type Aggressors = ArrayVec<Aggressor, MOST_MEN>;

const VICTIMS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// A piece of the side to move that can capture something.
struct Aggressor {
    role: Role,
    from: Square,
    targets: Bitboard,
}

/// All legal captures and promotions of a side that is not in check: promotions to a queen first, then captures by the most
/// valuable victim and, among equal victims, the least valuable aggressor; underpromotions last.
pub fn captures_and_promotions(position: &Chess, moves: &mut Moves) {
    let board = position.board();
    let guard = KingGuard::of(position);
    let mut aggressors = Aggressors::new();
    list_aggressors(position, &guard, &mut aggressors);
    let attacked = aggressors
        .iter()
        .fold(Bitboard::EMPTY, |all, aggressor| all | aggressor.targets);
    push_promotions(position, &guard, &PROMOTIONS[..1], moves);
    for victim in VICTIMS {
        let victims = attacked & board.by_role(victim);
        if victims.is_empty() {
            continue;
        }
        for aggressor in &aggressors {
            for to in aggressor.targets & victims {
                moves.push(Move::Normal {
                    role: aggressor.role,
                    from: aggressor.from,
                    capture: Some(victim),
                    to,
                    promotion: None,
                });
            }
        }
    }
    if position.maybe_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
    push_promotions(position, &guard, &PROMOTIONS[1..], moves);
}

fn last_rank(us: Color) -> Bitboard {
    Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First))
}

fn push_promotions(position: &Chess, guard: &KingGuard, to_roles: &[Role], moves: &mut Moves) {
    let us = position.turn();
    let board = position.board();
    let seventh = Bitboard::from_rank(us.fold_wb(Rank::Seventh, Rank::Second));
    let pawns = position.our(Role::Pawn) & seventh;
    if pawns.is_empty() {
        return;
    }
    for from in pawns {
        let ahead = Bitboard::from_square(from).shift(us.fold_wb(8, -8)) & !board.occupied();
        let targets = ahead | (pawn_attacks(us, from) & position.them());
        for to in targets & guard.allowed(from) {
            moves.extend(to_roles.iter().map(|role| Move::Normal {
                role: Role::Pawn,
                from,
                capture: board.role_at(to),
                to,
                promotion: Some(*role),
            }));
        }
    }
}

fn list_aggressors(position: &Chess, guard: &KingGuard, aggressors: &mut Aggressors) {
    let board = position.board();
    let us = position.turn();
    for role in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let piece = Piece { role, color: us };
        let mut enemies = position.them();
        if role == Role::Pawn {
            enemies &= !last_rank(us);
        }
        for from in board.by_piece(piece) {
            let targets = attacks(from, piece, board.occupied()) & enemies;
            if targets.any() {
                aggressors.push(Aggressor {
                    role,
                    from,
                    targets: targets & guard.allowed(from),
                });
            }
        }
    }
    if let Some(king) = guard.king {
        let targets = safe_for_king(position, king);
        if targets.any() {
            aggressors.push(Aggressor {
                role: Role::King,
                from: king,
                targets,
            });
        }
    }
}

/// The enemy pieces that the king may capture: those that are not defended.
fn safe_for_king(position: &Chess, king: Square) -> Bitboard {
    let board = position.board();
    let near = shakmaty::attacks::king_attacks(king) & position.them();
    let without_king = board.occupied() ^ Bitboard::from_square(king);
    near.into_iter()
        .filter(|to| {
            board
                .attacks_to(*to, !position.turn(), without_king)
                .is_empty()
        })
        .collect()
}

/// The pinned pieces of the side to move.
struct KingGuard {
    king: Option<Square>,
    pinned: Bitboard,
}

impl KingGuard {
    fn of(position: &Chess) -> Self {
        let board = position.board();
        let king = board.king_of(position.turn());
        let pinned = king.map_or(Bitboard::EMPTY, |king| {
            let them = position.them();
            let snipers = (rook_attacks(king, them) & them & board.rooks_and_queens())
                | (bishop_attacks(king, them) & them & board.bishops_and_queens());
            snipers
                .into_iter()
                .map(|sniper| between(king, sniper) & board.occupied())
                .filter(|shield| !shield.more_than_one())
                .fold(Bitboard::EMPTY, |pinned, shield| pinned | shield)
        });
        Self { king, pinned }
    }

    /// The squares to which a piece on `from` may move without exposing its king: all, or the line of its pin.
    fn allowed(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => shakmaty::attacks::ray(king, from),
            _ => Bitboard::FULL,
        }
    }
}
