/** Takes messages from the outbox to the provider: claim and commit, hand over, settle. First the row, then the work. */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { outcomeReasons } from '#shared/words/failures.ts';
import type { Claimed } from '../claims/actions.ts';
import { openSender } from '../connections/rules.ts';
import type { Deps } from '../deps.ts';
import { observeClaim } from '../figures/sending.ts';
import { ahead, fewAtOnce, hasMissed, nextBatch } from '../senders/rules.ts';
import { opaqueOf, type Settlement, settle } from '../settling/rules.ts';
import { claimNext, takeTurnsAnew } from '../turns/actions.ts';
import { createProgress } from '../turns/rules.ts';
import type { Outcome, Sender } from '../whatsapp/port.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { beginDue, complain, createSettler, giveUp, mendClocks, publish } from './actions.ts';
import { createVigil, type Vigil } from './rules.ts';

/** A provider that has not answered by then, while the process was awake, counts as unknown; well before the lease ends. */
const answerSeconds = 40;
/** Who waits for longer holds no place any more where others are answered meanwhile, up to so many of them. */
const slowSeconds = 5;
const mostSlow = 400;
/** Milliseconds by which a message may miss its turn: what is later, as where the process stood still, is put back unsent. */
const latest = 5000;
/** Turns that a message may miss; then it goes when it can. */
const mostTurns = 3;
/** Milliseconds after which it is looked again where another worker is at work. */
const lookSoon = 20;
/** Milliseconds between two looks for what a dead process left behind, and for runs whose time has come. */
const tidyEvery = 1000;
/** Milliseconds between two looks for times that a clock wrote which was ahead. */
const mendEvery = 60_000;
const aSecond = 1000;

/** A message on its way. `seconds`: for how long it has been so while this process was awake. */
type Flight = { message: Claimed; seconds: number; holdsPlace: boolean; giveUp: () => void };

/** Until that instant of the clock, and no longer than that takes by the clock of the computer. */
async function until({ now }: Pick<Deps, 'now'>, at: number): Promise<void> {
  const longest = performance.now() + at - now().getTime();
  for (;;) {
    const left = Math.min(at - now().getTime(), longest - performance.now());
    if (left <= 0) return;
    await pause(Math.min(left, 25));
  }
}

/** Until the one behind them is soon due, since what is not used in time is not made up for; whether there is a rate. */
async function untilNext(deps: Deps, claimed: readonly Claimed[]): Promise<boolean> {
  const { goAt, spacing } = claimed.at(-1) ?? { goAt: 0, spacing: 0 };
  if (spacing > 0) await until(deps, goAt + spacing - ahead);
  return spacing > 0;
}

/** A message that has missed its turn, and how to tell it that it has another, or that none could be had. */
type Missed = { message: Claimed; done: (hasAnother: boolean) => void };

/** Turns in the rate. What missed its own goes behind what others have claimed meanwhile, and not beside it. */
function createTurns(deps: Deps) {
  const missed = new Map<string, Missed[]>();
  /** When each sender's last went here that had missed every turn. */
  const wentAt = new Map<string, number>();

  const giveTurns = async (senderID: string, come: Missed[]): Promise<void> => {
    while (come.length > 0) {
      // Whatever has missed its turn by the same moment takes another together.
      await turn();
      const part = come.splice(0);
      const messages = part.map(({ message }) => message);
      const hasAnother = await takeTurnsAnew(deps, senderID, messages).then(
        () => true,
        (error) => {
          complain(deps, error);
          return false;
        },
      );
      for (const { done } of part) done(hasAnother);
    }
    missed.delete(senderID);
  };
  const takeAnother = (message: Claimed): Promise<boolean> =>
    new Promise((done) => {
      const come = missed.get(message.senderID) ?? [];
      come.push({ message, done });
      if (missed.has(message.senderID)) return;
      missed.set(message.senderID, come);
      void giveTurns(message.senderID, come);
    });

  /** Resolves at its turn: whether it may go. What is very late, as where the process stood still, may not. */
  return async (message: Claimed): Promise<boolean> => {
    for (let turns = 1; ; turns += 1) {
      await until(deps, message.goAt);
      const now = deps.now();
      if (now.getTime() - message.goAt > latest) return false;
      if (!hasMissed(message, now)) return true;
      if (turns === mostTurns) break;
      if (!(await takeAnother(message))) return false;
    }
    const goAt = Math.max(deps.now().getTime(), (wentAt.get(message.senderID) ?? 0) + message.spacing);
    wentAt.set(message.senderID, goAt);
    await until(deps, goAt);
    return true;
  };
}
type Turns = ReturnType<typeof createTurns>;

