//! `millipawn orderings`: how many nodes searches to a fixed depth take, by the order in which they try moves.

use std::{fmt::Write as _, ops::ControlFlow, path::Path};

use millipawn_engine::{
    Example,
    chess::{
        game::{read_fen, write_fen},
        ply,
    },
    examples::import::{ImportSettings, grouped},
    search::evochess::{count::Ordering, order},
};
use millipawn_evolve::{
    job::{
        task::{Job, JobResult},
        tree_size::TreeSize,
    },
    measure::by_ply::{PlyGroup, by_ply},
    run::{ordering::Settings, settings::RunSettings},
    system::evochess,
};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use crate::{
    arguments::OrderingsArguments, checkpoint_file, evaluate, failure::Failure, games, output,
    pool::Pool, progress, text_file,
};

/// Positions in a piece of work.
const CHUNK: usize = 20;

/// An order of moves with its name.
struct Named {
    name: String,
    ordering: Ordering,
}

/// What one order takes at one depth.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(crate) struct Counted {
    /// Its name.
    pub(crate) order: String,
    /// In plies.
    pub(crate) depth: u32,
    positions: usize,
    /// Nodes a position.
    pub(crate) mean: f64,
    /// Its 95 % interval.
    low: f64,
    high: f64,
    /// As a share of what f-negascout as published takes for the same positions, where that is counted too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<f64>,
    /// Searches that took more than they may.
    ended: usize,
}

/// What one order takes at the greatest depth, for positions of a group of plies.
#[derive(Serialize)]
struct CountedByPly<'a> {
    order: &'a str,
    depth: u32,
    #[serde(flatten)]
    group: PlyGroup,
}

/// Counts, and prints tables.
///
/// # Errors
/// Programs, files or positions that cannot be used, or standard output.
pub fn run(arguments: &OrderingsArguments) -> Result<(), Failure> {
    let orders = orders(arguments)?;
    let positions = positions(arguments)?;
    if let Some(path) = &arguments.write {
        let text: String = positions
            .iter()
            .map(|position| write_fen(position) + "\n")
            .collect();
        checkpoint_file::write_text(path, &text)?;
    }
    let pool = Pool::with_network(&arguments.pool)?;
    let examples: Vec<Example> = positions.iter().map(example).collect();
    let mut lines = Vec::new();
    let mut deepest = Vec::new();
    for depth in 1..=arguments.depth {
        deepest = at_depth(arguments, &orders, &examples, &pool, depth)?;
        let of_depth = lines_of(arguments, &orders, &deepest, depth);
        if arguments.json {
            of_depth.iter().try_for_each(output::json)?;
        }
        lines.extend(of_depth);
    }
    let by_ply = match arguments.by_ply {
        true => lines_by_ply(arguments.depth, &orders, &positions, &deepest),
        false => Vec::new(),
    };
    if arguments.json {
        return by_ply.iter().try_for_each(output::json);
    }
    output::line(table(&orders, &lines, positions.len()).trim_end())?;
    if by_ply.is_empty() {
        return Ok(());
    }
    output::line(format_args!(
        "\n{}",
        table_by_ply(arguments.depth, &by_ply).trim_end()
    ))
}

/// Those that are made by hand, and those of programs.
fn orders(arguments: &OrderingsArguments) -> Result<Vec<Named>, Failure> {
    let hand_made = [
        ("random", Ordering::Random(arguments.seed)),
        ("published", Ordering::Published),
        ("captures", Ordering::Captures),
        ("history", Ordering::History),
        ("hand", Ordering::Module(Box::new(order::Weights::DEFAULT))),
    ];
    let is_asked = |name: &str| {
        arguments.orders.is_empty() || arguments.orders.iter().any(|asked| asked == name)
    };
    let chosen = hand_made.into_iter().filter(|(name, _)| is_asked(name));
    let mut orders: Vec<Named> = chosen
        .map(|(name, ordering)| Named {
            name: name.to_owned(),
            ordering,
        })
        .collect();
    for program in &arguments.programs {
        let chromosome = &program.evaluation;
        let text = chromosome.to_string();
        let name = format!("{}:{}", chromosome.system.id(), &text[text.len() - 6..]);
        let offered = chromosome.system.offers(Settings::KIND);
        offered.map_err(|why| Failure::of(&name, why))?;
        let weights = evochess::order_weights(&evochess::Parts::of(&chromosome.genome).order);
        let ordering = Ordering::Module(Box::new(weights));
        orders.push(Named { name, ordering });
    }
    Ok(orders)
}

