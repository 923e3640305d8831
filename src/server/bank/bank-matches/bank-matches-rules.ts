/** Gives each bank row the first verdict whose conditions it meets. Pure; amounts in paisa. */
import type { BankMatch, BankReason } from '#shared/money/bank.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { type DueRules, inTimeFrom, lateFineOn, neverLate, payableOnOrNull } from '#shared/money/payable.ts';
import { addDays } from '#shared/time/dates.ts';
import {
  isShort,
  plainNumber,
  plainText,
  shortenedIn,
  type Token,
} from '../bank-numbers/bank-numbers-rules.ts';
import type { Candidate, Row, Unseen } from '../model.ts';

/** Bills by their normalised invoice or registration number. */
type ByNumber = ReadonlyMap<string, readonly Candidate[]>;
export type MatchData = {
  /** The keys of rows that were already saved. */
  seen: ReadonlySet<string>;
  /** The keys of rows that may have been saved with another text. */
  inDoubt: ReadonlySet<string>;
  byInvNo: ByNumber;
  byRegNum: ByNumber;
  unseen: ReadonlyMap<number, readonly Unseen[]>;
  /** Payments that billers reported for this account, by their authorisation as a normalised number. */
  pushed: ReadonlyMap<string, readonly Unseen[]>;
  /** The bill of each payment in `pushed`, by the id of the bill. */
  pushedFor: ReadonlyMap<number, Candidate>;
  /** By the id of a carried bill: the newer bill to which it was carried. */
  currentBills: ReadonlyMap<number, Candidate>;
  /** The names of the other campuses, by the invoice numbers of their bills. */
  elsewhere: ReadonlyMap<string, string>;
  /** Rows of this file that cancel each other: money that came in and was taken back. */
  cancelled: ReadonlySet<number>;
  /** The payment that an outgoing row takes back. `isReturned`: it was taken back before. */
  takenBack: (row: Row) => (Unseen & { bill: Candidate | null; isReturned: boolean }) | undefined;
  /** Open bills with the amount of the row. They are suggested when no number in the row matches a bill. */
  alike: (row: Row) => readonly Candidate[];
  /** The tokens of each part of a row that may contain a number. The most reliable part comes first. */
  tokens: (row: Row) => readonly (readonly Token[])[];
  numbering: 'voucher' | 'student';
  today: string;
  /** The last day of the closed books. */
  closedUntil: string | null;
  rules: DueRules;
};

export type Judged = {
  row: number;
  match: BankMatch;
  reason: BankReason | null;
  mark: string | null;
  bill: Candidate | null;
  payment: Unseen | null;
  campus: string | null;
  suggestions: Candidate[];
};

type Finding = Partial<Omit<Judged, 'row'>> & { match: BankMatch };
type Hit = { token: Token; bill: Candidate; isShort: boolean };

const mostSuggestions = 3;
/**
 * Within this many days the money of a biller reaches the bank, even over the longest holidays. The limit is needed
 * because authorisations have only six digits and repeat after some time.
 */
export const settledWithin = 14;
/** Words that mark a biller's payout for many families. */
const batch = /\b(?:settle?ments?|batch|bulk)\b/i;
/** Words for money that the bank gives back after it went out. */
const reversal = /\b(?:reversal|reversed|revrsl|rvsl|storno|chargeback)\b/i;

const latest = (bills: readonly Candidate[]): Candidate | undefined =>
  bills.toSorted((one, other) => other.id - one.id)[0];

const each = (bills: readonly Candidate[]): Candidate[] => [
  ...new Map(bills.map((bill) => [bill.id, bill])).values(),
];

/** Only these directions bring money. The reader of the file states the direction, so an API client may be wrong. */
export const bringsMoney = ({ direction }: Pick<Row, 'direction'>): boolean =>
  direction === 'in' || direction === 'back';

/** The parts of a row that may contain our numbers, the most reliable part first. */
export const partsOf = ({ number, reference, text }: Row): string[] =>
  [number, reference, text].filter(Boolean);

/** Judges the rows of one file. If a row pays a bill exactly, the bill counts as paid for the following rows. */
export class Judge {
  readonly #known: MatchData;
  readonly #settled = new Set<number>();
  readonly #joined = new Set<number>();
  /** The payments that outgoing rows of this file take back. */
  readonly #returned = new Set<number>();
  /** Reference, amount and registration of the rows before. */
  readonly #before = new Set<string>();

