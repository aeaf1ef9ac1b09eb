//! Exercises: a tree to be searched by hand, by a stated convention; what is right, and the grade of an answer.
