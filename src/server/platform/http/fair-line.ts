/** Something that waits for its turn. `refuse` is called when the line is full. */
type Waiting = { begin: () => void; refuse: () => void };

/**
 * Work that waits, by owner. The owners take turns. When the line is full, the owner with the most entries loses the
 * newest one, so one owner cannot keep the others out.
 */
export function createFairLine(most: number) {
  const waiting = new Map<string, Waiting[]>();
  let length = 0;
  const set = (owner: string, entries: Waiting[]): void => {
    length += entries.length - (waiting.get(owner)?.length ?? 0);
    if (entries.length > 0) waiting.set(owner, entries);
    else waiting.delete(owner);
  };
  /** The owner with the most entries; `owner` if others have as many. */
  const longestBeside = (owner: string): string => {
    let longest = owner;
    for (const [other, { length }] of waiting)
      if (length > (waiting.get(longest)?.length ?? 0)) longest = other;
    return longest;
  };
  const add = (owner: string, entry: Waiting): void => {
    set(owner, [...(waiting.get(owner) ?? []), entry]);
    if (length <= most) return;
    const loser = longestBeside(owner);
    const entries = waiting.get(loser) ?? [];
    set(loser, entries.slice(0, -1));
    entries.at(-1)?.refuse();
  };
  /** Takes the entry whose turn it is, among the owners that may begin one. */
  const next = (mayBegin: (owner: string) => boolean = () => true): Waiting | undefined => {
    const owner = [...waiting.keys()].find(mayBegin);
    if (owner === undefined) return undefined;
    const [first, ...rest] = waiting.get(owner) ?? [];
    // Deleting and setting again moves the owner behind all others.
    set(owner, []);
    set(owner, rest);
    return first;
  };
  const remove = (owner: string, entry: Waiting): void =>
    set(
      owner,
      (waiting.get(owner) ?? []).filter((one) => one !== entry),
    );
  return { add, next, remove };
}
