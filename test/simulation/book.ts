/**
 * What people have done and seen, kept apart from the program. The rules compare the program with it. Instants are
 * times of the world.
 */

import type { BankRow } from '#shared/money/bank.ts';
import type { Rights } from '#shared/people/rights.ts';

/** `roll`: the child's place in the school, which is part of its voucher numbers. */
type Child = { name: string; regNum: string; roll: number };
/** `names`: names that WhatsApp uses in place of the number. */
export type Family = { number: string; e164: string; names: string[]; children: Child[] };

/** One press of Send. Its mark is part of the text, so that each message can be told from all others. */
export type Press = {
  mark: string;
  clientID: string;
  body: Record<string, unknown>;
  answered: { broadcastID: number; queued: number; skipped: number } | undefined;
  answeredAt: number;
  at: number;
};

/** A payment from the counter or from a bank file. `isVoid` is undefined when nobody knows; `amount` is rupees. */
export type Receipt = {
  id: number;
  amount: number;
  method: string;
  isVoid: boolean | undefined;
  at: number;
  fileID?: number;
};

/** A line of the bank's own record, in rupees, and the bill that it paid. */
export type BankLine = Omit<BankRow, 'row' | 'day'> & { day: string; billID: number };

/** A bank file as the program has saved it. */
export type Statement = { fileID: number; at: number; isUndone: boolean };

/**
 * All lines that the bank has recorded, in order, and the files that the desk has saved. `hasBalance`: its files show a
 * balance.
 */
type Bank = { lines: BankLine[]; hasBalance: boolean; accountID: number; statements: Statement[] };

/** The last wish of a number, who expressed it, and whether another wish came so close that the order is unknown. */
export type OptOutChoice = {
  action: 'stop' | 'start';
  by: 'parent' | 'clerk';
  at: number;
  isDoubtful: boolean;
};

export type Group = { id: number; name: string; month: number; importID: number };

/** What a person may do, as the answers of the program say. `undefined`: unknown, because there was no answer. */
export type Person = {
  id: string;
  name: string;
  userName: string;
  place: Place;
  rights: Rights | undefined;
  state: 'invited' | 'active' | 'disabled' | undefined;
  password: string | undefined;
  /** The secret of the one-time link that is on its way. */
  link: string | undefined;
  /** The last sign-in; `since`: its time; `isOver`: it has ended since then. */
  session: { token: string; since: number; isOver: boolean } | undefined;
};

/** `state`: undefined when nobody knows. */
export type Key = {
  id: string;
  token: string;
  rights: Rights;
  perMinute: number;
  state: 'open' | 'revoked' | undefined;
};

/** A campus and its school. */
export type Place = { db: string; campusID: number };

/**
 * Another school of the same installation. `suspended`: since when nothing of it is sent; undefined when nobody knows.
 */
export type Neighbour = {
  schoolID: number;
  campusID: number;
  clerk: Person;
  groups: { id: number; bills: number }[];
  suspended: { since: number } | 'not' | undefined;
  /** `used`: the messages of `day` so far, all of which were answered. */
  limit: { most: number; since: number; day: string; used: number } | undefined;
  isGoing: boolean;
  isGone: boolean;
};

export type Book = {
  people: Person[];
  keys: Key[];
  /** Another campus of the school. */
  sister: Place | undefined;
  neighbour: Neighbour | undefined;
  /** Changes of people and keys, by kind and subject. `sure`: accepted; `maybe`: without an answer. */
  changes: Map<string, { sure: number; maybe: number }>;
  /** Entries of the trail up to this one are not in `changes`. */
  changesAfter: number;
  /** The number of calls for which an address was made up. */
  visits: number;
  /** The last backup that the program has made. */
  backup: string | undefined;
  families: Family[];
  groups: Group[];
  presses: Press[];
  receipts: Receipt[];
  bank: Bank;
  /** Numbers that opted out, and since when the program knows. */
  stopped: Map<string, number>;
  wishes: Map<string, OptOutChoice>;
  /** Which of the account's numbers is connected. */
  line: number;
  /** For each bill: since when the program has said that it is paid, removed, or has another number. */
  paid: Map<number, number>;
  gone: Map<number, number>;
  moved: Map<number, number>;
  /** The calls of people that are under way. */
  acting: string[];
  /** A restored store has forgotten what happened between its backup and this instant. */
  restoredAt: number;
  /** The quiet hours, and since when the program has them. */
  quiet: { from: string; to: string; since: number } | undefined;
  /** The rate that the clerk has set, and since when the program has it. */
  rate: { perMinute: number; since: number } | undefined;
  /** Since when the computer's clock is right. */
  rightSince: number;
  /** Since when computer and network work normally. */
  steadySince: number;
};

export const createBook = (): Book => ({
  people: [],
  keys: [],
  sister: undefined,
  neighbour: undefined,
  changes: new Map(),
  changesAfter: 0,
  visits: 0,
  backup: undefined,
  families: [],
  groups: [],
  presses: [],
  receipts: [],
  bank: { lines: [], hasBalance: false, accountID: 0, statements: [] },
  stopped: new Map(),
  wishes: new Map(),
  line: 0,
  paid: new Map(),
  gone: new Map(),
  moved: new Map(),
  acting: [],
  restoredAt: Number.NEGATIVE_INFINITY,
  quiet: undefined,
  rate: undefined,
  rightSince: 0,
  steadySince: 0,
});

/** Milliseconds between two wishes of different people within which nobody can say which came first. */
const atOnce = 10 * 60_000;

export function noteChoice({ wishes }: Book, number: string, choice: Omit<OptOutChoice, 'isDoubtful'>): void {
  const before = wishes.get(number);
  const isDoubtful = before !== undefined && before.by !== choice.by && choice.at - before.at < atOnce;
  wishes.set(number, { ...choice, isDoubtful });
}
