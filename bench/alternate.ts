/** Medians of alternated runs, so that a disturbance of the machine affects every side alike. */

/** Does its work once and returns the measured part in milliseconds. */
export type Side = () => Promise<number>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? 0;
  const high = sorted[Math.floor(middle)] ?? 0;
  return (low + high) / 2;
}

export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs the sides in turn, `times` times each after one warm-up run, and returns each side's median. */
export async function alternate<Name extends string>(
  times: number,
  sides: Record<Name, Side>,
): Promise<Record<Name, number>> {
  const entries = Object.entries(sides) as [Name, Side][];
  const taken = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round <= times; round += 1) {
    for (const [name, run] of entries) {
      const milliseconds = await run();
      if (round > 0) taken.get(name)?.push(milliseconds);
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, median(taken.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
