/** Calls the app back: signed, several things in one call, again until it is answered 200. */
import { createHmac } from 'node:crypto';
import type { Account } from './account.ts';
import type { Agenda } from './agenda.ts';

export type Change = { field: string; value: object };
type Status = { id: string; status: string };

/** A call as it went, and what it was answered; 0 where there was no answer. */
export type Posted = { body: string; status: number; at: number };

export type Hooks = {
  /** What the app's dashboard does on “Verify and save”: asks first, and calls there from then on. */
  subscribe: (place: { url: string; verifyToken: string }) => Promise<void>;
  url: () => string;
  /** With the next call, or soon. `isRepeated`: the very same call comes a second time. */
  tell: (change: Change, isRepeated?: boolean) => void;
  /** At once, in a call of its own; resolves when it was taken. */
  tellNow: (change: Change) => Promise<void>;
  /** Calls until nothing waits; answers how many calls that took. */
  flush: () => Promise<number>;
  isIdle: () => boolean;
  posted: readonly Posted[];
  close: () => void;
};

/** `most` things in one call; Meta says that there are batches, and not how large. */
export type HookOptions = {
  /** Posts to the app: its status, 0 where there was no answer. Over the net unless given. */
  post?: Post | undefined;
  mostInCall: number;
  isByHand: boolean;
  onTaken: (changes: readonly Change[]) => void;
};

const longestWait = 60_000;
const atOnce = 4;

/** As Meta signs: over the very bytes. */
export const sign = (secret: string, raw: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

const statusesIn = ({ value }: Change) => (value as { statuses?: Status[] }).statuses;
const contactsIn = ({ value }: Change): object[] => (value as { contacts?: object[] }).contacts ?? [];

/** Statuses of one number that follow each other share a change, a few at a time. */
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

/** What Meta posts: several entries, with several changes each, where there is enough to tell. */
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
  const said = await response.text();
  if (response.status !== 200 || said !== challenge)
    throw new Error(`the callback address answered ${response.status} and not the challenge`);
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

  async function send(body: string, told: readonly Change[], tries = 0): Promise<void> {
    if (isClosed || place === '' || !account.isSubscribed) return;
    const status = await post(place, { headers: headersOf(account.appSecret, body), body });
    posted.push({ body, status, at: agenda.now() });
    if (status === 200) return onTaken(told);
    // Meta goes on for seven days, slower and slower.
    waiting += 1;
    agenda.after(Math.min(100 * 2 ** tries, longestWait), async () => {
      waiting -= 1;
      if (isByHand) await send(body, told, tries + 1);
      else void count(send(body, told, tries + 1));
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
    const told = taken.map(({ change }) => change);
    await send(bodyOf(account.wabaID, told, agenda.now()), told);
    const repeated = taken.filter(({ isRepeated }) => isRepeated).map(({ change }) => change);
    if (repeated.length === 0) return;
    const body = bodyOf(account.wabaID, repeated, agenda.now());
    await send(body, []);
    await send(body, []);
  }

  // A moment later, so that what happens together is told together.
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
      // Over another way it is asked by whoever stands there.
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