/// Those of the file, or a sample of those of the games; each with the number of its move.
fn positions(arguments: &OrderingsArguments) -> Result<Vec<Chess>, Failure> {
    if let Some(path) = &arguments.positions {
        return of_file(path);
    }
    let import = ImportSettings {
        keep: arguments.count,
        sample_seed: arguments.seed,
        drop_duplicates: true,
        ..evaluate::every_position()
    };
    let (set, summary) = games::read(&arguments.pgn, import, !arguments.json)?;
    eprintln!("{summary}");
    let positions = set.iter().filter_map(|example| {
        let (position, _) = example.unpack()?;
        Some(ply::after(&position, example.ply.into()))
    });
    Ok(positions.collect())
}

fn of_file(path: &Path) -> Result<Vec<Chess>, Failure> {
    let text = text_file::read(path)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = |(at, line): (usize, &str)| {
        let refused = |why: String| Failure::Refused(Failure::place(path, "", at + 1, why));
        let position = read_fen(line.trim()).map_err(|why| refused(why.to_string()))?;
        match position.legal_moves().is_empty() {
            true => Err(refused("there is no move to search".to_owned())),
            false => Ok(position),
        }
    };
    let positions: Vec<Chess> = lines.map(read).collect::<Result<_, _>>()?;
    match positions.is_empty() {
        true => Err(Failure::file(path, "it has no position")),
        false => Ok(positions),
    }
}

/// A position as work holds it: without the counter of the fifty-move rule. The move does not matter.
fn example(position: &Chess) -> Example {
    let first = position.legal_moves().first().copied();
    let example = first.and_then(|first| Example::new(position, first));
    example.expect("a position has a legal move and 32 men at most")
}

/// What searches of so many plies take: the nodes of every position, order by order.
fn at_depth(
    arguments: &OrderingsArguments,
    orders: &[Named],
    examples: &[Example],
    pool: &Pool,
    depth: u32,
) -> Result<Vec<Vec<u64>>, Failure> {
    let pieces: Vec<(&Named, &[Example])> = orders
        .iter()
        .flat_map(|named| examples.chunks(CHUNK).map(move |chunk| (named, chunk)))
        .collect();
    let bar = progress::steps(!arguments.json, pieces.len() as u64);
    let jobs = pieces.iter().map(|(named, chunk)| {
        Job::TreeSize(Box::new(TreeSize {
            ordering: named.ordering.clone(),
            depth,
            most: arguments.most.unwrap_or(u64::MAX),
            examples: chunk.to_vec(),
        }))
    });
    let read = |piece: usize, result: &JobResult| match result {
        JobResult::TreeSize(nodes) if nodes.len() == pieces[piece].1.len() => Some(nodes.clone()),
        _ => None,
    };
    let mut nodes = Vec::with_capacity(orders.len() * examples.len());
    pool.in_order(&bar, jobs, read, |_, counted| {
        nodes.extend(counted);
        Ok(ControlFlow::Continue(()))
    })?;
    pool.conclude(&bar);
    Ok(nodes.chunks(examples.len()).map(<[_]>::to_vec).collect())
}

/// A line an order.
fn lines_of(
    arguments: &OrderingsArguments,
    orders: &[Named],
    nodes: &[Vec<u64>],
    depth: u32,
) -> Vec<Counted> {
    let most = arguments.most.unwrap_or(u64::MAX);
    let of_orders = orders.iter().zip(nodes);
    let mut lines: Vec<Counted> = of_orders
        .map(|(named, nodes)| line(&named.name, depth, nodes, most))
        .collect();
    let published = lines.iter().find(|line| line.order == "published");
    if let Some(published) = published.map(|line| line.mean) {
        lines
            .iter_mut()
            .for_each(|line| line.share = Some(line.mean / published));
    }
    lines
}

