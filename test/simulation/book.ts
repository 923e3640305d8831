/** What people have done and seen, kept apart from the program: what it must hold is asked of this. Instants are the world's. */

import type { BankRow } from '#shared/calls/bank-files.ts';
import type { Rights } from '#shared/rights.ts';

/** `roll`: its place in the school, which stands in the numbers of its vouchers. */
export type Child = { name: string; regNum: string; roll: number };
/** `names`: what WhatsApp calls the number instead of it. */
export type Family = { number: string; e164: string; names: string[]; children: Child[] };

/** One press of Send. Its mark stands in its text, so that a parent's message can be told from all others. */
export type Press = {
  mark: string;
  clientID: string;
  body: Record<string, unknown>;
  answered: { broadcastID: number; queued: number; skipped: number } | undefined;
  answeredAt: number;
  at: number;
};

/** A payment that was taken, at the counter or by a bank file. `isVoid`: undefined where nobody knows; `amount` in rupees. */
export type Receipt = {
  id: number;
  amount: number;
  method: string;
  isVoid: boolean | undefined;
  at: number;
  fileID?: number;
};

/** A line of the bank's own record, in rupees, and the bill for which it was paid. */
export type BankLine = Omit<BankRow, 'row' | 'day'> & { day: string; billID: number };

/** A bank file as the program has saved it. */
export type Statement = { fileID: number; at: number; isUndone: boolean };

/** All that the bank has recorded, in order, and what the desk has saved of it. `hasBalance`: its files say what was left. */
export type Bank = { lines: BankLine[]; hasBalance: boolean; accountID: number; statements: Statement[] };

/** What a number asked for last, who said so, and whether somebody else had just said something. */
export type Wish = { wish: 'stop' | 'start'; by: 'parent' | 'clerk'; at: number; isDoubtful: boolean };

export type Group = { id: number; name: string; month: number; importID: number };

/** What somebody may be, as the one who asked for it was told. `undefined`: nobody knows, as there was no answer. */
export type Person = {
  id: string;
  name: string;
  userName: string;
  place: Place;
  rights: Rights | undefined;
  state: 'invited' | 'active' | 'disabled' | undefined;
  password: string | undefined;
  /** What the one-time link that is on its way holds. */
  link: string | undefined;
  /** Of the last sign-in; `since`: when that was; `isOver`: it was ended since then. */
  session: { token: string; since: number; isOver: boolean } | undefined;
};

/** `state`: undefined where nobody knows. */
export type Key = {
  id: string;
  token: string;
  rights: Rights;
  perMinute: number;
  state: 'open' | 'revoked' | undefined;
};

/** Of which school, and which campus of it. */
export type Place = { db: string; campusID: number };

/** Another school of the same installation. `suspended`: since when nothing of it is sent; undefined: nobody knows. */
export type Neighbour = {
  schoolID: number;
  campusID: number;
  clerk: Person;
  groups: { id: number; bills: number }[];
  suspended: { since: number } | 'not' | undefined;
  /** `used` of the messages of `day`, none of which has had no answer. */
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
  /** Accepted changes of people and keys, by what was done and about whom; `maybe`: those without an answer. */
  changes: Map<string, { sure: number; maybe: number }>;
  /** Entries of the trail before this one are not in `changes`. */
  changesAfter: number;
  /** Calls for which an address of their own was made. */
  visits: number;
  /** The last backup that the program has made. */
  backup: string | undefined;
  families: Family[];
  groups: Group[];
  presses: Press[];
  receipts: Receipt[];
  bank: Bank;
  /** Numbers that asked for nothing more, and since when the program knows. */
  stopped: Map<string, number>;
  wishes: Map<string, Wish>;
  /** Which of the account's numbers is connected. */
  line: number;
  /** By bill: since when the program has said that it is paid, or gone, or of another number. */
  paid: Map<number, number>;
  gone: Map<number, number>;
  moved: Map<number, number>;
  /** What a person has done is under way: names the call. */
  acting: string[];
  /** Where the store is a copy, what it has forgotten is of before this. */
  restoredAt: number;
  /** Quiet hours, and since when the program has them. */
  quiet: { from: string; to: string; since: number } | undefined;
  /** The rate that the clerk has set, and since when the program has it. */
  rate: { perMinute: number; since: number } | undefined;
  /** Since when the computer's clock is right. */
  rightSince: number;
  /** Since when computer and network are as they should be. */
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

/** Milliseconds between the words of two people of which nobody can say which was first. */
const atOnce = 10 * 60_000;

export function noteWish({ wishes }: Book, number: string, wish: Omit<Wish, 'isDoubtful'>): void {
  const before = wishes.get(number);
  const isDoubtful = before !== undefined && before.by !== wish.by && wish.at - before.at < atOnce;
  wishes.set(number, { ...wish, isDoubtful });
}