/** The outcome, whatever happens: an error is a surprise after which nobody knows whether the message left. */
async function handOver(
  deps: Deps,
  sender: Sender,
  { flight, turns }: { flight: Flight; turns: Turns },
): Promise<Outcome> {
  const { message } = flight;
  const provider = deps.providers[sender.provider];
  if (!provider) return { kind: 'notSent', reason: outcomeReasons.notConnected };
  if (!(await turns(message))) return { kind: 'later', at: deps.now() };
  const unanswered: Outcome = { kind: 'unknown', reason: outcomeReasons.noAnswer };
  const tooLate = new Promise<Outcome>((resolve) => {
    flight.giveUp = () => resolve(unanswered);
  });
  const { number: to, text, media, template } = message;
  const opaque = opaqueOf(message, sender.words?.[0] ?? '');
  const outgoing = { to, text, media, opaque, ...(template ? { template } : {}) };
  return Promise.race([provider.send(sender, outgoing).catch(() => unanswered), tooLate]);
}

/** How many of each sender's messages are in flight, and how many of them are claimed at once. */
function createTally() {
  const inFlight = new Map<string, number>();
  const batches = new Map<string, number>();
  const batchOf = (senderID: string): number => batches.get(senderID) ?? fewAtOnce;
  const isFull = (senderID: string): boolean => (inFlight.get(senderID) ?? 0) > batchOf(senderID);
  const count = (senderID: string, more: number): void => {
    const now = (inFlight.get(senderID) ?? 0) + more;
    if (now > 0) inFlight.set(senderID, now);
    else inFlight.delete(senderID);
  };
  /** A whole batch came to its end in this time; less than a batch says nothing about the next. */
  const learn = (senderID: string, batch: number, milliseconds: number): void => {
    if (batch === batchOf(senderID)) batches.set(senderID, nextBatch(batch, milliseconds));
  };
  const full = (): string[] => [...inFlight.keys()].filter(isFull);
  return { batchOf, isFull, count, learn, full };
}
type Tally = ReturnType<typeof createTally>;

