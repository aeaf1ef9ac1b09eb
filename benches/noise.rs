//! Benchmarks the distributions of a regular tree. Goal: depth 200 with area 60 in under a second.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use edagari::analysis::noise::RegularTree;

fn levels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("distributions of a regular tree");
    for (depth, area) in [(20, 20), (200, 60)] {
        let tree = RegularTree { depth, area, ..RegularTree::default() };
        group
            .bench_function(format!("depth {depth}, area {area}"), |bencher| bencher.iter(|| black_box(tree.levels())));
    }
    group.finish();
}

criterion_group!(benches, levels);
criterion_main!(benches);
