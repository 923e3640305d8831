/** The exceptions of a month: how many of each kind, by person and by week. */
import type { ReactNode } from 'react';
import type { Exceptions } from '#shared/calls/exceptions.ts';
import { isUnusual, weeksOf } from '#shared/money/exceptions.ts';
import { formatAmount } from '#shared/money/money.ts';
import { exceptionKindWords, exceptionWords } from '#shared/words/exceptions.ts';
import { NameText } from '../../ui/name-text.tsx';
import {
  type ExceptionCell,
  type ExceptionFilter,
  type ExceptionLine,
  linesOf,
  type Person,
} from './exception-rules.ts';
import classes from './exceptions.module.css';

type LinkTo = (filter: ExceptionFilter, label: string, count: string) => ReactNode;

const noOne = 0;
const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10);

function Cell({ cell, of, linkTo }: { cell: ExceptionCell; of: string; linkTo: LinkTo }) {
  const { filter, count } = cell;
  if (count === noOne || filter.kind === undefined) return <span className={classes.none}>0</span>;
  const label = exceptionWords.opens(exceptionKindWords[filter.kind], of, count);
  return linkTo(filter, label, count.toLocaleString('en-US'));
}

type LineProps = {
  line: ExceptionLine;
  people: readonly Person[];
  weekNames: readonly string[];
  usual: number;
  linkTo: LinkTo;
};

function Line({ line, people, weekNames, usual, linkTo }: LineProps) {
  const { kind, all, amount } = line;
  const isMarked = isUnusual(all, usual);
  return (
    <tr>
      <th scope="row">
        {exceptionKindWords[kind]}
        {line.unseen > 0 && <small>{exceptionWords.unseen(line.unseen)}</small>}
      </th>
      <td
        data-number
        data-marked={isMarked || undefined}
        title={isMarked ? exceptionWords.marked : undefined}
      >
        <Cell cell={{ filter: { kind }, count: all }} of={exceptionWords.everyone} linkTo={linkTo} />
      </td>
      <td data-number>{amount === null ? '–' : formatAmount(amount)}</td>
      {line.people.map((cell, at) => (
        <td key={cell.filter.by} data-number data-detail>
          <Cell cell={cell} of={people[at]?.name ?? ''} linkTo={linkTo} />
        </td>
      ))}
      {line.weeks.map((cell, at) => (
        <td key={cell.filter.week} data-number data-detail>
          <Cell cell={cell} of={weekNames[at] ?? ''} linkTo={linkTo} />
        </td>
      ))}
      <td data-number className={classes.usual}>
        {oneDecimal(usual)}
      </td>
    </tr>
  );
}

type Props = { exceptions: Exceptions; people: readonly Person[]; lastDay: number; linkTo: LinkTo };

export function ExceptionTable({ exceptions, people, lastDay, linkTo }: Props) {
  const { items, usual } = exceptions;
  const weekNames = weeksOf(lastDay).map(([from, to]) => exceptionWords.week(from, to));
  return (
    <table className={classes.table}>
      <thead>
        <tr data-groups>
          <td colSpan={3} />
          {people.length > 0 && (
            <th scope="colgroup" colSpan={people.length} data-detail>
              {exceptionWords.byPerson}
            </th>
          )}
          <th scope="colgroup" colSpan={weekNames.length} data-detail>
            {exceptionWords.byWeek}
          </th>
          <td />
        </tr>
        <tr>
          <th scope="col">{exceptionWords.kind}</th>
          <th scope="col" data-number>
            {exceptionWords.all}
          </th>
          <th scope="col" data-number>
            {exceptionWords.amount}
          </th>
          {people.map(({ id, name }) => (
            <th key={id} scope="col" data-number data-detail data-person title={name}>
              <NameText text={name} />
            </th>
          ))}
          {weekNames.map((name) => (
            <th key={name} scope="col" data-number data-detail>
              {name}
            </th>
          ))}
          <th scope="col" data-number>
            {exceptionWords.usual}
          </th>
        </tr>
      </thead>
      <tbody>
        {linesOf(items, people, weekNames.length).map((line) => (
          <Line key={line.kind} {...{ line, people, weekNames, linkTo }} usual={usual[line.kind] ?? 0} />
        ))}
      </tbody>
    </table>
  );
}
