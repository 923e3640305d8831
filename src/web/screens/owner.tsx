/** For the owner: what was collected in a month, and every act by which money can disappear, by person and week. */
import { ActionIcon } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Exception } from '#shared/calls/exceptions.ts';
import { addMonths, weeksOf } from '#shared/money/exceptions.ts';
import { formatAmount } from '#shared/money/money.ts';
import { dayIn } from '#shared/time/dates.ts';
import { exceptionKindWords, exceptionWords } from '#shared/words/exceptions.ts';
import { reportFigureWords, reportWords } from '#shared/words/reports.ts';
import { commonWords } from '#shared/words/screen.ts';
import { exceptionsQuery, reportQuery } from '../features/reports/api.ts';
import { ExceptionList } from '../features/reports/exception-list.tsx';
import { type ExceptionFilter, filterExceptions, peopleOf } from '../features/reports/exception-rules.ts';
import { ExceptionTable } from '../features/reports/exception-table.tsx';
import { ReportNames } from '../features/reports/report-names.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { useRights, useSession } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './owner.module.css';
import reportClasses from './reports.module.css';
import { useEscape } from './use-escape.ts';

const route = getRouteApi('/desk/owner');

const lastDayOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();

/** What was billed and collected in the month, and what is open today. */
function Figures({ month }: { month: string }) {
  const filters = { by: 'campus', from: `${month}-01`, to: `${month}-${lastDayOf(month)}` } as const;
  const { data: collected } = useInfiniteQuery(reportQuery('collected', filters));
  const { data: concessions } = useInfiniteQuery(reportQuery('concessions', filters));
  const figures = {
    ...concessions?.pages[0]?.totals[0]?.figures,
    ...collected?.pages[0]?.totals[0]?.figures,
  };
  const shown = ['billed', 'collected', 'markedPaid', 'outstanding', 'waived', 'conceded'] as const;
  return (
    <dl className={classes.figures}>
      {shown.map((figure) => (
        <div key={figure}>
          <dt>{reportFigureWords[figure]}</dt>
          <dd>{collected && concessions ? formatAmount(figures[figure]?.sum ?? 0) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Month({ month, thisMonth }: { month: string; thisMonth: string }) {
  const link = (by: number, label: string, Icon: typeof IconChevronLeft) => {
    const to = addMonths(month, by);
    return (
      <ActionIcon
        variant="default"
        size={36}
        component={Link}
        {...({ to: '/owner', search: { month: to } } as object)}
        aria-label={label}
        title={label}
        data-disabled={to > thisMonth || undefined}
        disabled={to > thisMonth}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <div className={classes.month}>
      {link(-1, exceptionWords.monthBefore, IconChevronLeft)}
      <b>{exceptionWords.month(month)}</b>
      {link(1, exceptionWords.monthAfter, IconChevronRight)}
    </div>
  );
}

/** A link to the family of a bill. */
const linkAbout = ({ kind, id }: Exception['about'], name: ReactNode): ReactNode =>
  kind === 'bill' ? (
    <Link to="/send-messages" search={{ panel: 'family', member: Number(id) }}>
      {name}
    </Link>
  ) : (
    name
  );

function Desk() {
  const { timeZone } = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const thisMonth = dayIn(timeZone, new Date()).slice(0, 7);
  const { month = thisMonth, kind, by, week } = search;
  const filter: ExceptionFilter = { kind, by, week };
  const query = useQuery(exceptionsQuery(month));
  const close = (): void => void navigate({ search: { month: search.month } });
  useEscape(kind !== undefined, close);
  const lastDay = lastDayOf(month);
  const linkTo = (to: ExceptionFilter, label: string, count: string): ReactNode => {
    const isOn = to.kind === kind && to.by === by && to.week === week;
    return (
      <Link
        to="/owner"
        search={{ month: search.month, ...to }}
        aria-label={label}
        aria-current={isOn ? 'true' : undefined}
        replace
      >
        {count}
      </Link>
    );
  };
  return (
    <main className={reportClasses.reports}>
      <aside className={reportClasses.side}>
        <h1>{reportWords.title}</h1>
        <ReportNames
          owner={
            <Link to="/owner" search={{}} aria-current="page">
              {exceptionWords.title}
            </Link>
          }
          onChoose={(report) => void navigate({ to: '/reports', search: { report } })}
          linkTo={(report, word) => (
            <Link to="/reports" search={{ report }}>
              {word}
            </Link>
          )}
        />
      </aside>
      <div className={reportClasses.main}>
        <header className={reportClasses.head}>
          <div>
            <h2>{exceptionWords.title}</h2>
            <p>{exceptionWords.hint}</p>
          </div>
          <Month {...{ month, thisMonth }} />
        </header>
        <Figures month={month} />
        <Loaded query={query}>
          {(exceptions) => {
            const people = peopleOf(exceptions.items);
            const items = filterExceptions(exceptions.items, filter, people);
            const [from, to] = week === undefined ? [] : (weeksOf(lastDay)[week] ?? []);
            const person = people.find(({ id }) => id === by);
            const title = [
              kind && exceptionKindWords[kind],
              person?.name,
              from && to && exceptionWords.week(from, to),
            ]
              .filter(Boolean)
              .join(', ');
            return (
              <div className={classes.body} data-open={kind !== undefined || undefined}>
                <div>
                  <ExceptionTable {...{ exceptions, people, lastDay, linkTo }} />
                </div>
                {kind !== undefined && <ExceptionList {...{ title, items, linkAbout }} onClose={close} />}
              </div>
            );
          }}
        </Loaded>
        {query.data?.isCut && <p className={reportClasses.note}>{exceptionWords.cut}</p>}
      </div>
    </main>
  );
}

export function Owner() {
  const rights = useRights();
  usePageTitle(`${exceptionWords.title} · ${commonWords.product}`);
  if (rights.admin) return <Desk />;
  return (
    <main>
      <Empty level={1} title={exceptionWords.noRight} />
    </main>
  );
}
