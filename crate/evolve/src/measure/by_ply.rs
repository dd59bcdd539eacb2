//! Nodes of searches by the ply of the game that their positions come from: what figures 3 and 4 of Gross et al. 2002 show as box plots.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::measure::five_numbers::FiveNumbers;

/// Plies of a group; our choice.
const PLIES: u32 = 10;
/// The last group has all plies from its first on: few games go on for long.
const LAST: u32 = 8;
/// There are no more groups.
pub const MOST_GROUPS: usize = LAST as usize + 1;

/// Nodes of the positions of a group of plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyGroup {
    /// The first ply of the group; that of a game is 1.
    pub from: u32,
    /// The last; `None` where the group is open.
    pub to: Option<u32>,
    /// Positions of the group.
    pub positions: u32,
    /// Nodes a position.
    pub nodes: FiveNumbers,
}

/// The groups that have positions. `searched`: of each position the half-moves played before it, and its nodes.
pub fn by_ply(searched: impl Iterator<Item = (u32, u64)>) -> Vec<PlyGroup> {
    let mut groups = BTreeMap::<u32, Vec<u64>>::new();
    for (half_moves, nodes) in searched {
        let group = (half_moves / PLIES).min(LAST);
        groups.entry(group).or_default().push(nodes);
    }
    let of_group = |(group, nodes): (u32, Vec<u64>)| {
        Some(PlyGroup {
            from: group * PLIES + 1,
            to: (group < LAST).then_some((group + 1) * PLIES),
            positions: nodes.len() as u32,
            nodes: FiveNumbers::of(nodes)?,
        })
    };
    groups.into_iter().filter_map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_ten_plies_and_the_last_all_others() {
        let searched = [
            (80, 7),
            (0, 1),
            (9, 3),
            (10, 5),
            (79, 6),
            (300, 9),
            (u32::MAX, 8),
        ];
        let groups = by_ply(searched.into_iter());
        let shown: Vec<_> = groups
            .iter()
            .map(|group| (group.from, group.to, group.positions, group.nodes.median))
            .collect();
        assert_eq!(
            shown,
            [
                (1, Some(10), 2, 2),
                (11, Some(20), 1, 5),
                (71, Some(80), 1, 6),
                (81, None, 3, 8)
            ]
        );
    }
}
