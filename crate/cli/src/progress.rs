//! Progress on standard error, for people: silent where a program listens.

use indicatif::{ProgressBar, ProgressStyle};

/// Of bytes.
pub fn bytes(shows: bool, total: u64) -> ProgressBar {
    bar(
        shows,
        total,
        "{wide_bar} {binary_bytes} of {binary_total_bytes}, {binary_bytes_per_sec}, {eta} left",
    )
}

/// Of generations or pieces of work, with a message, and behind it, as the prefix, who works.
pub fn steps(shows: bool, total: u64) -> ProgressBar {
    bar(
        shows,
        total,
        "{wide_bar} {pos} of {len}, {eta} left  {msg}{prefix}",
    )
}

fn bar(shows: bool, total: u64, template: &str) -> ProgressBar {
    if !shows {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("written here");
    ProgressBar::new(total).with_style(style)
}
