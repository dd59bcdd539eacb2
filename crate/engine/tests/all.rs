//! One program of all tests: each of its own would compile searches anew.

mod common;
mod engine;
mod falcon;
mod features;
mod full_width;
mod game;
mod import_games;
mod import_packed;
mod import_shared;
mod meep;
mod minimax;
mod parts;
mod perft;
mod positions;
mod search;
mod uci;
