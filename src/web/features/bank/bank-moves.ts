/** Holds the state of one bank file until it is saved: its rows, their verdicts, and the ticked rows. */

import type { SavedBankFile } from '#shared/calls/bank-files.ts';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { BankMatch } from '#shared/money/bank.ts';
import { bankWords } from '#shared/words/bank.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { checkFile, saveFile } from './api.ts';
import type { BankRequest, ReadBank } from './bank-protocol.ts';
import { BankReader } from './bank-reader.ts';
import { type Choice, decisionsOf, firstTab, type Line, tabsOf, ticked } from './rules.ts';

export type BankWork = {
  account: MoneyAccount;
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

export class BankMoves {
  readonly #show: (work: BankWork | undefined) => void;
  #work: BankWork | undefined;
  #reader: BankReader | undefined;
  #press: Press | null = null;

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

  open = async (account: MoneyAccount, file: File): Promise<void> => {
    this.clear();
    const reader = new BankReader();
    this.#reader = reader;
    const emptyWork = { isAsking: false, choices: new Map(), tab: 'exact' } as const;
    this.#set({ account, name: file.name, doing: 'reading', ...emptyWork });
    try {
      const read = await reader.ask({ what: 'open', file, remembered: account.headings });
      if (this.#reader === reader) await this.#take(read);
    } catch (error) {
      if (this.#reader === reader) this.#change({ doing: null, error: (error as Error).message });
    }
  };

  /** Checks the rows if the columns are known. Otherwise the page asks for the columns. */
  async #take(read: ReadBank): Promise<void> {
    const isReady = read.opened.isComplete && read.rows.length > 0;
    if (isReady) return this.#check(read);
    const error = read.opened.isComplete ? bankWords.noRows : undefined;
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
