/** What is to happen at an instant of a clock that the caller gives; real time unless he does. */

export type Agenda = {
  now: () => number;
  /** Milliseconds from now. What is due at one instant happens in the order it was put down. */
  after: (milliseconds: number, run: () => unknown) => void;
  /** Everything that is due by now, also what becomes due by it; answers how much that was. */
  runDue: () => Promise<number>;
  /** How much is still to come. */
  count: () => number;
  close: () => void;
};

type Entry = { at: number; order: number; run: () => unknown };

/** Milliseconds between two looks, where it looks by itself. */
const lookEvery = 5;

/** `isByHand`: nothing happens unless `runDue` is called. */
export function createAgenda(clock: () => Date, isByHand: boolean): Agenda {
  const entries: Entry[] = [];
  let order = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const now = () => clock().getTime();

  async function runDue(): Promise<number> {
    let count = 0;
    for (;;) {
      const [next] = entries;
      if (isClosed || !next || next.at > now()) return count;
      entries.shift();
      count += 1;
      await next.run();
    }
  }

  // A clock that is ahead, or jumps, is looked at again and again: a timer of the real one would not know.
  function look(): void {
    if (isByHand || isClosed || timer || entries.length === 0) return;
    timer = setTimeout(() => {
      void runDue().finally(() => {
        timer = undefined;
        look();
      });
    }, lookEvery);
  }

  function after(milliseconds: number, run: () => unknown): void {
    const entry = { at: now() + milliseconds, order: order++, run };
    // Most are put down for later than what waits already: looked for from the end.
    let place = entries.length;
    while (place > 0 && (entries[place - 1]?.at ?? 0) > entry.at) place -= 1;
    entries.splice(place, 0, entry);
    look();
  }

  const close = () => {
    isClosed = true;
    clearTimeout(timer);
  };
  return { now, after, runDue, count: () => entries.length, close };
}
