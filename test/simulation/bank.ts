/** The school's bank. Families pay into its account with whatever text they remember, and its record never changes. */
import type { BankRow } from '#shared/money/bank.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { BankLine } from './book.ts';
import { dayAgo, dueOn, findOwed, listBillIDs, type Owed } from './owed.ts';
import type { World } from './world.ts';

/** What a family gives as the number, and the text that it writes. */
const wordings = {
  invNo: ({ invNo }: Owed, chance: Chance) =>
    chance.happens(0.5)
      ? { number: `${chance.happens(0.3) ? '00' : ''}${invNo}`, text: 'Mobile banking' }
      : { number: '', text: `Challan ${invNo} paid` },
  two: ({ invNo }: Owed) => ({ number: '', text: `Challans ${invNo} and ${Number(invNo) + 1}` }),
  regNum: ({ regNum }: Owed) => ({ number: '', text: `School fee ${regNum}` }),
  name: ({ name }: Owed) => ({ number: '', text: `Cash deposit, ${name}` }),
};

/** `isOpen`: the family pays a bill that is owed. Amounts are rupees. */
type Way = {
  isOpen: boolean;
  by: keyof typeof wordings;
  amount: (bill: Owed, day: string, chance: Chance) => number;
};
const whole: Way = { isOpen: true, by: 'invNo', amount: (bill, day) => dueOn(day, bill) };

/** How families pay; the usual ways are listed more often. */
const ways: readonly Way[] = [
  ...[whole, whole, whole, whole, whole],
  // Pays the amount before the due date.
  { ...whole, amount: (bill) => dueOn(bill.dueDate ?? '', bill) },
  { ...whole, amount: (bill, day) => Math.ceil(dueOn(day, bill) / 2) },
  { ...whole, amount: (bill, day, chance) => dueOn(day, bill) + chance.whole(1, 500) },
  // The family used an old voucher, or the bill was paid long ago.
  { ...whole, isOpen: false, amount: ({ total }) => (total ?? 0) / 100 },
  { ...whole, by: 'two' },
  { ...whole, by: 'regNum' },
  { ...whole, by: 'name' },
];

const charges = { reference: '', number: '', text: 'Charges', billID: 0 };

export function createBank(world: World) {
  const { book, rules, covered } = world;
  const { lines } = book.bank;
  let sum = 0;

  function someBill(chance: Chance, isOpen: boolean): Owed | undefined {
    const group = one(chance, book.groups);
    const id = one(chance, group ? listBillIDs(world, group.id, isOpen) : []);
    return id === undefined ? undefined : findOwed(world, id);
  }

  /** A bank payment that the desk entered also comes with the bank's file. */
  function enteredByDesk(chance: Chance): { bill: Owed; amount: number } | undefined {
    const entered = book.receipts.filter(
      ({ method, isVoid, at, fileID }) =>
        method !== 'cash' && isVoid === false && fileID === undefined && at > book.restoredAt,
    );
    const receipt = one(chance, entered);
    const [settled] = rules.read<{ billID: number }>(
      'select "billID" from allocation where "paymentID" = ? and "endedAt" is null',
      receipt?.id ?? 0,
    );
    const bill = findOwed(world, settled?.billID ?? 0);
    return receipt && bill && { bill, amount: receipt.amount };
  }

  const referenceOf = (chance: Chance, day: string): string =>
    one(chance, ['', `FT${chance.whole(1e8, 1e9)}`, `FT${chance.whole(1e8, 1e9)}`, `BRANCH ${day}`]) ?? '';

  function note(line: Omit<BankLine, 'balance'>): void {
    sum += line.direction === 'in' ? line.amount : -line.amount;
    lines.push({ ...line, balance: book.bank.hasBalance ? sum : null });
  }

  /** One family pays, or pays twice by mistake. Some lines are charges of the bank. */
  function transfer(chance: Chance, day: string): void {
    if (chance.happens(0.06)) {
      note({ day, amount: 50, direction: 'out', ...charges });
      return;
    }
    const entered = chance.happens(0.15) ? enteredByDesk(chance) : undefined;
    const way = one(chance, ways);
    const bill = entered?.bill ?? (way && someBill(chance, way.isOpen));
    if (!way || !bill) return;
    const amount = entered?.amount ?? way.amount(bill, day, chance);
    if (amount <= 0) return;
    const wording = wordings[entered ? 'invNo' : way.by](bill, chance);
    const reference = referenceOf(chance, day);
    const isTwin = chance.happens(0.15);
    if (isTwin) covered('bank: a family pays twice');
    for (let times = isTwin ? 2 : 1; times > 0; times -= 1)
      note({ day, amount, direction: 'in', reference, ...wording, billID: bill.id });
  }

  /** Adds the payments since the last export, in the order of their days. */
  function pass(chance: Chance): void {
    const last = lines.at(-1)?.day ?? dayAgo(world, 3);
    const days = Array.from({ length: chance.whole(1, 6) }, () => dayAgo(world, chance.whole(0, 6)));
    for (const day of days.map((day) => (day < last ? last : day)).sort()) transfer(chance, day);
  }

  /** Returns the lines of the last days, as a file holds them. A longer export repeats lines of an earlier one. */
  function exportLines(days: number): BankLine[] {
    const from = dayAgo(world, days);
    return lines.filter(({ day }) => day >= from);
  }

  return { pass, exportLines };
}

/** The lines as the page reads them. */
export const toRows = (lines: readonly BankLine[], hasTotal: boolean): BankRow[] => {
  const rows = lines.map(({ billID: _, ...line }, row): BankRow => ({ ...line, row }));
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = { day: null, amount, direction: 'total', reference: '', number: '', text: 'Total' } as const;
  return hasTotal ? [...rows, { ...total, row: rows.length, balance: null }] : rows;
};
