/**
 * Counts families. Each entry has the numbers of one child; children that share a number, directly or through a third
 * child, are one family. A child without a number is no family.
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
