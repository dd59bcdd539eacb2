//! How EvoChess's programs search (Gross et al. 2002): a kernel with three evolved parts. Two of them are here, move ordering and depth; the
//! third, the position module, is [`evaluation::evochess`](crate::evaluation::evochess).

pub mod count;
pub mod depth;
pub mod individual;
pub mod kernel;
pub mod module;
pub mod order;
pub mod preview;
