//! EvoChess's search (Gross, Albrecht, Kantschik and Banzhaf 2002): an alpha-beta kernel whose decisions are evolved.

pub mod depth;