  constructor(data: MatchData) {
    this.#known = data;
  }

  judge(row: Row, key: string): Judged {
    const finding = this.#find(row, key);
    const { match, bill, payment } = finding;
    const isSettled = match === 'exact' || match === 'late' || match === 'registration';
    if (isSettled && bill) this.#settled.add(bill.id);
    if (payment) (match === 'takenBack' ? this.#returned : this.#joined).add(payment.paymentID);
    const none = { reason: null, mark: null, bill: null, payment: null, campus: null, suggestions: [] };
    return { ...none, ...finding, row: row.row };
  }

  #find(row: Row, key: string): Finding {
    const { seen, today, closedUntil, cancelled, inDoubt } = this.#known;
    if (row.direction === 'total') return { match: 'notIncome', reason: 'total' };
    if (row.direction === 'none') return { match: 'notIncome', reason: 'failed' };
    if (cancelled.has(row.row)) return { match: 'takenBack' };
    if (row.direction === 'out') return this.#takenBack(row) ?? { match: 'notIncome', reason: 'debit' };
    if (row.day === null) return { match: 'unmatched', reason: 'noDay' };
    const found = this.#income(row);
    const isTwin = this.#isTwin(row, found);
    if (seen.has(key)) return { match: 'seen' };
    if (row.day > today) return { match: 'unmatched', reason: 'dayToCome' };
    // Joining a row to a payment that is already entered adds no money to its day.
    if (closedUntil !== null && row.day <= closedUntil && !found.payment)
      return { match: 'unmatched', reason: 'booksClosed', mark: found.mark ?? null };
    if (inDoubt.has(key)) return this.#doubt(found, 'mayCount');
    if (row.direction === 'back' || reversal.test(row.text)) return this.#doubt(found, 'debitReversed');
    return isTwin ? { ...found, match: 'twin' } : found;
  }

