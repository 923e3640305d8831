/**
 * The server behind the recording provider. It writes down every message and then behaves as an unreliable provider.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReceiptState } from '#shared/messages/message-states.ts';
import { createCallbacks } from './fault-callbacks.ts';
import type { Chance } from './fault-random.ts';
import { providerReason } from './provider-reason.ts';
import { type Answer, endOf } from './recording-provider.ts';

/**
 * What the recorder did with a request. It has not accepted a message with the fate `later`, `refusedNow` or `notSent`.
 * `hungUp`: it broke the connection and is silent afterwards. `cutOff`: it has the message and calls back later.
 * `hung`: it never answers.
 */
export type RequestOutcome =
  | 'accepted'
  | 'refused'
  | 'refusedNow'
  | 'hungUp'
  | 'cutOff'
  | 'hung'
  | 'later'
  | 'notSent';
export type Received = {
  messageID: number;
  attempt: number;
  opaque: string;
  senderID: string;
  to: string;
  text: string;
  outcome: RequestOutcome;
};

const notTaken: readonly RequestOutcome[] = ['refusedNow', 'later', 'notSent'];
/**
 * True when it has the message, may have it or refused it for good. In none of these cases may the message come again.
 */
export const took = ({ outcome }: Received): boolean => !notTaken.includes(outcome);

export const providerIDOf = ({ opaque }: Received): string => `recorded.${opaque}`;

/** Half of the accepted messages are polled for receipts; for the other half it calls back. */
const isPolled = ({ messageID }: Received): boolean => messageID % 2 === 0;
export const callsBack = (entry: Received): boolean =>
  entry.outcome === 'cutOff' || (entry.outcome === 'accepted' && !isPolled(entry));

export type Recorder = {
  url: string;
  received: Received[];
  /** Leaves the next messages without an answer until the returned function is called. */
  holdAnswers: () => () => void;
  /** From now on it answers everything quickly. */
  calmDown: () => void;
  /** The number of callbacks that are not confirmed yet. */
  untaken: () => number;
  close: () => Promise<void>;
};

const opaqueShape = /^m2:(\d+):a(\d+):/;

const shares: [RequestOutcome, number][] = [
  ['hungUp', 0.02],
  ['cutOff', 0.03],
  ['hung', 0.003],
  ['refused', 0.03],
  ['refusedNow', 0.03],
  ['later', 0.05],
  ['notSent', 0.02],
];

function chooseOutcome(chance: Chance, isCalm: boolean): RequestOutcome {
  let left = chance.next();
  for (const [outcome, share] of shares) {
    left -= share;
    if (left < 0) return isCalm && outcome === 'hung' ? 'hungUp' : outcome;
  }
  return 'accepted';
}

function answerOf(entry: Received): Answer {
  if (entry.outcome === 'refused')
    return {
      kind: 'rejected',
      reason: providerReason('No such number'),
      code: '131026',
      policy: 'failRecipient',
    };
  if (entry.outcome === 'refusedNow')
    return { kind: 'rejected', reason: providerReason('Not now'), code: '131016', policy: 'retryTransient' };
  if (entry.outcome === 'later') return { kind: 'later', in: 20 };
  if (entry.outcome === 'notSent')
    return { kind: 'notSent', reason: providerReason('The recorder was not reached') };
  return { kind: 'accepted', providerID: providerIDOf(entry), isPolled: isPolled(entry) };
}

/** The receipts of a message, in random order and sometimes twice. */
function statesOf(entry: Received, chance: Chance): ReceiptState[] {
  const states: ReceiptState[] = ['sent', 'delivered'];
  if (endOf(providerIDOf(entry)) === 'read') states.push('read');
  return chance.happens(0.2) ? [...states, ...states] : states;
}

/** Milliseconds: most answers are quick and some come late. */
const delayOf = (chance: Chance): number =>
  chance.happens(0.02) ? chance.whole(150, 500) : chance.whole(0, 12);

export async function startRecorder(chance: Chance): Promise<Recorder> {
  const received: Received[] = [];
  const callbacks = createCallbacks(chance);
  let isCalm = false;
  let held: Promise<void> | undefined;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as Pick<Received, 'senderID' | 'to' | 'text' | 'opaque'>;
    const [, messageID, attempt] = opaqueShape.exec(body.opaque) ?? [];
    const outcome = chooseOutcome(chance, isCalm);
    const entry = { ...body, messageID: Number(messageID), attempt: Number(attempt), outcome };
    received.push(entry);
    // Some callbacks come before the answer.
    if (callsBack(entry))
      callbacks.plan({ ...body, providerID: providerIDOf(entry) }, statesOf(entry, chance));
    if (outcome === 'hung') return;
    await wait(delayOf(chance));
    await held;
    if (outcome === 'hungUp' || outcome === 'cutOff') request.socket.destroy();
    else response.end(JSON.stringify(answerOf(entry)));
  }

  const server = createServer((request, response) => {
    if (request.method !== 'POST') return callbacks.serve(request, response);
    // A killed caller sends only half a request, which counts as not received.
    take(request, response).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the recorder has no port');
  const close = async () => {
    callbacks.stop();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const calmDown = () => {
    isCalm = true;
  };
  const holdAnswers = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
      held = undefined;
      resolve();
    };
  };
  const url = `http://127.0.0.1:${address.port}`;
  return { url, received, holdAnswers, calmDown, untaken: callbacks.count, close };
}
