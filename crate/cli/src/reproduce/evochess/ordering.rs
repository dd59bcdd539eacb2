//! The move ordering bred alone: nodes by depth, beside orders made by hand.

use std::collections::BTreeMap;

use millipawn_engine::examples::import::grouped;

use crate::{
    failure::Failure,
    orderings::{Counted, whole},
    reproduce::{
        report::Section,
        step::{Named, Step, Word, words},
    },
};

use super::{Laboratory, pgn};

/// The depth that the paper tells of, in plies.
const PUBLISHED_DEPTH: u32 = 6;

/// An order of moves that is counted.
struct Order {
    /// As `orderings` names it; none for that of the bred program.
    id: Option<&'static str>,
    name: &'static str,
    /// Nodes at [`PUBLISHED_DEPTH`].
    published: Option<u64>,
}

const ORDERS: [Order; 6] = [
    Order {
        id: Some(RANDOM),
        name: "random order",
        published: Some(7_000_000),
    },
    Order {
        id: Some(PUBLISHED),
        name: "f-negascout as published",
        published: Some(1_000_000),
    },
    Order {
        id: Some("captures"),
        name: "f-negascout, captures first",
        published: None,
    },
    Order {
        id: Some("history"),
        name: "history tables",
        published: None,
    },
    Order {
        id: Some("hand"),
        name: "weights set by hand",
        published: None,
    },
    Order {
        id: None,
        name: "evolved weights",
        published: Some(250_000),
    },
];
const RANDOM: &str = "random";
const PUBLISHED: &str = "published";

impl Order {
    /// What the paper tells, in the row of the greatest depth.
    fn paper(&self, depth: u32, deepest: u32) -> String {
        match self.published {
            Some(nodes) if depth == PUBLISHED_DEPTH => grouped(nodes),
            Some(nodes) if depth == deepest => {
                format!("{} at depth {PUBLISHED_DEPTH}", grouped(nodes))
            }
            _ => "-".to_owned(),
        }
    }
}

/// The run, and the nodes of its champion's order and of others. Answers the champion.
pub(super) fn section(laboratory: &Laboratory<'_>) -> Result<(Named, Section), Failure> {
    let size = laboratory.size;
    let mut section = Section::new("The move ordering alone");
    let step = laboratory.evolve_ordering("ordering".to_owned(), 1, &[size.ordering]);
    let (run, _) = laboratory.run(&step)?;
    for generation in [run.first(), run.last()] {
        let positions = f64::from(generation.positions.unwrap_or(1));
        section.row(
            format!("generation {}: nodes a position", generation.generation),
            "-",
            format!(
                "best {}, average {}",
                whole(generation.best / positions),
                whole(generation.mean / positions)
            ),
            &step,
        );
    }
    if let Some(unseen) = &run.last().unseen {
        section.row(
            format!(
                "the best, on {} positions of games that were set aside",
                grouped(unseen.positions.into())
            ),
            "-",
            whole(unseen.nodes_a_position()),
            &step,
        );
    }
    let evolved = Named::new(run.champion.chromosome, "EVOLVED");
    for (counted, order, step) in counted(laboratory, &evolved)? {
        section.row(
            format!("depth {}, {}", counted.depth, order.name),
            order.paper(counted.depth, size.depth),
            counted.shown(),
            &step,
        );
    }
    section.remark(remark(laboratory));
    Ok((evolved, section))
}

/// What all orders take, by depth and in the order of the list; as shares of what f-negascout takes as published.
fn counted(
    laboratory: &Laboratory<'_>,
    evolved: &Named,
) -> Result<Vec<(Counted, &'static Order, Step)>, Failure> {
    let size = laboratory.size;
    let others: Vec<&str> = ORDERS.iter().filter_map(|order| order.id).collect();
    let others = others.into_iter().filter(|id| *id != RANDOM);
    let others = others.collect::<Vec<_>>().join(",");
    let steps = [
        count(laboratory, "orders-random", Vec::new(), RANDOM, size.depth),
        count(
            laboratory,
            "orders",
            vec![evolved.word()],
            &others,
            size.depth,
        ),
    ];
    let mut all: Vec<(Counted, usize, Step)> = Vec::new();
    for step in steps {
        for counted in laboratory.steps.done(&step)?.all::<Counted>()? {
            let is_it = |order: &Order| order.id.is_none_or(|id| id == counted.order);
            // The bred program is the last of the list.
            let place = ORDERS.iter().position(is_it).expect("the last is any");
            all.push((counted, place, step.clone()));
        }
    }
    all.sort_by_key(|(counted, place, _)| (counted.depth, *place));
    let published: BTreeMap<u32, f64> = all
        .iter()
        .filter(|(counted, ..)| counted.order == PUBLISHED)
        .map(|(counted, ..)| (counted.depth, counted.mean))
        .collect();
    let shared = all.into_iter().map(|(mut counted, place, step)| {
        counted.share = published
            .get(&counted.depth)
            .map(|nodes| counted.mean / nodes);
        (counted, &ORDERS[place], step)
    });
    Ok(shared.collect())
}

/// A command that counts.
fn count(
    laboratory: &Laboratory<'_>,
    name: &str,
    programs: Vec<Word>,
    orders: &str,
    depth: u32,
) -> Step {
    Step::new(name, words!["orderings"])
        .with(programs)
        .with(words![
            "--orders",
            orders,
            "--depth",
            depth,
            "--count",
            laboratory.size.counted
        ])
        .with(pgn(laboratory.others.as_ref()))
}

fn remark(laboratory: &Laboratory<'_>) -> String {
    let bred_on = match laboratory.games {
        Some(_) => "games of `gm/train.pgn`",
        None => "the sample games",
    };
    let counted = match (&laboratory.others, &laboratory.games) {
        (Some(_), _) => "those of `gm/classic.pgn`",
        (None, Some(_)) => "those of the sample games",
        (None, None) => "those of the same games, so that some of them were bred on",
    };
    format!(
        "Bred on positions of {bred_on}; counted are {counted}: nodes a position, the 95 % interval, and the share of what f-negascout takes as \
         published. All other orders but captures first are those of alpha-beta, as in the paper. Its orders were bred by games, together with the other \
         modules, and its figures are averages over more than 1,000 moves."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_figure_stands_at_its_depth_or_the_greatest() {
        let random = &ORDERS[0];
        assert_eq!(random.paper(6, 6), "7,000,000");
        assert_eq!(random.paper(4, 4), "7,000,000 at depth 6");
        assert_eq!(random.paper(3, 4), "-");
        assert_eq!(ORDERS[2].paper(6, 6), "-");
    }
}
