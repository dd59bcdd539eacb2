//! The kernel of EvoChess's programs (Gross et al. 2002, Table 1): alpha-beta that asks one part in what order to try moves, one how deep to
//! search, and one what a leaf is worth. No table, no quiescence, no iterative deepening.
//!
//! The paper's two functions for the two sides are one here. Whoever runs out of nodes goes on with static values, as published.

use shakmaty::{Chess, Move, Position};

use crate::{
    chess::key::key,
    evaluation::{Evaluate, MATE},
    search::{
        MAX_PLY,
        decided::{is_draw, mate_or_stalemate},
        node::{MoveOrder, Node},
        parameters::PLY,
        quiescence::tie_key,
        tree::Root,
    },
};

/// A bound beyond every score.
pub(super) const INFINITY: i32 = MATE + 1;

/// What a depth module may know of a node.
pub struct View<'a> {
    /// The position.
    pub position: &'a Chess,
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to be searched, before the module has its say.
    pub horizon: i32,
    /// The score that the side to move is sure of, in sixteenths of a millipawn.
    pub alpha: i32,
    /// With this score or more the opponent avoids the node.
    pub beta: i32,
    /// The move that led here; `None` at the root.
    pub last: Option<LastMove>,
    /// Nodes searched so far for this move of the game.
    pub nodes: u64,
    /// Nodes that may be.
    pub nodes_available: u64,
    /// Evaluates the position, for the side to move.
    pub score: &'a mut dyn FnMut() -> i32,
}

/// A move with what was known of it before it was made.
#[derive(Clone, Copy, Debug)]
pub struct LastMove {
    /// The move.
    pub m: Move,
    /// Its place in the order of its siblings, from 1.
    pub place: usize,
    /// How many siblings there are, itself included.
    pub siblings: usize,
    /// What the move ordering gave it.
    pub value: i32,
}

/// Decides how deep nodes are searched.
pub trait DepthModule {
    /// A new game begins.
    fn new_game(&mut self);

    /// The search of a new move begins.
    fn new_search(&mut self);

    /// By how many plies to search deeper below this node than was left, or less deep.
    fn change(&mut self, view: &mut View<'_>) -> i32;
}

/// Every line as long as the horizon is at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixedDepth;

impl DepthModule for FixedDepth {
    fn new_game(&mut self) {}

    fn new_search(&mut self) {}

    #[inline(always)]
    fn change(&mut self, _: &mut View<'_>) -> i32 {
        0
    }
}

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Plies to be searched, as the root has them.
    pub horizon: u32,
    /// No line is longer, whatever the depth module says.
    pub deepest: u32,
    /// Nodes after which only static values are taken.
    pub nodes: u64,
}

impl Reach {
    /// As published: the horizon is 2 at the root, and no line is longer than 10.
    pub const fn published(nodes: u64) -> Self {
        Self {
            horizon: 2,
            deepest: 10,
            nodes,
        }
    }

    /// All lines as long as `depth`.
    pub const fn fixed(depth: u32, nodes: u64) -> Self {
        Self {
            horizon: depth,
            deepest: depth,
            nodes,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its value for the side to move, in sixteenths of a millipawn.
    pub score: i32,
    /// The best move and the expected continuation; never empty.
    pub line: Vec<Move>,
    /// Nodes, leaves included, without the root.
    pub nodes: u64,
    /// The longest line, in plies.
    pub deepest: u32,
    /// Whether the nodes ran out, so that static values were taken.
    pub ran_out: bool,
}

/// The search with its three parts.
#[derive(Clone, Debug)]
pub struct Kernel<E, O, D> {
    /// Evaluates the leaves.
    pub evaluation: E,
    /// Orders the moves.
    pub order: O,
    /// Decides how deep to search.
    pub depth: D,
    now: State,
}

/// The state of the search under way.
#[derive(Clone, Debug, Default)]
struct State {
    nodes: u64,
    most_nodes: u64,
    most_plies: usize,
    deepest: usize,
    ran_out: bool,
    /// Keys of the game's earlier positions, then of those on the path to the current node.
    path: Vec<u64>,
    /// How many of them belong to the game.
    played: usize,
    /// The only moves to try at the root; none means all.
    among: Vec<Move>,
    /// The best line from each ply on (a triangular table).
    lines: Vec<Vec<Move>>,
}

/// A node on the path that is being searched.
struct Here<'a, K> {
    position: &'a Chess,
    accumulator: &'a K,
    ply: usize,
    horizon: i32,
    last: Option<LastMove>,
    before_last: Option<Move>,
}

/// A legal move with its value.
#[derive(Clone, Copy)]
struct Valued {
    m: Move,
    value: i32,
    /// Larger for greater values, of equal ones for the first by (from, to, promotion).
    rank: i64,
}

impl Valued {
    fn new(m: Move, value: i32) -> Self {
        Self {
            m,
            value,
            rank: i64::from(value) << 16 | i64::from(!tie_key(m)),
        }
    }
}

impl<E: Evaluate, O: MoveOrder, D: DepthModule> Kernel<E, O, D> {
    /// A search of these parts.
    pub fn new(evaluation: E, order: O, depth: D) -> Self {
        Self {
            evaluation,
            order,
            depth,
            now: State::default(),
        }
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        self.depth.new_game();
    }

