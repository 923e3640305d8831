/**
 * How many families these are, each entry the numbers of one child: those who share a number, with each other or over a
 * third, are one. Whoever has no number is none.
 */
export function countFamilies(children: Iterable<readonly string[]>): number {
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
  return [...above].filter(([number, parent]) => number === parent).length;
}
