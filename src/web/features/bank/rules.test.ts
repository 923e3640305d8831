import { describe, expect, it } from 'vitest';
import type { BankBill } from '#shared/calls/bank-files.ts';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { BankMatch } from '#shared/money/bank.ts';
import type { OpenedBank } from '#shared/sheets/bank/bank-book.ts';
import {
  accountOf,
  aroundMark,
  decisionsOf,
  firstTab,
  type Line,
  summaryOf,
  tabsOf,
  ticked,
  usualChoice,
} from './rules.ts';

const bill: BankBill = {
  ...{ billID: 1, groupID: 1, name: 'Ayesha', regNum: '1', invNo: '1', month: 11, year: 2026 },
  ...{ status: 'unpaid', charged: 10, balance: 10 },
};
let row = 0;
const line = (verdict: BankMatch, amount: number, more: Partial<Line['judged']> = {}): Line => {
  row += 1;
  const none = { reason: null, mark: null, payment: null, campus: null, suggestions: [] };
  const judged = { ...none, row, match: verdict, bill, ...more };
  const said = { reference: '', number: '', text: '', balance: null };
  return { ...said, row, day: '2026-11-05', amount, direction: 'in', judged };
};

const account = (id: number, more: Partial<MoneyAccount>): MoneyAccount => ({
  ...{ id, kind: 'bank', title: `Account ${id}`, bank: '', number: '', iban: '', prefix: '', headings: [] },
  ...{ numbering: 'voucher', onVoucher: false, endedAt: null, version: '' },
  ...more,
});

describe('The account of a bank file', () => {
  const accounts = [
    account(1, { title: 'HBL 1', number: '0042-7901-00' }),
    account(2, { number: '1123456702', iban: 'PK36SCBL0000001123456702' }),
    account(3, { kind: 'biller', prefix: '100422' }),
  ];
  const find = (banner: string, numbers: string[] = []) =>
    accountOf(accounts, {
      opened: { banner } as OpenedBank,
      rows: numbers.map((number) => ({ ...line('exact', 1), number })),
    })?.id;

  it('The account is the one whose number or IBAN the file names, in any notation, and never by its title.', () => {
    expect(find('Account No: 0042 7901 00')).toBe(1);
    expect(find('IBAN: PK36 SCBL 0000 0011 2345 6702')).toBe(2);
    expect(find('A/C 1123456702 PKR')).toBe(2);
    expect(find('Statement of HBL 1')).toBeUndefined();
    expect(find('Account 00427901001')).toBeUndefined();
    expect(find('From 0042790100 to 1123456702')).toBeUndefined();
  });

  it('The account is the one whose prefix most numbers of the file have.', () => {
    expect(find('', ['10042220261', '10042220262', '999'])).toBe(3);
    expect(find('', ['10042220261', '999', '998'])).toBeUndefined();
    expect(find('')).toBeUndefined();
  });
});

describe('Bank file', () => {
  it('A bank file has a tab for each verdict in it, and together the tabs contain every line.', () => {
    const lines = [line('exact', 0.1), line('exact', 0.2), line('carried', 5), line('seen', 7)];
    const tabs = tabsOf(lines);
    expect(tabs.reduce((count, tab) => count + tab.lines.length, 0)).toBe(lines.length);
    expect(tabs.find(({ match: verdict }) => verdict === 'exact')?.sum).toBe(0.3);
    expect(tabs.map(({ match: verdict }) => verdict)).toContain('carried');
    expect(tabs.map(({ match: verdict }) => verdict)).not.toContain('fineOpen');
    expect(firstTab(tabs)).toBe('carried');
    expect(firstTab(tabsOf([line('seen', 1)]))).toBe('seen');
  });

  it('Only sure lines of a bank file are ticked at first, and only ticked lines are saved.', () => {
    const lines = [line('exact', 10), line('late', 12), line('short', 5), line('paidAlready', 10)];
    const choices = ticked(lines);
    expect([...choices.keys()]).toEqual(lines.slice(0, 2).map(({ row }) => row));
    expect(summaryOf(lines, choices)).toMatchObject({ payments: 2, sum: 22, joined: 0, left: 2 });
    expect(decisionsOf(lines, choices)).toEqual([
      { row: lines[0]?.row, match: 'exact', act: 'pay', billID: 1 },
      { row: lines[1]?.row, match: 'late', act: 'pay', billID: 1 },
    ]);
  });

  it('A line for a bill already paid is joined to its payment, or becomes credit if no payment is known.', () => {
    const payment = { paymentID: 1, receiptNo: 1, receivedOn: '2026-11-05', mayBounce: false };
    expect(usualChoice(line('paidAlready', 10, { payment }))?.act).toBe('join');
    expect(usualChoice(line('paidAlready', 10))?.act).toBe('credit');
    expect(usualChoice(line('unmatched', 10, { bill: null }))).toBeUndefined();
    expect(usualChoice(line('seen', 10))).toBeUndefined();
    expect(usualChoice(line('takenBack', 10, { payment }))).toBeUndefined();
    expect(usualChoice(line('twin', 10))?.act).toBe('pay');
  });

  it('The part of a bank line that led to the bill is marked.', () => {
    expect(aroundMark('IBFT 2026 NASIR', '2026')).toEqual(['IBFT ', '2026', ' NASIR']);
    expect(aroundMark('IBFT', '2026')).toEqual(['IBFT', '', '']);
  });
});