/// A line for each group of plies and each order.
fn lines_by_ply<'a>(
    depth: u32,
    orders: &'a [Named],
    positions: &[Chess],
    nodes: &[Vec<u64>],
) -> Vec<CountedByPly<'a>> {
    let plies: Vec<u32> = positions.iter().map(ply::played_before).collect();
    let of_orders = orders.iter().zip(nodes);
    let mut lines: Vec<CountedByPly<'_>> = of_orders
        .flat_map(|(named, nodes)| {
            let searched = plies.iter().copied().zip(nodes.iter().copied());
            let groups = by_ply(searched).into_iter();
            groups.map(|group| CountedByPly {
                order: &named.name,
                depth,
                group,
            })
        })
        .collect();
    lines.sort_by_key(|line| line.group.from);
    lines
}

fn line(order: &str, depth: u32, nodes: &[u64], most: u64) -> Counted {
    /// Of the normal distribution: there are hundreds of positions.
    const Z: f64 = 1.96;
    let count = nodes.len() as f64;
    let mean = nodes.iter().sum::<u64>() as f64 / count;
    let squares = nodes.iter().map(|nodes| (*nodes as f64 - mean).powi(2));
    let error = (squares.sum::<f64>() / (count - 1.0).max(1.0) / count).sqrt();
    Counted {
        order: order.to_owned(),
        depth,
        positions: nodes.len(),
        mean,
        low: mean - Z * error,
        high: mean + Z * error,
        share: None,
        ended: nodes.iter().filter(|nodes| **nodes >= most).count(),
    }
}

/// A row a depth, a column an order.
fn table(orders: &[Named], lines: &[Counted], positions: usize) -> String {
    let mut text = format!(
        "Nodes a position, {} position{}; beside them 95 % intervals\n\n",
        grouped(positions as u64),
        if positions == 1 { "" } else { "s" }
    );
    let names = orders.iter().map(|named| format!(" {} |", named.name));
    let rule = "---|".repeat(orders.len());
    // Writing into a string cannot fail.
    let _ = writeln!(text, "| depth |{}\n|---|{rule}", names.collect::<String>());
    for of_depth in lines.chunks(orders.len()) {
        let cells = of_depth.iter().map(|line| format!(" {} |", line.shown()));
        let _ = writeln!(
            text,
            "| {} |{}",
            of_depth[0].depth,
            cells.collect::<String>()
        );
    }
    text
}

/// A row for each group of plies and each order.
fn table_by_ply(depth: u32, lines: &[CountedByPly<'_>]) -> String {
    let mut text = format!(
        "Nodes a position at depth {depth}, by ply of the game\n\n\
         | plies | positions | order | least | lower quartile | median | upper quartile | greatest |\n|---|---|---|---|---|---|---|---|\n"
    );
    for CountedByPly { order, group, .. } in lines {
        let plies = match group.to {
            Some(to) => format!("{} to {to}", group.from),
            None => format!("{} and later", group.from),
        };
        let positions = grouped(group.positions.into());
        let nodes = group.nodes.to_array().map(grouped).join(" | ");
        // Writing into a string cannot fail.
        let _ = writeln!(text, "| {plies} | {positions} | {order} | {nodes} |");
    }
    text
}

/// A number of nodes without its fraction.
pub(crate) fn whole(nodes: f64) -> String {
    grouped(nodes.max(0.0).round() as u64)
}

impl Counted {
    /// Nodes a position, their interval and share.
    pub(crate) fn shown(&self) -> String {
        let share = self
            .share
            .map_or_else(String::new, |share| format!(", {share:.2}"));
        let ended = match self.ended {
            0 => String::new(),
            ended => format!(", {ended} ended"),
        };
        format!(
            "{} ({} to {}){share}{ended}",
            whole(self.mean),
            whole(self.low),
            whole(self.high)
        )
    }
}
