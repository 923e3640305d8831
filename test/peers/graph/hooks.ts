/** Webhooks of the fake: signed, several changes in one, and repeated until they are answered with 200. */
import { createHmac } from 'node:crypto';
import type { Account } from './account.ts';
import type { Agenda } from './agenda.ts';

export type Change = { field: string; value: object };
type Status = { id: string; status: string };

/** A webhook and its status; 0 where there was no answer. */
type Posted = { body: string; status: number; at: number };

export type Hooks = {
  /** Like “Verify and save” in the app’s dashboard: verifies the address, and sends webhooks there from then on. */
  subscribe: (place: { url: string; verifyToken: string }) => Promise<void>;
  url: () => string;
  /** Adds a change to the next webhook. `isRepeated`: the webhook is sent two more times. */
  tell: (change: Change, isRepeated?: boolean) => void;
  /** Sends a change at once in its own webhook; resolves when that was answered. */
  tellNow: (change: Change) => Promise<void>;
  /** Sends webhooks until no change waits; returns how many were sent. */
  flush: () => Promise<number>;
  isIdle: () => boolean;
  posted: readonly Posted[];
  close: () => void;
};

/** Meta says that webhooks come in batches, but not how large they are: `mostInCall` limits it. */
export type HookOptions = {
  /** Posts to the app and returns the status; 0 without an answer. Over the network by default. */
  post?: Post | undefined;
  mostInCall: number;
  isByHand: boolean;
  onTaken: (changes: readonly Change[]) => void;
};

const longestWait = 60_000;
const atOnce = 4;

/** Signs the exact bytes, as Meta does. */
export const sign = (secret: string, raw: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

const statusesIn = ({ value }: Change) => (value as { statuses?: Status[] }).statuses;
const contactsIn = ({ value }: Change): object[] => (value as { contacts?: object[] }).contacts ?? [];

/** Joins successive statuses of one number in one change, a few at a time. */
function merge(changes: readonly Change[]): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const last = merged.at(-1);
    const before = last && statusesIn(last);
    const own = statusesIn(change);
    const isSame =
      JSON.stringify((last?.value as { metadata?: object })?.metadata) ===
      JSON.stringify((change.value as { metadata?: object }).metadata);
    if (last && before && own && isSame && before.length < 5) {
      const contacts = [...contactsIn(last), ...contactsIn(change)];
      const value = {
        ...last.value,
        ...(contacts.length > 0 && { contacts }),
        statuses: [...before, ...own],
      };
      merged[merged.length - 1] = { ...last, value };
    } else merged.push(change);
  }
  return merged;
}

/** A webhook body as Meta posts it: two entries with several changes each, where there are enough changes. */
export function bodyOf(wabaID: string, changes: readonly Change[], at: number): string {
  const merged = merge(changes);
  const half = merged.length > 3 ? Math.ceil(merged.length / 2) : merged.length;
  const parts = [merged.slice(0, half), merged.slice(half)].filter((part) => part.length > 0);
  const entry = parts.map((part) => ({ id: wabaID, time: Math.floor(at / 1000), changes: part }));
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

async function greet(url: string, verifyToken: string): Promise<void> {
  const challenge = String(Math.floor(Math.random() * 1e9));
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': challenge,
  });
  const response = await fetch(`${url}?${query}`, { redirect: 'manual' });
  const reply = await response.text();
  if (response.status !== 200 || reply !== challenge)
    throw new Error(`the callback address answered ${response.status} instead of returning the challenge`);
}

export type Post = (url: string, sent: { headers: Record<string, string>; body: string }) => Promise<number>;

const headersOf = (secret: string, body: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'facebookexternalua',
  'x-hub-signature-256': sign(secret, body),
});

const postOverNet: Post = async (url, { headers, body }) => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};

export function createHooks(agenda: Agenda, account: Account, options: HookOptions): Hooks {
  const { mostInCall, isByHand, onTaken, post = postOverNet } = options;
  const posted: Posted[] = [];
  const changes: { change: Change; isRepeated: boolean }[] = [];
  let place = '';
  let underWay = 0;
  let waiting = 0;
  let isPlanned = false;
  let isClosed = false;

  async function send(body: string, sentChanges: readonly Change[], tries = 0): Promise<void> {
    if (isClosed || place === '' || !account.isSubscribed) return;
    const status = await post(place, { headers: headersOf(account.appSecret, body), body });
    posted.push({ body, status, at: agenda.now() });
    if (status === 200) return onTaken(sentChanges);
    // Meta repeats for seven days, with growing pauses.
    waiting += 1;
    agenda.after(Math.min(100 * 2 ** tries, longestWait), async () => {
      waiting -= 1;
      if (isByHand) await send(body, sentChanges, tries + 1);
      else void count(send(body, sentChanges, tries + 1));
    });
  }

  const count = async (work: Promise<void>): Promise<void> => {
    underWay += 1;
    await work;
    underWay -= 1;
    plan();
  };

  async function sendNext(): Promise<void> {
    const taken = changes.splice(0, mostInCall);
    const sentChanges = taken.map(({ change }) => change);
    await send(bodyOf(account.wabaID, sentChanges, agenda.now()), sentChanges);
    const repeated = taken.filter(({ isRepeated }) => isRepeated).map(({ change }) => change);
    if (repeated.length === 0) return;
    const body = bodyOf(account.wabaID, repeated, agenda.now());
    await send(body, []);
    await send(body, []);
  }

  // Waits a moment, so that simultaneous changes come in one webhook.
  function plan(): void {
    if (isByHand || isPlanned || isClosed || changes.length === 0) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      while (changes.length > 0 && underWay < atOnce) void count(sendNext());
    }, 10).unref();
  }

  return {
    posted,
    url: () => place,
    subscribe: async ({ url, verifyToken }) => {
      // Only an address that is reached over the network is verified here.
      if (post === postOverNet) await greet(url, verifyToken);
      place = url;
    },
    tell: (change, isRepeated = false) => {
      changes.push({ change, isRepeated });
      plan();
    },
    tellNow: (change) => send(bodyOf(account.wabaID, [change], agenda.now()), [change]),
    flush: async () => {
      let calls = 0;
      for (; changes.length > 0; calls += 1) await sendNext();
      return calls;
    },
    isIdle: () => changes.length + underWay + waiting === 0,
    close: () => {
      isClosed = true;
    },
  };
}
