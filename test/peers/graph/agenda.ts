/** Schedules functions by a clock that the caller gives. */

export type Agenda = {
  now: () => number;
  /** Runs a function after these milliseconds. Functions due at the same time run in the order they were scheduled. */
  after: (milliseconds: number, run: () => unknown) => void;
  /** Runs everything that is due, including what becomes due meanwhile; returns how many ran. */
  runDue: () => Promise<number>;
  /** How many functions are still scheduled. */
  count: () => number;
  close: () => void;
};

type Entry = { at: number; order: number; run: () => unknown };

/** Milliseconds between two checks when it runs by itself. */
const lookEvery = 5;

/** `isByHand`: nothing runs unless `runDue` is called. */
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

  // The given clock may jump or run ahead, so it is checked again and again: a real timer would not notice.
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
    // Most functions are due later than the waiting ones, so the place is searched from the end.
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
