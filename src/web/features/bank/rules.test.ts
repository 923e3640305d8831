import { describe, expect, it } from 'vitest';
import type { BankBill } from '#shared/calls/bank-files.ts';
import type { BankMatch } from '#shared/money/bank.ts';
import {
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
    const payment = { paymentID: 1, receiptNo: 1, receivedOn: '2026-11-05' };
    expect(usualChoice(line('paidAlready', 10, { payment }))?.act).toBe('join');
    expect(usualChoice(line('paidAlready', 10))?.act).toBe('credit');
    expect(usualChoice(line('unmatched', 10, { bill: null }))).toBeUndefined();
    expect(usualChoice(line('seen', 10))).toBeUndefined();
  });

  it('The part of a bank line that led to the bill is marked.', () => {
    expect(aroundMark('IBFT 2026 NASIR', '2026')).toEqual(['IBFT ', '2026', ' NASIR']);
    expect(aroundMark('IBFT', '2026')).toEqual(['IBFT', '', '']);
  });
});
