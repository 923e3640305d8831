import { Select, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CampusFigures as Figures, Month } from '#shared/calls/campuses.ts';
import { formatMoney, formatShortMoney } from '#shared/money/money.ts';
import { monthName } from '#shared/time/dates.ts';
import { allCampusesWords } from '#shared/words/settings.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { OldContent } from '../../ui/old-content.tsx';
import { campusFiguresQuery } from './api.ts';
import classes from './campus-figures.module.css';
import { sumOf } from './rules.ts';

const { columns } = allCampusesWords;
const count = (value: number): string => value.toLocaleString('en-US');

/** Formats a month as in the address, such as `2026-11`. */
const textOf = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`;

function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span title={formatMoney(amount, currency)}>{formatShortMoney(amount, currency)}</span>;
}

function Cells({
  bills,
  collected,
  outstanding,
  sent,
  failed,
  waiting,
  currency,
}: Omit<Figures, 'id' | 'name'>) {
  return (
    <>
      <td data-label={columns.bills}>{count(bills)}</td>
      <td data-label={columns.collected}>
        <Money amount={collected} currency={currency} />
      </td>
      <td data-label={columns.outstanding}>
        <Money amount={outstanding} currency={currency} />
      </td>
      <td data-label={columns.sent}>{count(sent)}</td>
      <td data-label={columns.waiting}>{count(waiting)}</td>
      <td data-label={columns.failed} data-warns={failed > 0 || undefined}>
        {count(failed)}
      </td>
    </>
  );
}

type TableProps = { campuses: readonly Figures[]; onCampus: (id: number) => void };

function Table({ campuses, onCampus }: TableProps) {
  const sum = sumOf(campuses);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {Object.values(columns).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {campuses.map((campus) => (
          <tr key={campus.id}>
            <th scope="row">
              <UnstyledButton
                className={classes.name}
                title={allCampusesWords.goTo(campus.name)}
                onClick={() => onCampus(campus.id)}
              >
                <bdi>{campus.name}</bdi>
              </UnstyledButton>
            </th>
            <Cells {...campus} />
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row">{allCampusesWords.together}</th>
            <Cells {...sum} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type Props = {
  /** The month, such as `2026-11`. By default it is the latest month that has billings. */
  month: string | undefined;
  onMonth: (month: string) => void;
  onCampus: (id: number) => void;
};

/** Shows the figures of a month for each campus. */
export function CampusFigures({ month, onMonth, onCampus }: Props) {
  const query = useQuery(campusFiguresQuery(month));
  return (
    <Loaded query={query} waiting={<Skeleton height={240} radius="lg" />}>
      {({ campuses, months, ...shown }) => {
        const all = months.some((listed) => textOf(listed) === textOf(shown)) ? months : [shown, ...months];
        return (
          <OldContent isOld={query.isPlaceholderData}>
            <div>
              <Select
                className={classes.month}
                label={allCampusesWords.month}
                data={all.map((choice) => ({
                  value: textOf(choice),
                  label: `${monthName(choice.month)} ${choice.year}`,
                }))}
                value={textOf(shown)}
                allowDeselect={false}
                onChange={(next) => next && onMonth(next)}
              />
            </div>
            <Table campuses={campuses} onCampus={onCampus} />
            <p className={classes.hint}>{allCampusesWords.hint}</p>
          </OldContent>
        );
      }}
    </Loaded>
  );
}
