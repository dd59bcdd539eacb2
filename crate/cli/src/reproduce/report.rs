//! The report: the paper's figures beside ours, each with its command.

use std::fmt::Write;

use super::{size::Size, step::Step};

/// A figure.
#[derive(Clone, Debug)]
pub(super) struct Row {
    what: String,
    paper: String,
    ours: String,
    command: String,
}

/// Figures about one thing.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    title: &'static str,
    /// How the paper's figures and ours are not of the same thing.
    remark: String,
    rows: Vec<Row>,
}

impl Section {
    /// Without figures yet.
    pub(super) fn new(title: &'static str) -> Self {
        Self {
            title,
            remark: String::new(),
            rows: Vec::new(),
        }
    }

    /// How the paper's figures and ours are not of the same thing.
    pub(super) fn remark(&mut self, text: impl Into<String>) {
        self.remark = text.into();
    }

    /// A figure and the command that shows it.
    pub(super) fn row(
        &mut self,
        what: impl Into<String>,
        paper: impl Into<String>,
        ours: impl Into<String>,
        step: &Step,
    ) {
        self.rows.push(Row {
            what: what.into(),
            paper: paper.into(),
            ours: ours.into(),
            command: step.command(),
        });
    }
}

/// A value of the genes.
#[derive(Clone, Debug)]
pub(super) struct Gene {
    pub(super) name: &'static str,
    pub(super) paper: Option<f64>,
    /// Mean, least and greatest of the champions.
    pub(super) ours: String,
}

/// All of it.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) title: &'static str,
    pub(super) sections: Vec<Section>,
    /// The genes of the champions of imitation.
    pub(super) genes: Vec<Gene>,
    /// Programs that commands name.
    pub(super) programs: Vec<(String, String)>,
    /// The curve of the runs, as SVG.
    pub(super) curve: Option<String>,
}

impl Report {
    /// As a page of Markdown.
    pub(super) fn to_markdown(&self, size: &Size) -> String {
        let mut text = format!(
            "# {}\n\nmillipawn {}, size `{}`. Where several runs are counted: their mean, and in brackets the least and the \
             greatest. Commands are for one run or program where there are several (`$CHAMPION` is that of the first run); `DIR` is the folder of the data.\n",
            self.title,
            env!("CARGO_PKG_VERSION"),
            size.name
        );
        for section in &self.sections {
            let _ = write!(text, "\n## {}\n", section.title);
            if !section.remark.is_empty() {
                let _ = write!(text, "\n{}\n", section.remark);
            }
            let _ = write!(text, "\n| | paper | ours | command |\n|---|---|---|---|\n");
            for row in &section.rows {
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | `{}` |",
                    row.what, row.paper, row.ours, row.command
                );
            }
        }
        if !self.genes.is_empty() {
            text.push_str(
                "\n## Genes of the champions\n\n| gene | paper | ours |\n|---|---|---|\n",
            );
        }
        for Gene { name, paper, ours } in &self.genes {
            let paper = paper.map_or_else(|| "-".to_owned(), |value| format!("{value}"));
            let _ = writeln!(text, "| `{name}` | {paper} | {ours} |");
        }
        if !self.programs.is_empty() {
            text.push_str("\n## Programs that the commands name\n\n```\n");
            for (name, program) in &self.programs {
                let _ = writeln!(text, "{name}={program}");
            }
            text.push_str("```\n");
        }
        text
    }
}
