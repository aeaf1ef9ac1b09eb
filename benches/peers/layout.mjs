// The tidy layout of all 549,946 nodes of tic-tac-toe by d3-hierarchy.
import { hierarchy, tree } from "d3-hierarchy";

const LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const isWon = (squares) => LINES.some((line) => (squares & line) === line);

let count = 0;
function grow(mover, other) {
  count += 1;
  const children = [];
  if (!isWon(other)) {
    for (let square = 0; square < 9; square += 1) {
      if (!((mover | other) & (1 << square))) children.push(grow(other, mover | (1 << square)));
    }
  }
  return children.length > 0 ? { children } : {};
}

const root = hierarchy(grow(0, 0));
const times = [];
for (let round = 0; round < 3; round += 1) {
  const since = process.hrtime.bigint();
  tree().nodeSize([1, 1])(root);
  times.push(Number(process.hrtime.bigint() - since) / count);
}
times.sort((a, b) => a - b);
console.log(`d3.tree: ${Math.round(times[1])} ns a node (${count} nodes)`);
