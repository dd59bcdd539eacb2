//! Falcon's evaluation (David, van den Herik, Koppel, Netanyahu 2014): 35 parameters by their published names.
//!
//! The paper names the parameters and prints evolved values; it defines none of them. Every definition here is ours.
//! Every feature is counted for each side and enters as side to move minus opponent; penalties count negative, so that
//! every weight is at least zero, as in the paper.

use shakmaty::{
    Bitboard, Board, Chess, Color, Position, Role, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use crate::{
    evaluation::{CENTIPAWN, Evaluation},
    pawns::{FILE_A, behind, beside, file_fill, front, passed, pawn_attacks},
};

/// The 35 parameters of Falcon.
#[derive(Clone, Copy, Debug)]
pub struct Falcon;

/// Falcon's features or weights; weights are in centipawns.
pub type Vector = [i16; 40];

/// What one place of the feature vector means.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The published name.
    pub name: &'static str,
    /// Parameters of one group stand together.
    pub group: &'static str,
    /// Its exact definition, for one side: what is multiplied by the weight.
    pub definition: &'static str,
    /// Where name and definition come from.
    pub source: &'static str,
}

const fn feature(group: &'static str, name: &'static str, definition: &'static str) -> Feature {
    Feature {
        name,
        group,
        definition,
        source: "name: David et al. 2014, Fig. 3; definition: our choice",
    }
}

impl Falcon {
    /// What the places of the feature vector mean, in the published order; places beyond are zero.
    pub const FEATURES: [Feature; 35] = [
        feature("Material", "PAWN_VALUE", "own pawns"),
        feature("Material", "KNIGHT_VALUE", "own knights"),
        feature("Material", "BISHOP_VALUE", "own bishops"),
        feature("Material", "ROOK_VALUE", "own rooks"),
        feature("Material", "QUEEN_VALUE", "own queens"),
        feature(
            "Pawns",
            "PAWN_ADVANCE_A",
            "ranks that own pawns on the c- to f-files have advanced",
        ),
        feature(
            "Pawns",
            "PAWN_ADVANCE_B",
            "ranks that the other own pawns have advanced",
        ),
        feature(
            "Pawns",
            "PASSED_PAWN_MULT",
            "for each own passed pawn, the square of the ranks it has advanced, halved",
        ),
        feature(
            "Pawns",
            "DOUBLED_PAWN_PENALTY",
            "own pawns with an own pawn before them on their file",
        ),
        feature(
            "Pawns",
            "ISOLATED_PAWN_PENALTY",
            "own pawns without an own pawn on a neighbouring file",
        ),
        feature(
            "Pawns",
            "BACKWARD_PAWN_PENALTY",
            "own pawns, not isolated, with no own pawn beside or behind them on a neighbouring file, whose next square is attacked by an enemy pawn",
        ),
        feature(
            "Pawns",
            "WEAK_SQUARE_PENALTY",
            "squares of the third and fourth rank on the c- to f-files that no own pawn attacks or could attack by advancing",
        ),
        feature(
            "Pawns",
            "PASSED_PAWN_ENEMY_KING_DIST",
            "for each own passed pawn, the distance in king moves of the enemy king from its square of promotion",
        ),
        feature(
            "Knights",
            "KNIGHT_SQ_MULT",
            "for each own knight, the steps from the edge of the board in files and ranks, the centre the most",
        ),
        feature(
            "Knights",
            "KNIGHT_OUTPOST_MULT",
            "own knights on the fourth to sixth rank guarded by an own pawn where no enemy pawn can attack them, twice on the c- to f-files",
        ),
        feature(
            "Bishops",
            "BISHOP_MOBILITY",
            "squares that own bishops can go to",
        ),
        feature("Bishops", "BISHOP_PAIR", "1 with two bishops or more"),
        feature(
            "Rooks",
            "ROOK_ATTACK_KING_FILE",
            "own rooks on the enemy king's file",
        ),
        feature(
            "Rooks",
            "ROOK_ATTACK_KING_ADJ_FILE",
            "own rooks on a file beside the enemy king's",
        ),
        feature(
            "Rooks",
            "ROOK_ATTACK_KING_ADJ_FILE_ABGH",
            "the same when the enemy king is on the a-, b-, g- or h-file",
        ),
        feature("Rooks", "ROOK_7TH_RANK", "own rooks on the seventh rank"),
        feature(
            "Rooks",
            "ROOK_CONNECTED",
            "1 with two rooks that guard each other",
        ),
        feature("Rooks", "ROOK_MOBILITY", "squares that own rooks can go to"),
        feature(
            "Rooks",
            "ROOK_BEHIND_PASSED_PAWN",
            "own rooks behind an own passed pawn on its file",
        ),
        feature(
            "Rooks",
            "ROOK_OPEN_FILE",
            "own rooks on a file without pawns",
        ),
        feature(
            "Rooks",
            "ROOK_SEMI_OPEN_FILE",
            "own rooks on a file with enemy pawns only",
        ),
        feature(
            "Rooks",
            "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN",
            "own rooks on a file without own pawns that holds an isolated or backward enemy pawn",
        ),
        feature(
            "Rooks",
            "ROOK_COLUMN_MULT",
            "for each own rook, the steps of its file from the edge of the board",
        ),
        feature(
            "Queens",
            "QUEEN_MOBILITY",
            "squares that own queens can go to",
        ),
        feature(
            "King",
            "KING_NO_FRIENDLY_PAWN",
            "1 with no own pawn before the king on its file",
        ),
        feature(
            "King",
            "KING_NO_FRIENDLY_PAWN_ADJ",
            "files beside the king's with no own pawn before it",
        ),
        feature(
            "King",
            "KING_FRIENDLY_PAWN_ADVANCED1",
            "own pawns on the king's file and those beside it that have advanced one rank",
        ),
        feature(
            "King",
            "KING_NO_ENEMY_PAWN",
            "1 with no enemy pawn on the king's file",
        ),
        feature(
            "King",
            "KING_NO_ENEMY_PAWN_ADJ",
            "files beside the king's without enemy pawns",
        ),
        feature(
            "King",
            "KING_PRESSURE_MULT",
            "attacks of own pieces on the squares around the enemy king, each attacker counted",
        ),
    ];
}

