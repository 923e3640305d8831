/** Holds the state of one bank file until it is saved: its rows, their verdicts, and the ticked rows. */

import type { SavedBankFile } from '#shared/calls/bank-files.ts';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { BankMatch } from '#shared/money/bank.ts';
import type { ReturnKind } from '#shared/money/ledger.ts';
import type { CountryCode } from '#shared/people/phone.ts';
import type { BankPlace } from '#shared/sheets/bank/bank-book.ts';
import { bankWords } from '#shared/words/bank.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { currentSession } from '../../lib/session.ts';
import { checkFile, saveFile, takeBack } from './api.ts';
import type { BankRequest, ReadBank } from './bank-protocol.ts';
import { BankReader } from './bank-reader.ts';
import {
  accountOf,
  bankTextsOf,
  type Choice,
  decisionsOf,
  firstTab,
  type Line,
  tabsOf,
  ticked,
} from './rules.ts';

export type BankWork = {
  account: MoneyAccount;
  /** The title of another account, which the file names. */
  namedAccount?: string | undefined;
  name: string;
  doing: 'reading' | 'checking' | 'saving' | null;
  error?: string | undefined;
  read?: ReadBank;
  /** Whether the page shows the form that asks for the columns. */
  isAsking: boolean;
  lines?: Line[];
  choices: ReadonlyMap<number, Choice>;
  tab: BankMatch;
  saved?: SavedBankFile;
};

/** The most characters of the reason of a return. */
const longestReason = 200;

function placeOf({ headings: remembered }: MoneyAccount): BankPlace {
  const session = currentSession();
  if (!session) throw new Error('A bank file requires a signed-in user.');
  return { country: session.country as CountryCode, timeZone: session.timeZone, remembered };
}

export class BankMoves {
  readonly #show: (work: BankWork | undefined) => void;
  #work: BankWork | undefined;
  #reader: BankReader | undefined;
  #press: Press | null = null;
  #takeBackPress: Press | null = null;

  constructor(show: (work: BankWork | undefined) => void) {
    this.#show = show;
  }