    /// Searches; `None` without a legal move. `stop` is called every 1024 nodes: if it says so, the nodes have run out.
    pub fn search(
        &mut self,
        root: Root<'_>,
        reach: Reach,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        self.search_among(root, &[], reach, stop)
    }

    /// The same with these root moves alone; none means all.
    pub fn search_among(
        &mut self,
        root: Root<'_>,
        among: &[Move],
        reach: Reach,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        self.order.new_search();
        self.depth.new_search();
        let most_plies = reach.deepest.clamp(1, MAX_PLY as u32 - 1) as usize;
        self.now = State {
            most_nodes: reach.nodes,
            most_plies,
            path: root.earlier.to_vec(),
            played: root.earlier.len(),
            among: among.to_vec(),
            lines: vec![Vec::new(); most_plies + 2],
            ..State::default()
        };
        let accumulator = self.evaluation.refresh(root.position);
        let here = Here {
            position: root.position,
            accumulator: &accumulator,
            ply: 0,
            horizon: reach.horizon as i32,
            last: None,
            before_last: None,
        };
        let score = self.node(&here, -INFINITY, INFINITY, stop);
        let now = &mut self.now;
        let line = std::mem::take(&mut now.lines[0]);
        (!line.is_empty()).then_some(Found {
            score,
            line,
            nodes: now.nodes,
            deepest: now.deepest as u32,
            ran_out: now.ran_out,
        })
    }

    /// The value of a node: within the window where its moves are searched (fail-hard, as published), and as it is for a leaf, a draw or
    /// a mate.
    fn node(
        &mut self,
        here: &Here<'_, E::Accumulator>,
        alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        self.now.lines[here.ply].clear();
        if here.ply > 0 {
            self.count(here.ply, stop);
            let (path, played) = (&self.now.path, self.now.played);
            if is_draw(here.position, || key(here.position), path, played) {
                return 0;
            }
        }
        if let Some(score) = mate_or_stalemate(here.position, here.ply) {
            return score;
        }
        let mut score = None;
        let rest = here.horizon + self.change(here, alpha, beta, &mut score);
        let is_leaf = here.ply > 0 && (rest <= 0 || self.now.ran_out);
        if is_leaf || here.ply >= self.now.most_plies {
            return score.unwrap_or_else(|| self.evaluate(here));
        }
        self.now.path.push(key(here.position));
        let value = self.inner(here, rest, alpha, beta, stop);
        self.now.path.pop();
        value
    }

    fn evaluate(&mut self, here: &Here<'_, E::Accumulator>) -> i32 {
        self.evaluation.evaluate(here.position, here.accumulator)
    }

    /// What the depth module says; a line that cannot be longer does not ask it.
    #[inline]
    fn change(
        &mut self,
        here: &Here<'_, E::Accumulator>,
        alpha: i32,
        beta: i32,
        score: &mut Option<i32>,
    ) -> i32 {
        if here.ply >= self.now.most_plies {
            return 0;
        }
        let evaluation = &mut self.evaluation;
        let mut evaluate =
            || *score.get_or_insert_with(|| evaluation.evaluate(here.position, here.accumulator));
        self.depth.change(&mut View {
            position: here.position,
            ply: here.ply,
            horizon: here.horizon,
            alpha,
            beta,
            last: here.last,
            nodes: self.now.nodes,
            nodes_available: self.now.most_nodes,
            score: &mut evaluate,
        })
    }

    /// Tries the moves one after the other.
    fn inner(
        &mut self,
        here: &Here<'_, E::Accumulator>,
        rest: i32,
        alpha: i32,
        beta: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let node = Node {
            position: here.position,
            ply: here.ply,
            depth: rest * PLY,
            alpha,
            beta,
            in_check: here.position.is_check(),
            last: here.last.map(|last| last.m),
            before_last: here.before_last,
        };
        let mut moves = self.valued(&node);
        let siblings = moves.len();
        let mut best = alpha;
        for at in 0..siblings {
            bring_best_to(&mut moves, at);
            let Valued { m, value, .. } = moves[at];
            let mut position = here.position.clone();
            position.play_unchecked(m);
            let accumulator = self.evaluation.update(here.accumulator, here.position, m);
            let child = Here {
                position: &position,
                accumulator: &accumulator,
                ply: here.ply + 1,
                horizon: rest - 1,
                last: Some(LastMove {
                    m,
                    place: at + 1,
                    siblings,
                    value,
                }),
                before_last: node.last,
            };
            let score = -self.node(&child, -beta, -best, stop);
            if score > best {
                best = score;
                self.extend_line(here.ply, m);
            }
            if best >= beta {
                let tried: Vec<Move> = moves[..=at].iter().map(|tried| tried.m).collect();
                self.order.on_cutoff(&node, &tried);
                return best;
            }
        }
        best
    }

