//! Notes on what one looks at, lessons made of them, and their files.