impl Evaluation for Falcon {
    type Vector = Vector;

    fn features(position: &Chess) -> Vector {
        let board = position.board();
        let own = Camp::of(board, position.turn());
        let enemy = Camp::of(board, !position.turn());
        let ours = own.count(&enemy.turned());
        let theirs = enemy.count(&own.turned());
        std::array::from_fn(|place| {
            if place < ours.len() {
                (ours[place] - theirs[place]) * CENTIPAWN as i16
            } else {
                0
            }
        })
    }
}

/// The men of one side, the board turned so that it moves up.
#[derive(Clone, Copy)]
struct Camp {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    king: u64,
    all: u64,
}

impl Camp {
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        let men = |role: Role| {
            let men = u64::from(board.by_role(role) & own);
            color.fold_wb(men, men.swap_bytes())
        };
        let camp = Self {
            pawns: men(Role::Pawn),
            knights: men(Role::Knight),
            bishops: men(Role::Bishop),
            rooks: men(Role::Rook),
            queens: men(Role::Queen),
            king: men(Role::King),
            all: 0,
        };
        Self {
            all: camp.pawns | camp.knights | camp.bishops | camp.rooks | camp.queens | camp.king,
            ..camp
        }
    }

    /// As the other side sees it: it moves down.
    fn turned(&self) -> Self {
        Self {
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            bishops: self.bishops.swap_bytes(),
            rooks: self.rooks.swap_bytes(),
            queens: self.queens.swap_bytes(),
            king: self.king.swap_bytes(),
            all: self.all.swap_bytes(),
        }
    }

    /// The features of this side, in the order of [`Falcon::FEATURES`].
    fn count(&self, enemy: &Self) -> [i16; 35] {
        let occupied = Bitboard(self.all | enemy.all);
        let enemy_pawn_attacks = pawn_attacks(enemy.pawns.swap_bytes()).swap_bytes();
        let king_file = file_fill(enemy.king);
        let own_king_file = file_fill(self.king);
        let zone = enemy.king
            | squares(enemy.king)
                .map(|king| u64::from(king_attacks(king)))
                .fold(0, |a, b| a | b);
        let passed_pawns = passed(self.pawns, enemy.pawns);
        let isolated = self.pawns & !beside(file_fill(self.pawns));
        let supported = front(beside(self.pawns)) | beside(self.pawns);
        let backward = self.pawns & !isolated & !supported & (enemy_pawn_attacks >> 8);
        let mut pressure = 0;
        let mut bishop_mobility = 0;
        let mut rook_mobility = 0;
        let mut queen_mobility = 0;
        let mut connected = 0;
        for square in squares(self.knights) {
            pressure += n(u64::from(knight_attacks(square)) & zone);
        }
        for square in squares(self.bishops) {
            let targets = u64::from(bishop_attacks(square, occupied));
            pressure += n(targets & zone);
            bishop_mobility += n(targets & !self.all);
        }
        for square in squares(self.rooks) {
            let targets = u64::from(rook_attacks(square, occupied));
            pressure += n(targets & zone);
            rook_mobility += n(targets & !self.all);
            connected |= i16::from(targets & self.rooks != 0);
        }
        for square in squares(self.queens) {
            let targets =
                u64::from(bishop_attacks(square, occupied) | rook_attacks(square, occupied));
            pressure += n(targets & zone);
            queen_mobility += n(targets & !self.all);
        }
        let enemy_view_pawns = enemy.pawns.swap_bytes();
        let enemy_isolated = enemy_view_pawns & !beside(file_fill(enemy_view_pawns));
        let enemy_backward = enemy_view_pawns
            & !enemy_isolated
            & !(front(beside(enemy_view_pawns)) | beside(enemy_view_pawns))
            & (pawn_attacks(self.pawns).swap_bytes() >> 8);
        let open = !file_fill(self.pawns);
        let weak_files = file_fill(enemy_isolated | enemy_backward);
        let outposts =
            self.knights & RANKS_4_6 & pawn_attacks(self.pawns) & !behind(beside(enemy.pawns));
        let weak_squares = WEAK & !front(beside(self.pawns));
        let shelter = front(self.king) & self.pawns;
        [
            n(self.pawns),
            n(self.knights),
            n(self.bishops),
            n(self.rooks),
            n(self.queens),
            squares(self.pawns & CENTRE_FILES).map(advance).sum(),
            squares(self.pawns & !CENTRE_FILES).map(advance).sum(),
            squares(passed_pawns)
                .map(|pawn| advance(pawn) * advance(pawn) / 2)
                .sum(),
            -n(self.pawns & behind(self.pawns)),
            -n(isolated),
            -n(backward),
            -n(weak_squares),
            squares(enemy.king)
                .flat_map(|king| {
                    squares(passed_pawns).map(move |pawn| distance(king, promotion(pawn)))
                })
                .sum(),
            squares(self.knights)
                .map(|knight| from_edge(knight as i16 % 8) + from_edge(knight as i16 / 8))
                .sum(),
            n(outposts) + n(outposts & CENTRE_FILES),
            bishop_mobility,
            i16::from(self.bishops.count_ones() >= 2),
            n(self.rooks & king_file),
            n(self.rooks & beside(king_file)),
            if enemy.king & CENTRE_FILES == 0 {
                n(self.rooks & beside(king_file))
            } else {
                0
            },
            n(self.rooks & RANK_7),
            connected,
            rook_mobility,
            n(self.rooks & behind(passed_pawns)),
            n(self.rooks & open & !file_fill(enemy.pawns)),
            n(self.rooks & open & file_fill(enemy.pawns)),
            n(self.rooks & open & weak_files),
            squares(self.rooks)
                .map(|rook| from_edge(rook as i16 % 8))
                .sum(),
            queen_mobility,
            -i16::from(shelter & own_king_file == 0),
            -n(beside(own_king_file) & 0xff & !file_fill(self.pawns & front(beside(self.king)))),
            n(self.pawns & (own_king_file | beside(own_king_file)) & RANK_3),
            -i16::from(enemy.pawns & own_king_file == 0),
            -n(beside(own_king_file) & 0xff & !file_fill(enemy.pawns)),
            pressure,
        ]
    }
}

const CENTRE_FILES: u64 = (FILE_A << 2) | (FILE_A << 3) | (FILE_A << 4) | (FILE_A << 5);
const RANKS_4_6: u64 = 0x0000_ffff_ff00_0000;
const RANK_3: u64 = 0x00ff_0000;
const RANK_7: u64 = 0x00ff_0000_0000_0000;
const WEAK: u64 = CENTRE_FILES & 0x0000_0000_ffff_0000;

fn n(squares: u64) -> i16 {
    squares.count_ones() as i16
}

fn squares(squares: u64) -> impl Iterator<Item = Square> {
    Bitboard(squares).into_iter()
}

/// Ranks a pawn has advanced.
fn advance(pawn: Square) -> i16 {
    pawn as i16 / 8 - 1
}

/// Where a pawn is promoted.
fn promotion(pawn: Square) -> Square {
    Square::new(56 + pawn as u32 % 8)
}

/// In king moves.
fn distance(one: Square, two: Square) -> i16 {
    one.distance(two) as i16
}

/// Steps of a file or rank, 0 to 7, from the nearer edge.
fn from_edge(line: i16) -> i16 {
    line.min(7 - line)
}