    /// The legal moves with their values.
    fn valued(&self, node: &Node<'_>) -> Vec<Valued> {
        let moves = node.position.legal_moves().into_iter();
        let among = &self.now.among;
        let is_tried = |m: &Move| node.ply > 0 || among.is_empty() || among.contains(m);
        let valued = moves.filter(is_tried);
        let valued = valued.map(|m| Valued::new(m, self.order.settled_score(node, m)));
        valued.collect()
    }

    fn extend_line(&mut self, ply: usize, m: Move) {
        let (front, back) = self.now.lines.split_at_mut(ply + 1);
        front[ply].clear();
        front[ply].push(m);
        front[ply].extend_from_slice(&back[0]);
    }

    fn count(&mut self, ply: usize, stop: &mut dyn FnMut() -> bool) {
        let now = &mut self.now;
        now.nodes += 1;
        now.deepest = now.deepest.max(ply);
        now.ran_out |= now.nodes >= now.most_nodes || now.nodes.is_multiple_of(1024) && stop();
    }
}

/// Brings the move of the highest rank among those from `at` on to that place.
/// Most nodes are left after a few moves, so that sorting all would be a waste.
fn bring_best_to(moves: &mut [Valued], at: usize) {
    let rest = moves[at..].iter().enumerate();
    let best = rest.max_by_key(|(_, valued)| valued.rank);
    if let Some((place, _)) = best {
        moves.swap(at, at + place);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        evaluation::evochess::EvoChess,
        search::{
            evochess::order::{Order, RandomOrder, TABLE, Weights},
            negascout::Negascout,
            node::HistoryTables,
        },
    };

    /// A position after some moves, and the keys of those before it.
    fn played(choices: &[u16]) -> (Chess, Vec<u64>) {
        let (mut position, mut earlier) = (Chess::default(), Vec::new());
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            earlier.push(key(&position));
            position.play_unchecked(moves[usize::from(*choice) % moves.len()]);
        }
        (position, earlier)
    }

    fn to_depth(order: impl MoveOrder, root: Root<'_>, depth: u32) -> Option<Found> {
        let reach = Reach::fixed(depth, u64::MAX);
        Kernel::new(EvoChess::standard(), order, FixedDepth).search(root, reach, &mut || false)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// `negascout` has its value from minimax by definition.
        #[test]
        fn any_order_finds_the_value_of_minimax(
            choices in proptest::collection::vec(any::<u16>(), 0..120),
            weights in proptest::collection::vec(0_i32..=10_000, TABLE.len()),
            depth in 1_u32..=3,
        ) {
            let (position, earlier) = played(&choices);
            let root = Root { position: &position, earlier: &earlier };
            let expected = Negascout::new(EvoChess::standard()).search(root, depth, &mut || false);
            let mut bred = Weights::DEFAULT;
            for (row, value) in TABLE.iter().zip(weights) {
                bred.set(row.name, i64::from(value)).expect("within its range");
            }
            for found in [
                to_depth(Order::new(bred), root, depth),
                to_depth(RandomOrder::new(depth.into()), root, depth),
                to_depth(HistoryTables::default(), root, depth),
            ] {
                prop_assert_eq!(
                    found.as_ref().map(|found| found.score),
                    expected.as_ref().map(|found| found.score)
                );
            }
        }
    }

    #[test]
    fn who_runs_out_of_nodes_takes_static_values() {
        let (position, earlier) = played(&[]);
        let root = Root {
            position: &position,
            earlier: &earlier,
        };
        let mut kernel = Kernel::new(
            EvoChess::standard(),
            Order::new(Weights::DEFAULT),
            FixedDepth,
        );
        let mut search = |nodes, stop: bool| {
            let reach = Reach::fixed(4, nodes);
            kernel
                .search(root, reach, &mut || stop)
                .expect("there are moves")
        };
        let whole = search(u64::MAX, false);
        assert!(!whole.ran_out && whole.deepest == 4, "{whole:?}");
        let short = search(100, false);
        assert!(short.ran_out && short.nodes >= 100, "{short:?}");
        // The rest of each level is visited once more.
        assert!(short.nodes < 100 + 4 * 30, "{short:?}");
        let stopped = search(u64::MAX, true);
        assert!(
            stopped.ran_out && stopped.nodes < 1024 + 4 * 40,
            "{stopped:?}"
        );
        assert_eq!(search(u64::MAX, false), whole, "nothing is remembered");
    }

    #[test]
    fn without_a_move_there_is_nothing_to_find() {
        let position = crate::chess::game::read_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
        let position = position.expect("a position");
        let root = Root {
            position: &position,
            earlier: &[],
        };
        assert_eq!(to_depth(RandomOrder::new(1), root, 3), None);
    }
}
