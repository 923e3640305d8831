/** Joins the numbers of each child into families (union-find). `top` returns the number that represents a family. */
function joinNumbers(children: Iterable<readonly string[]>) {
  const above = new Map<string, string>();
  const top = (number: string): string => {
    let at = number;
    for (let next = above.get(at); next !== undefined && next !== at; next = above.get(at)) at = next;
    above.set(number, at);
    return at;
  };
  for (const [first, ...others] of children) {
    if (first === undefined) continue;
    const family = top(first);
    for (const other of others) above.set(top(other), family);
  }
  return { above, top };
}

/**
 * Counts families. Each entry has the numbers of one child; children that share a number, directly or through a third
 * child, are one family. A child without a number is not counted.
 */
export function countFamilies(children: Iterable<readonly string[]>): number {
  const { above } = joinNumbers(children);
  return [...above].filter(([number, parent]) => number === parent).length;
}

/** Counts the families of `all` that have at least one child of `some`. */
export function countFamiliesOf(
  some: readonly (readonly string[])[],
  all: Iterable<readonly string[]>,
): number {
  if (some.length === 0) return 0;
  const { top } = joinNumbers(all);
  return new Set(some.flatMap(([first]) => (first === undefined ? [] : top(first)))).size;
}