  #set(work: BankWork | undefined): void {
    this.#work = work;
    this.#show(work);
  }

  #change(next: Partial<BankWork>): void {
    if (this.#work) this.#set({ ...this.#work, ...next });
  }

  /** Without a chosen account the file must name one of `accounts`, unless there is only one. */
  open = async (
    accounts: readonly MoneyAccount[],
    { chosen, file }: { chosen: MoneyAccount | undefined; file: File },
  ): Promise<void> => {
    this.clear();
    const reader = new BankReader();
    this.#reader = reader;
    const first = chosen ?? accounts[0];
    if (!first) return;
    const emptyWork = { isAsking: false, choices: new Map(), tab: 'exact' } as const;
    this.#set({ account: first, name: file.name, doing: 'reading', ...emptyWork });
    try {
      const read = await reader.ask({ what: 'open', file, place: placeOf(first) });
      const named = accountOf(accounts, read);
      const account = chosen ?? named ?? (accounts.length === 1 ? first : undefined);
      if (this.#reader !== reader) return;
      if (!account) return this.#change({ doing: null, error: bankWords.noAccountNamed });
      const namedAccount = named && named.id !== account.id ? named.title : undefined;
      this.#change({ account, namedAccount });
      const { headings } = account;
      const again = account === first ? read : await reader.ask({ what: 'remember', headings });
      if (this.#reader === reader) await this.#take(again);
    } catch (error) {
      if (this.#reader === reader) this.#change({ doing: null, error: (error as Error).message });
    }
  };

  /** Checks the rows if the columns are known. Otherwise the page asks for the columns. */
  async #take(read: ReadBank): Promise<void> {
    const { isComplete, questions, hasNewStatus } = read.opened;
    const isAnswered = questions.every(({ answer }) => answer !== null) && !hasNewStatus;
    if (isComplete && isAnswered && read.rows.length > 0) return this.#check(read);
    const error =
      isComplete && questions.length === 0 && read.rows.length === 0 ? bankWords.noRows : undefined;
    this.#change({ doing: null, read, isAsking: true, error });
  }

  /** After a save, no row is ticked automatically, because the person left the remaining rows out on purpose. */
  async #check(read: ReadBank, saved?: SavedBankFile): Promise<void> {
    const { account } = this.#work ?? {};
    if (!account) return;
    const reader = this.#reader;
    this.#change({ doing: 'checking', read, isAsking: false, error: undefined });
    try {
      const judged = await checkFile(account.id, read.rows);
      if (this.#reader !== reader) return;
      const lines = read.rows.flatMap((row, at) => {
        const verdict = judged[at];
        return verdict ? [{ ...row, judged: verdict }] : [];
      });
      const choices = saved ? new Map<number, Choice>() : ticked(lines);
      this.#change({ doing: null, lines, choices, tab: firstTab(tabsOf(lines)), ...(saved && { saved }) });
    } catch (error) {
      if (this.#reader === reader) this.#change({ doing: null, error: sentenceOf(error) });
    }
  }

  ask = async (what: BankRequest): Promise<void> => {
    try {
      const read = await this.#reader?.ask(what);
      if (read) this.#change({ read, error: undefined });
    } catch (error) {
      this.#change({ error: (error as Error).message });
    }
  };

  checkRows = async (): Promise<void> => {
    if (this.#work?.read) await this.#check(this.#work.read);
  };

  /**
   * Books the payment that an outgoing row takes back. The other choices on the page stay. A repeated press has the
   * same key, so the money is returned once.
   */
  takeBack = async ({ row, day, judged: { payment }, ...line }: Line, kind: ReturnKind): Promise<void> => {
    const { account, lines } = this.#work ?? {};
    if (!account || !lines || !payment) return;
    const { paymentID: id } = payment;
    const press = pressOf(JSON.stringify([id, kind, day]), this.#takeBackPress, randomID);
    this.#takeBackPress = press;
    const reason = bankWords.takeBackReason(bankTextsOf({ row, day, ...line })).slice(0, longestReason);
    // What the bank took back on a closed day is booked today.
    const closedUntil = currentSession()?.closedUntil ?? null;
    const isClosed = day !== null && closedUntil !== null && day <= closedUntil;
    const returnedOn = isClosed ? undefined : (day ?? undefined);
    await takeBack(id, { clientID: press.clientID, kind, returnedOn, accountID: account.id, reason });
    this.#takeBackPress = null;
    this.#change({
      lines: lines.map((one) =>
        one.row === row ? { ...one, judged: { ...one.judged, payment: null } } : one,
      ),
    });
  };

  /** Returns undefined if nothing was saved. */
  save = async (): Promise<SavedBankFile | undefined> => {
    const { account, read, lines, choices, doing } = this.#work ?? {};
    if (!account || !read || !lines || !choices || doing !== null || choices.size === 0) return undefined;
    const { name, sha256, rows, headings } = read;
    const decisions = decisionsOf(lines, choices);
    this.#press = pressOf(JSON.stringify([sha256, account.id, decisions]), this.#press, randomID);
    const saveID = this.#press.clientID;
    this.#change({ doing: 'saving', error: undefined });
    try {
      const file = { name, sha256 };
      const saved = await saveFile({ saveID, accountID: account.id, file, headings, rows, decisions });
      this.#press = null;
      await this.#check(read, saved);
      return saved;
    } catch (error) {
      this.#change({ doing: null, error: sentenceOf(error) });
      return undefined;
    }
  };

  choose = (rows: readonly (readonly [number, Choice | undefined])[]): void => {
    const choices = new Map(this.#work?.choices);
    for (const [row, choice] of rows) {
      if (choice) choices.set(row, choice);
      else choices.delete(row);
    }
    this.#change({ choices });
  };

  showTab = (tab: BankMatch): void => this.#change({ tab });
  showColumns = (): void => this.#change({ isAsking: true });

  clear = (): void => {
    this.#reader?.end();
    this.#reader = undefined;
    this.#press = null;
    this.#set(undefined);
  };
}
