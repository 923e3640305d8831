/** Takes messages from the outbox to the provider: claim and commit, hand over, settle. First the row, then the work. */
import { outcomeReasons } from '#shared/words/failures.ts';
import type { Claimed } from '../claims/actions.ts';
import { openSender } from '../connections/rules.ts';
import type { Deps } from '../deps.ts';
import { observeClaim } from '../figures/sending.ts';
import { fewAtOnce, nextBatch } from '../senders/rules.ts';
import { opaqueOf, settle } from '../settling/rules.ts';
import { claimNext } from '../turns/actions.ts';
import { createProgress } from '../turns/rules.ts';
import type { Outcome, Sender } from '../whatsapp/port.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { beginDue, complain, createSettler, giveUp, publish } from './actions.ts';

/** A provider that has not answered by then counts as unknown; well before the lease ends. */
const answerSeconds = 40;
/** Milliseconds after which it is looked again where another worker is at work. */
const lookSoon = 20;
/** Milliseconds between two looks for what a dead process left behind, and for runs whose time has come. */
const tidyEvery = 1000;

/** The outcome, whatever happens: an error is a surprise after which nobody knows whether the message left. */
async function handOver({ providers }: Deps, sender: Sender, message: Claimed): Promise<Outcome> {
  const provider = providers[sender.provider];
  if (!provider) return { kind: 'notSent', reason: outcomeReasons.notConnected };
  const unanswered: Outcome = { kind: 'unknown', reason: outcomeReasons.noAnswer };
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(unanswered), answerSeconds * 1000);
  });
  const { number: to, text, media, template } = message;
  const opaque = opaqueOf(message, sender.words?.[0] ?? '');
  const outgoing = { to, text, media, opaque, ...(template ? { template } : {}) };
  const sent = provider.send(sender, outgoing).catch(() => unanswered);
  return Promise.race([sent, tooLate]).finally(() => clearTimeout(timer));
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

/** The places for messages in flight, so many for each sender: a slow answer holds its own and no other's. */
function createPlaces(deps: Deps, stopping: AbortSignal, onRoom: () => void = () => {}) {
  const inFlight = new Map<Claimed, Promise<void>>();
  const { batchOf, isFull, count, learn, full } = createTally();
  const progress = createProgress();
  const write = createSettler(deps, stopping);

  const carry = (message: Claimed, sender: Sender): Promise<void> => {
    count(sender.id, 1);
    const carried = handOver(deps, sender, message)
      .then((outcome) => write(settle(message, outcome, deps.now())))
      .catch((error) => complain(deps, error))
      .finally(() => {
        inFlight.delete(message);
        const wasFull = isFull(sender.id);
        count(sender.id, -1);
        if (wasFull && !isFull(sender.id)) onRoom();
      });
    inFlight.set(message, carried);
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
    await Promise.all(inFlight.values());
  };
  const taken = (): number[] => [...inFlight.keys()].map(({ id }) => id);
  return { fill, rest, taken };
}

/** One round, all of it settled; answers how many were handed over, 0 when there is nothing to do now. */
export async function sendNext(deps: Deps): Promise<number> {
  await beginDue(deps);
  const { fill, rest } = createPlaces(deps, new AbortController().signal);
  for (;;) {
    const { count, next } = await fill();
    await rest();
    if (count > 0 || next === 'later') return count;
  }
}

/** Its rounds end as soon as there is room for the next; `stop` waits for all that is in flight and settles it. */
export function sendingWorker(deps: Deps): Loop & { isBusy: () => boolean } {
  const stopping = new AbortController();
  const { fill, rest, taken } = createPlaces(deps, stopping.signal, () => loop.wake());
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
