//! One program of all tests: each of its own would compile searches anew.

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