/** All that is on its way, with the seconds for which it has been so: those in which the process stood still do not count. */
function createFlights({ count, isFull }: Tally, { vigil, onRoom }: { vigil: Vigil; onRoom: () => void }) {
  const flights = new Map<Flight, Promise<void>>();
  /** When each sender's provider last answered, in seconds of the vigil. */
  const heardAt = new Map<string, number>();
  let second = 0;
  let ticking: NodeJS.Timeout | undefined;

  const release = (flight: Flight): void => {
    if (!flight.holdsPlace) return;
    flight.holdsPlace = false;
    const { senderID } = flight.message;
    const wasFull = isFull(senderID);
    count(senderID, -1);
    if (wasFull && !isFull(senderID)) onRoom();
  };
  const tick = (): void => {
    second += 1;
    vigil.look();
    let slow = [...flights.keys()].filter(({ holdsPlace }) => !holdsPlace).length;
    for (const flight of flights.keys()) {
      flight.seconds += 1;
      const { seconds, holdsPlace, message } = flight;
      if (seconds >= answerSeconds) flight.giveUp();
      const isHeard = second - (heardAt.get(message.senderID) ?? Number.NEGATIVE_INFINITY) < slowSeconds;
      if (!holdsPlace || seconds < slowSeconds || !isHeard || slow >= mostSlow) continue;
      release(flight);
      slow += 1;
    }
  };
  const add = (flight: Flight, carried: Promise<void>): void => {
    flights.set(flight, carried);
    ticking ??= setInterval(tick, aSecond).unref();
  };
  const land = (flight: Flight): void => {
    flights.delete(flight);
    heardAt.set(flight.message.senderID, second);
    release(flight);
    if (flights.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
  return { flights, add, land };
}

/** What came of it; a silence while the process slept, or just after, is no fault of the provider's. */
function settleFlight(
  message: Claimed,
  outcome: Outcome,
  { now, slept }: { now: Date; slept: boolean },
): Settlement {
  const settlement = settle(message, outcome, now);
  const isSilence = outcome.kind === 'unknown' || outcome.kind === 'notSent';
  return slept && isSilence ? { ...settlement, trouble: null } : settlement;
}

type Around = { stopping: AbortSignal; vigil: Vigil; onRoom?: () => void };

/** The places for messages in flight, so many for each sender: a slow answer holds its own and no other's. */
function createPlaces(deps: Deps, { stopping, vigil, onRoom = () => {} }: Around) {
  const tally = createTally();
  const { flights, add, land } = createFlights(tally, { vigil, onRoom });
  const { batchOf, count, learn, full } = tally;
  const progress = createProgress();
  const write = createSettler(deps, stopping);
  const turns = createTurns(deps);

  const carry = (message: Claimed, sender: Sender): Promise<void> => {
    count(sender.id, 1);
    const flight: Flight = { message, seconds: 0, holdsPlace: true, giveUp: () => {} };
    const startedAt = performance.now();
    const carried = handOver(deps, sender, { flight, turns })
      .then((outcome) => {
        const now = deps.now();
        return write(settleFlight(message, outcome, { now, slept: vigil.hasSlept(startedAt) }));
      })
      .catch((error) => complain(deps, error))
      .finally(() => land(flight));
    add(flight, carried);
    return carried;
  };

  /** Claims of the sender whose turn it is and hands over; does not wait for what comes of it. */
  const fill = async () => {
    const began = performance.now();
    const { claimed, sender, next } = await claimNext(deps, { most: batchOf, busy: full(), progress });
    if (!sender || claimed.length === 0) return { count: 0, next };
    const handedOver = performance.now();
    observeClaim((handedOver - began) / 1000);
    publish(deps, claimed);
    void untilNext(deps, claimed).then((hasRate) => hasRate && onRoom());
    const opened = openSender(deps.vault, sender);
    const carried = claimed.map((message) => carry(message, opened));
    void Promise.all(carried).then(() => {
      learn(sender.id, claimed.length, performance.now() - handedOver);
      // The next may be larger now, and so there is room for it.
      onRoom();
      publish(deps, claimed);
    });
    return { count: claimed.length, next };
  };

  const rest = async (): Promise<void> => {
    await Promise.all(flights.values());
  };
  const taken = (): number[] => [...flights.keys()].map(({ message }) => message.id);
  return { fill, rest, taken };
}

/** One round, all of it settled; answers how many were handed over, 0 when there is nothing to do now. */
export async function sendNext(deps: Deps): Promise<number> {
  await beginDue(deps);
  const { fill, rest } = createPlaces(deps, {
    stopping: new AbortController().signal,
    vigil: createVigil(deps.now),
  });
  for (;;) {
    const { count, next } = await fill();
    await rest();
    if (count > 0 || next === 'later') return count;
  }
}

/** Mends times of a wrong clock at the start, every minute, and when the clock was set back. */
function createMender(deps: Deps): (inHand: number[]) => Promise<void> {
  let mendedAt = Number.NEGATIVE_INFINITY;
  let lastNow = Number.NEGATIVE_INFINITY;
  return async (inHand) => {
    const now = deps.now().getTime();
    if (now < lastNow - aSecond) mendedAt = Number.NEGATIVE_INFINITY;
    lastNow = now;
    if (performance.now() - mendedAt < mendEvery) return;
    await mendClocks(deps, inHand);
    mendedAt = performance.now();
  };
}

/** Its rounds end as soon as there is room for the next; `stop` waits for all that is in flight and settles it. */
export function sendingWorker(deps: Deps): Loop & { isBusy: () => boolean } {
  const stopping = new AbortController();
  const vigil = createVigil(deps.now);
  const around = { stopping: stopping.signal, vigil, onRoom: () => loop.wake() };
  const { fill, rest, taken } = createPlaces(deps, around);
  const mend = createMender(deps);
  let tidiedAt = 0;
  /** Whether the last round found something to hand over, so that there may be more. */
  let isBusy = false;

  const tidy = async (): Promise<void> => {
    if (performance.now() - tidiedAt < tidyEvery) return;
    tidiedAt = performance.now();
    await giveUp(deps, { but: taken() });
    await beginDue(deps);
  };

  const round = async (): Promise<number> => {
    vigil.look();
    await mend(taken());
    await tidy();
    if (stopping.signal.aborted) return 0;
    const { count, next } = await fill();
    isBusy = count > 0;
    if (next === 'soon') setTimeout(loop.wake, lookSoon).unref();
    return count === 0 && next === 'again' ? 1 : count;
  };

  const loop: Loop = createLoop({
    name: 'sending',
    start: () => giveUp(deps, { all: deps.store.engine === 'sqlite' }),
    tick: () =>
      round().catch((error: unknown) => {
        isBusy = false;
        throw error;
      }),
  });
  const stop = async () => {
    stopping.abort();
    await loop.stop();
    await rest();
  };
  return { ...loop, stop, isBusy: () => isBusy };
}
