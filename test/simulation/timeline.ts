/**
 * The time of the world: a list of events by instant, and a clock that jumps to the next one. All immediate effects of
 * an event are over before the next, so the same seed gives the same order.
 */

/** The owner of timers, which stop while it sleeps and are dropped when it dies. */
export type Owner = { name: string; pausedFor: number; isAlive: boolean; isFrozen?: boolean };

type Cancel = () => void;

export type Timeline = {
  /** Milliseconds since the world began. */
  now: () => number;
  /**
   * `isPoll`: a program only looks whether there is work; such polls run late while nothing happens. `inCompany`: the
   * event runs together with others of its instant that have this flag; all other events run one by one.
   */
  put: (
    after: number,
    run: () => unknown,
    of?: { owner?: Owner; isPoll?: boolean; inCompany?: boolean },
  ) => Cancel;
  /** Delays all events of the owner. */
  delay: (owner: Owner, milliseconds: number) => void;
  drop: (owner: Owner) => void;
  /** Something has happened that others may react to, so polls run on time again. */
  stir: () => void;
  /** Something was done, and more may follow from it. */
  touch: () => void;
  /** A request to the program begins; the returned function ends it. */
  ask: () => () => void;
  /** A wait for something outside this process, such as a database server, begins; the returned function ends it. */
  hold: () => () => void;
  run: (until: number) => Promise<void>;
};

type Entry = {
  at: number;
  order: number;
  run: () => unknown;
  owner: Owner | undefined;
  isPoll: boolean;
  inCompany: boolean;
};

/** Turns of the event loop without activity after which an event is over. Requests need the most turns. */
const quietTurns = { withRequests: 6, alone: 3 };
/** The number of polls without work after which polls run later, up to so many milliseconds. */
const patientAfter = 1;
const latest = 6 * 3_600_000;
/** The same limit while something is due that nobody takes, such as messages of a stopped number. */
const latestOverdue = 40 * 60_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * `isBusy`: a call is under way, so timers run on time. `onEvent`: called when an event and its immediate effects are
 * over. `nextDue`: when the next poll will find work, as far as the program has stored it. `isOver`: nothing more will
 * happen. `looksApart`: the least milliseconds between polls while no call is under way.
 */
export function createTimeline({
  isBusy,
  onEvent,
  nextDue,
  isOver,
  looksApart,
}: {
  isBusy: () => boolean;
  onEvent: () => void;
  nextDue: () => number | undefined;
  isOver: () => boolean;
  looksApart: number;
}): Timeline {
  const entries: Entry[] = [];
  let time = 0;
  let order = 0;
  let touched = 0;
  let held = 0;
  let openRequests = 0;
  let idleLooks = 0;

  const place = (entry: Entry): void => {
    let at = entries.length;
    while (at > 0 && isLater(entries[at - 1], entry)) at -= 1;
    entries.splice(at, 0, entry);
  };
  const isLater = (one: Entry | undefined, other: Entry): boolean =>
    one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order));

  const put: Timeline['put'] = (after, run, { owner, isPoll = false, inCompany = isPoll } = {}) => {
    if (owner && !owner.isAlive) return () => {};
    const entry = { at: time + Math.max(0, after), order: order++, run, owner, isPoll, inCompany };
    touched += 1;
    place(entry);
    return () => {
      const at = entries.indexOf(entry);
      if (at >= 0) entries.splice(at, 1);
    };
  };

  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < (openRequests > 0 ? quietTurns.withRequests : quietTurns.alone); ) {
      const before = touched;
      await turn();
      quiet = touched === before && held === 0 ? quiet + 1 : 0;
    }
  }

  /** The latest time for a poll that is due at `at`; an earlier one would find nothing. */
  const patience = (at: number): number => {
    if (isBusy()) return at;
    if (idleLooks < patientAfter) return Math.ceil(at / looksApart) * looksApart;
    const due = nextDue() ?? at + latest;
    if (due > time) return Math.min(due, at + latest);
    return at + Math.min(latestOverdue, 1000 * 6 ** Math.min(8, idleLooks - patientAfter));
  };

  /** Runs an event. Polls, and events in company, run together with those that are due too. */
  async function happen(first: Entry): Promise<void> {
    const orderAtStart = order;
    const isWith = (one: Entry): boolean =>
      one.at <= time && one.order < orderAtStart && one.inCompany && one.isPoll === first.isPoll;
    for (
      let next: Entry | undefined = first;
      next;
      next = first.inCompany ? entries.find(isWith) : undefined
    ) {
      entries.splice(entries.indexOf(next), 1);
      if (next.isPoll) idleLooks += 1;
      void next.run();
    }
    await settle();
    onEvent();
  }

  /** The next event and its time. A poll lets other events pass while it may wait. */
  function findNext(): { next: Entry; at: number } | undefined {
    const [first] = entries;
    if (!first?.isPoll) return first && { next: first, at: first.at };
    const at = Math.max(time, patience(first.at));
    const next = entries.find(({ isPoll }) => !isPoll);
    return next && next.at <= at ? { next, at: next.at } : { next: first, at };
  }

  async function run(until: number): Promise<void> {
    while (!isOver()) {
      const found = findNext();
      if (!found || found.at > until) break;
      time = Math.max(time, found.at);
      await happen(found.next);
    }
    time = Math.max(time, until);
  }

  return {
    now: () => time,
    put,
    delay: (owner, milliseconds) => {
      const own = entries.filter((entry) => entry.owner === owner);
      for (const entry of own) {
        entries.splice(entries.indexOf(entry), 1);
        entry.at += milliseconds;
      }
      for (const entry of own) place(entry);
      owner.pausedFor += milliseconds;
    },
    drop: (owner) => {
      owner.isAlive = false;
      for (let at = entries.length - 1; at >= 0; at -= 1)
        if (entries[at]?.owner === owner) entries.splice(at, 1);
    },
    stir: () => {
      idleLooks = 0;
      touched += 1;
    },
    touch: () => {
      touched += 1;
    },
    ask: () => {
      openRequests += 1;
      return () => {
        openRequests -= 1;
      };
    },
    hold: () => {
      held += 1;
      return () => {
        held -= 1;
        touched += 1;
      };
    },
    run,
  };
}