  /** The finding for money that came in. */
  #income(row: Row): Finding {
    const { numbering } = this.#known;
    const vouchers = this.#hits(row, this.#known.byInvNo, ({ invNo }) => invNo);
    const students = this.#hits(row, this.#known.byRegNum, ({ regNum }) => regNum);
    const byNumber = numbering === 'student' ? [students, vouchers] : [vouchers];
    const pushed = this.#pushed(row, byNumber.flat());
    if (pushed) return pushed;
    const isNamed = byNumber.some((hits) => hits.length > 0);
    if (!isNamed && batch.test(row.text)) return { match: 'notIncome', reason: 'batch' };
    for (const hits of byNumber) {
      const finding = this.#byNumber(row, hits);
      if (finding) return finding;
    }
    const campus = this.#elsewhere(row);
    if (campus) return campus;
    return this.#byRegistration(row, students) ?? this.#unmatched(row, [...vouchers, ...students]);
  }

  #takenBack(row: Row): Finding | undefined {
    const found = this.#known.takenBack(row);
    if (!found || this.#returned.has(found.paymentID)) return undefined;
    return { match: 'takenBack', bill: found.bill, payment: found.isReturned ? null : found };
  }

  /** Whether an earlier row has the same reference, registration and amount. A row that joins a payment is no twin. */
  #isTwin({ reference, number, text, amount }: Row, { match, bill, payment, suggestions }: Finding): boolean {
    const about = bill ?? suggestions?.[0];
    const who = about ? plainNumber(about.regNum ?? '') || `#${about.id}` : `${number} ${text}`;
    const key = JSON.stringify([plainText(reference), amount, plainText(who)]);
    const isAgain = reference !== '' && this.#before.has(key);
    this.#before.add(key);
    return isAgain && !payment && match !== 'notIncome' && match !== 'otherCampus';
  }

  /**
   * A row that may already be saved must be decided by a person. Exceptions: the row is not income, or it joins an
   * existing payment.
   */
  #doubt(found: Finding, reason: BankReason): Finding {
    const { match, mark, bill, payment, suggestions = [] } = found;
    if (match === 'notIncome' || match === 'otherCampus' || payment) return found;
    const open = each([...(bill ? [bill] : []), ...suggestions]).filter(this.#isOpen);
    return {
      match: 'ambiguous',
      reason,
      mark: mark ?? null,
      suggestions: open.slice(0, mostSuggestions),
    };
  }

  /** Returns the hits of the first part of the row that has hits. */
  #hits(row: Row, by: ByNumber, stored: (bill: Candidate) => string | null): Hit[] {
    for (const tokens of this.#known.tokens(row)) {
      const hits = tokens.flatMap((token) =>
        (by.get(token.number) ?? []).map((bill) => ({
          token,
          bill,
          isShort: isShort(token, stored(bill) ?? ''),
        })),
      );
      if (hits.length > 0) return hits;
    }
    return [];
  }

  #isOpen = (bill: Candidate): boolean => isOpen(bill) && !this.#settled.has(bill.id);

  /** A row without a day is treated as paid in time. */
  #dueFrom = (day: string) => (day === '' ? neverLate : inTimeFrom(day, this.#known.rules));

  balanceOn(day: string, bill: Candidate): number | null {
    return this.#settled.has(bill.id) ? 0 : payableOnOrNull(this.#dueFrom(day), bill);
  }

  #isJust = (bill: Candidate, { day, amount }: Row): boolean =>
    this.#isOpen(bill) && this.balanceOn(day ?? '', bill) === amount;

  /** Returns a payment of exactly this amount for the bill, if the payment has no bank row yet. */
  #unseen({ id }: Candidate, { amount }: Row): Unseen | undefined {
    return this.#known.unseen
      .get(id)
      ?.find((payment) => payment.amount === amount && !this.#joined.has(payment.paymentID));
  }

  /** Returns whether the bill of a hit is the bill of the payment, or was carried to the bill of the payment. */
  #isOf({ bill }: Hit, { billID }: Unseen): boolean {
    return bill.id === billID || this.#known.currentBills.get(bill.id)?.id === billID;
  }

  /**
   * Matches a row by the authorisation of a biller. If the row also contains the number of a bill, this must be the
   * bill of the payment.
   */
  #pushed(row: Row, hits: readonly Hit[]): Finding | undefined {
    const { pushed, pushedFor } = this.#known;
    const day = row.day ?? '';
    const tokens = this.#known.tokens(row).flat();
    const found = tokens.flatMap((token) =>
      (pushed.get(token.number) ?? []).flatMap((payment) => {
        const { amount, receivedOn, paymentID } = payment;
        const isInTime = receivedOn <= day && day <= addDays(receivedOn, settledWithin);
        return amount === row.amount && isInTime && !this.#joined.has(paymentID) ? { token, payment } : [];
      }),
    );
    const [first] = found;
    const bill = first && pushedFor.get(first.payment.billID);
    if (!first || !bill) return undefined;
    const isOther = hits.some((hit) => !hit.isShort && !this.#isOf(hit, first.payment));
    const { mark } = first.token;
    if (found.some(({ payment }) => payment !== first.payment) || isOther) {
      const bills = each([
        ...found.flatMap(({ payment }) => pushedFor.get(payment.billID) ?? []),
        ...hits.map((hit) => hit.bill),
      ]).slice(0, mostSuggestions);
      return { match: 'ambiguous', reason: 'several', mark, suggestions: bills };
    }
    return { match: 'paidAlready', mark, payment: first.payment, bill };
  }

  #byNumber(row: Row, hits: readonly Hit[]): Finding | undefined {
    const sure = hits.filter((hit) => !hit.isShort);
    if (sure.length === 0) return this.#byShort(row, hits);
    const mark = sure[0]?.token.mark ?? null;
    const bills = each(sure.map(({ bill }) => bill));
    const open = bills.filter(this.#isOpen);
    const numbers = new Set(sure.map(({ token }) => token.number));
    const candidates = open.length > 0 ? open : bills;
    const several: Finding = {
      match: 'ambiguous',
      reason: 'several',
      mark,
      suggestions: candidates.slice(0, mostSuggestions),
    };
    const there = bills.flatMap((bill) => this.#unseen(bill, row) ?? []);
    if (numbers.size > 1) return several;
    if (open.length > 1) return this.#ofStudent(row, { open, mark, several, isPaid: there.length > 0 });
    const [bill] = open;
    const [payment] = there;
    if (payment && bill && payment.billID !== bill.id) return several;
    if (payment)
      return {
        match: 'paidAlready',
        mark,
        payment,
        bill: bills.find(({ id }) => id === payment.billID) ?? null,
      };
    if (bill) return { ...this.#beside(row, bill), mark };
    const closed = latest(bills) ?? null;
    if (closed?.status !== 'carried') return { match: 'paidAlready', mark, bill: closed };
    return { match: 'carried', mark, bill: this.#known.currentBills.get(closed.id) ?? closed };
  }

  /**
   * A student may owe several months. The row is matched to the month with exactly this amount. This applies only to
   * registration numbers, because a voucher number belongs to one bill.
   */
  #ofStudent(
    row: Row,
    {
      open,
      mark,
      several,
      isPaid,
    }: { open: Candidate[]; mark: string | null; several: Finding; isPaid: boolean },
  ): Finding {
    const just = open.filter((bill) => this.#isJust(bill, row));
    const [bill] = just;
    const isOfStudent =
      this.#known.numbering === 'student' &&
      new Set(open.map(({ regNum }) => plainNumber(regNum ?? ''))).size === 1;
    return isOfStudent && bill && just.length === 1 && !isPaid
      ? { ...this.#beside(row, bill), mark }
      : several;
  }

  /** The number is too short to identify a bill. If the amount matches, a person decides. */
  #byShort(row: Row, hits: readonly Hit[]): Finding | undefined {
    const just = hits.filter(({ bill }) => this.#isJust(bill, row) || this.#unseen(bill, row));
    if (just.length === 0) return undefined;
    const suggestions = each(just.map(({ bill }) => bill)).slice(0, mostSuggestions);
    return { match: 'ambiguous', reason: 'shortNumber', mark: just[0]?.token.mark ?? null, suggestions };
  }

  /** Compares the amount of the row with what was payable for the bill on that day. */
  #beside(row: Row, bill: Candidate): Finding {
    const day = row.day ?? '';
    const { amount } = row;
    const balance = this.balanceOn(day, bill);
    if (balance === null) return { match: 'ambiguous', suggestions: [bill] };
    // The bill was already paid on that day. A fine that is open now was added later.
    if (balance === 0) return { match: 'paidAlready', bill };
    const fine = lateFineOn(this.#dueFrom(day), bill);
    if (amount === balance) return { match: fine === 0 ? 'exact' : 'late', bill };
    if (fine > 0 && amount === balance - fine) return { match: 'fineOpen', bill };
    return { match: amount < balance ? 'short' : 'over', bill };
  }

  #elsewhere(row: Row): Finding | undefined {
    for (const tokens of this.#known.tokens(row))
      for (const token of tokens) {
        const campus = this.#known.elsewhere.get(token.number);
        if (campus !== undefined && !isShort(token, ''))
          return { match: 'otherCampus', mark: token.mark, campus };
      }
    return undefined;
  }

  #byRegistration(row: Row, hits: readonly Hit[]): Finding | undefined {
    const just = hits.filter(({ bill }) => this.#isJust(bill, row));
    const bills = each(just.map(({ bill }) => bill));
    const mark = just[0]?.token.mark ?? null;
    const [bill] = bills;
    if (!bill) return this.#lessForRegistration(row, hits);
    if (bills.length === 1) return { match: 'registration', mark, bill };
    return { match: 'ambiguous', reason: 'several', mark, suggestions: bills.slice(0, mostSuggestions) };
  }

  /** A registration with less than its bill asks for, or whose bill an earlier row of this file has paid. */
  #lessForRegistration(row: Row, hits: readonly Hit[]): Finding | undefined {
    const sure = hits.filter((hit) => !hit.isShort);
    const mark = sure[0]?.token.mark ?? null;
    const bills = each(sure.map(({ bill }) => bill));
    const open = bills.filter(this.#isOpen);
    const [bill] = open;
    if (bill && open.length === 1 && row.amount < (this.balanceOn(row.day ?? '', bill) ?? 0))
      return { match: 'short', mark, bill };
    const [paid] = bills.filter(({ id }) => this.#settled.has(id));
    return paid && open.length === 0 ? { match: 'paidAlready', mark, bill: paid } : undefined;
  }

  #unmatched(row: Row, hits: readonly Hit[]): Finding {
    const near = hits.map(({ bill }) => bill).filter(this.#isOpen);
    const alike = this.#known.alike(row).filter((bill) => this.#isJust(bill, row));
    const suggestions = each([...near, ...alike]).slice(0, mostSuggestions);
    const isShortened = [row.number, row.text].some((text) => shortenedIn(text).length > 0);
    if (hits.length === 0 && isShortened) return { match: 'ambiguous', reason: 'shortened', suggestions };
    return { match: 'unmatched', mark: hits[0]?.token.mark ?? null, suggestions };
  }
}
