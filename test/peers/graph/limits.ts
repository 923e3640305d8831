/**
 * WhatsApp’s limits for a number: messages a second, messages to one person, free text only within a day after the
 * person wrote, and different people in a day. Source: about the platform, rate limits; messaging limits (September
 * 2026).
 */
import { type Account, tiers } from './account.ts';
import type { Agenda } from './agenda.ts';
import { Refusal } from './refusals.ts';

const day = 86_400_000;
const pairEvery = 6000;
const pairBurst = 45;

export type Counts = {
  /** How often each limit refused a message. */
  refused: { throughput: number; pair: number; window: number };
  /** Different people outside their window within any 24 hours: the most there were, and the limit at that time. */
  people: { most: number; allowed: number; exceededBy: number };
  /** The most messages through one number within any second, in and out. */
  mostASecond: number;
};

export type Limits = {
  counts: Counts;
  /** Refuses a message that comes too fast for the number or for the pair of number and person. */
  demandRoom: (phoneNumberID: string, to: string) => void;
  /** Counts a person who got a message outside the window. */
  countPerson: (to: string) => void;
  /** A person wrote: this opens the window for a day, and counts for the throughput too. */
  wrote: (phoneNumberID: string, from: string) => void;
  isOpen: (to: string) => boolean;
  demandOpen: (to: string) => void;
};

/** `perSecond`: 80 with Meta. */
export function createLimits(agenda: Agenda, account: Account, perSecond: number): Limits {
  const counts: Counts = {
    refused: { throughput: 0, pair: 0, window: 0 },
    people: { most: 0, allowed: tiers[account.tier], exceededBy: 0 },
    mostASecond: 0,
  };
  const wroteAt = new Map<string, number>();
  const seconds = new Map<string, number[]>();
  const pairs = new Map<string, { left: number; at: number }>();
  // In the order of their latest message, so that the oldest come first.
  const people = new Map<string, number>();

  const lastSecond = (id: string): number[] => {
    const from = agenda.now() - 1000;
    const recent = (seconds.get(id) ?? []).filter((at) => at > from);
    seconds.set(id, recent);
    return recent;
  };
  const count = (id: string): void => {
    const second = lastSecond(id);
    second.push(agenda.now());
    counts.mostASecond = Math.max(counts.mostASecond, second.length);
  };

  function demandRoom(id: string, to: string): void {
    if (lastSecond(id).length >= perSecond) {
      counts.refused.throughput += 1;
      throw new Refusal(130429, { details: 'Cloud API message throughput has been reached.' });
    }
    const now = agenda.now();
    const pair = pairs.get(`${id} ${to}`) ?? { left: pairBurst, at: now };
    const left = Math.min(pairBurst, pair.left + (now - pair.at) / pairEvery);
    if (left < 1) {
      counts.refused.pair += 1;
      const details =
        'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time';
      throw new Refusal(131056, { details });
    }
    pairs.set(`${id} ${to}`, { left: left - 1, at: now });
    count(id);
  }

  function countPerson(to: string): void {
    const now = agenda.now();
    people.delete(to);
    people.set(to, now);
    for (const [number, at] of people) {
      if (at > now - day) break;
      people.delete(number);
    }
    const allowed = tiers[account.tier];
    const seen = counts.people;
    if (people.size > seen.most) Object.assign(seen, { most: people.size, allowed });
    seen.exceededBy = Math.max(seen.exceededBy, people.size - allowed);
  }

  const isOpen = (to: string) => (wroteAt.get(to) ?? Number.NEGATIVE_INFINITY) > agenda.now() - day;
  const demandOpen = (to: string) => {
    if (isOpen(to)) return;
    counts.refused.window += 1;
    const details =
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.';
    throw new Refusal(131047, { details });
  };
  const wrote = (id: string, from: string) => {
    wroteAt.set(from, agenda.now());
    count(id);
  };
  return { counts, demandRoom, countPerson, wrote, isOpen, demandOpen };
}
