//! All test files of this crate as one program, since each program would compile the generic searches anew. A new file is listed here.

mod ablation;
mod changes;
mod classes;
mod common;
mod endings;
mod families;
mod genomes;
mod ladder;
mod learn;
mod learning;
mod links;
mod offers;
mod operators;
mod ordering;
mod run;
mod stages;
mod suite;
mod supervised;
mod texts;
