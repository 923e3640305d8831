/** Counts skipped recipients by reason, the most frequent reason first. */
export function countReasons<R extends string>(
  skipped: Iterable<{ reason: R }>,
): { reason: R; count: number }[] {
  const counts = new Map<R, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Array.from(counts, ([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}
