//! All test files of this crate as one program, since each program would compile the generic searches anew. A new file is listed here.

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
