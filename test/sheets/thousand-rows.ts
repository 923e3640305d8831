/** A sheet of 1,000 bills of November 2026, of which 44 need a decision, and what is wrong with each. */

type Given = {
  mobile?: string;
  tuition?: string;
  total?: string;
  paid?: string;
  outstanding?: string;
  due?: string;
  month?: string;
};

const headings =
  'RegistrationNumber,Name,Mobile,Head1,Amount1,TotalAmount,PaidAmount,Outstanding,DueDate,VoucherMonth,VoucherYear';

const line = (n: number, given: Given = {}): string => {
  const { mobile = `0300-1${String(200_000 + n)}`, total = '5000', month = '11' } = given;
  const { tuition = total, paid = '0', outstanding = total, due = '25/11/2026' } = given;
  return `T${n},Pupil ${n},${mobile},Tuition,${tuition},${total},${paid},${outstanding},${due},${month},2026`;
};

/** How many rows have each problem. */
export const troubles = {
  wrongNumber: 7,
  noNumber: 7,
  otherMonth: 7,
  swappedDate: 6,
  headsDiffer: 5,
  paidDiffers: 5,
  twice: 7,
} as const;

const troubled: Record<Exclude<keyof typeof troubles, 'twice'>, (n: number) => Given> = {
  wrongNumber: (n) => ({ mobile: `0300-12${n}` }),
  noNumber: () => ({ mobile: '' }),
  otherMonth: () => ({ month: '10' }),
  swappedDate: (n) => ({ due: `11/0${(n % 4) + 1}/2026` }),
  headsDiffer: () => ({ tuition: '4500' }),
  paidDiffers: () => ({ paid: '1000' }),
};

export function thousandRows(): string[] {
  const rows: string[] = [];
  for (const [name, count] of Object.entries(troubles)) {
    const given = troubled[name as keyof typeof troubled];
    if (given) for (let at = 0; at < count; at += 1) rows.push(line(rows.length, given(rows.length)));
  }
  while (rows.length < 1000 - troubles.twice) rows.push(line(rows.length));
  const again = rows.slice(-troubles.twice);
  return [headings, ...rows, ...again];
}
