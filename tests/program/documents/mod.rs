//! Documents show what the program does: their figures, pictures and recordings are made anew and compared.

mod ladder;
mod pictures;
mod tutorial;
