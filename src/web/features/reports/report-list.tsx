/** Lists the items behind a figure: bills, payments or parts of payments. */
import type { ReactNode } from 'react';
import type { Report, ReportItem } from '#shared/calls/reports.ts';
import { formatAmount } from '#shared/money/money.ts';
import { dayOf, sayBillingOf, sayWay, sayWhy } from '#shared/money/report-texts.ts';
import { formatDay } from '#shared/time/dates.ts';
import { reportListWords, reportWords } from '#shared/words/reports.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './report-table.module.css';

type Column = {
  head: string;
  /** Returns an empty text if the item has no value. */
  of: (item: ReportItem) => string;
};

const columns: readonly Column[] = [
  { head: reportListWords.day, of: (item) => formatDay(dayOf(item) ?? '') },
  { head: reportListWords.receipt, of: ({ receiptNo }) => (receiptNo === null ? '' : String(receiptNo)) },
  { head: reportListWords.regNum, of: ({ regNum }) => regNum ?? '' },
  { head: reportListWords.class, of: (item) => item.class ?? '' },
  { head: reportListWords.billing, of: sayBillingOf },
  { head: reportListWords.way, of: ({ method }) => (method === null ? '' : sayWay(method)) },
  { head: reportListWords.account, of: ({ account }) => account ?? '' },
  { head: reportListWords.by, of: ({ by }) => by ?? '' },
  { head: reportListWords.why, of: sayWhy },
];

type Props = {
  report: Report;
  items: readonly ReportItem[];
  sum: number;
  familyLink?: ((item: ReportItem, name: ReactNode) => ReactNode) | undefined;
};

/** Omits the columns that are empty in every line. */
export function ReportList({ report, items, sum, familyLink }: Props) {
  const shown = columns.filter(({ of }) => items.some((item) => of(item) !== ''));
  const hasCampus = report.campuses.length > 1;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{reportListWords.name}</th>
          {hasCampus && <th scope="col">{reportListWords.campus}</th>}
          {shown.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" data-number>
            {reportListWords.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => {
          const name = <NameText text={item.name || (item.regNum ?? '–')} />;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bill may occur twice, and the rows are never reordered
            <tr key={at}>
              <th scope="row">{familyLink ? familyLink(item, name) : name}</th>
              {hasCampus && (
                <td data-label={reportListWords.campus}>
                  <NameText text={report.campuses.find(({ id }) => id === item.campusID)?.name ?? ''} />
                </td>
              )}
              {shown.map(({ head, of }) => (
                <td key={head} data-label={head} data-day={head === reportListWords.day || undefined}>
                  <NameText text={of(item) || '–'} />
                </td>
              ))}
              <td data-label={reportListWords.amount} data-number>
                {formatAmount(item.amount)}
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{reportWords.total}</th>
          <td className={classes.filler} colSpan={shown.length + (hasCampus ? 1 : 0)} />
          <td data-label={reportListWords.amount} data-number>
            {formatAmount(sum)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
