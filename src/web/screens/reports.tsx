/** Reports of money: a report for a period as a table with a chart. Each figure opens the list behind it. */
import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Report, ReportItem, ReportRow } from '#shared/calls/reports.ts';
import { formatAmount } from '#shared/money/money.ts';
import { sayDays, sayFigure, sayRow } from '#shared/money/report-texts.ts';
import { type ReportName, reports } from '#shared/money/reports.ts';
import { exceptionWords } from '#shared/words/exceptions.ts';
import { reportNameWords, reportNotes, reportWords } from '#shared/words/reports.ts';
import { commonWords } from '#shared/words/screen.ts';
import { ExportButton } from '../features/exports/export-button.tsx';
import { PrintPaper } from '../features/payments/print-paper.tsx';
import {
  allItemsQuery,
  allRowsQuery,
  type FigureParams,
  type ReportFilters,
  reportListQuery,
  reportQuery,
} from '../features/reports/api.ts';
import { ReportChart } from '../features/reports/report-chart.tsx';
import { ReportFilter } from '../features/reports/report-filter.tsx';
import { ReportList } from '../features/reports/report-list.tsx';
import { ReportNames } from '../features/reports/report-names.tsx';
import { ReportPaper } from '../features/reports/report-paper.tsx';
import { ReportTable } from '../features/reports/report-table.tsx';
import { rowsToDraw } from '../features/reports/rules.ts';
import { Loaded } from '../lib/loaded.tsx';
import { useRights, useSession } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './reports.module.css';
import type { ReportsSearch } from './search.ts';
import { useEscape } from './use-escape.ts';

const route = getRouteApi('/desk/reports');

// Not preloaded like other parts, because most users never open a report.

type Chosen = { name: ReportName; filters: ReportFilters; figure: FigureParams | undefined };

/** The report that an address describes. A grouping that the report does not have is ignored. */
function chosenOf({
  report: name = 'collected',
  by,
  figure,
  row,
  campus,
  ...filters
}: ReportsSearch): Chosen {
  const isSupported = by !== undefined && reports[name].bys.includes(by);
  const isFigure = figure !== undefined && reports[name].figures.includes(figure);
  return {
    name,
    filters: { ...filters, ...(isSupported ? { by } : {}) },
    figure: isFigure ? { figure, row, campus } : undefined,
  };
}

/** A link to a family of the open campus. */
function FamilyLink({
  billID,
  campusID,
  children,
}: {
  billID: number | null;
  campusID: number;
  children: ReactNode;
}) {
  const { cId } = useSession();
  if (billID === null || campusID !== cId) return children;
  return (
    <Link to="/send-messages" search={{ panel: 'family', member: billID }} className={classes.family}>
      {children}
    </Link>
  );
}

const linkRow = ({ family, campusID }: ReportRow, name: ReactNode) => (
  <FamilyLink billID={family?.billID ?? null} campusID={campusID}>
    {name}
  </FamilyLink>
);
const linkItem = ({ billID, isThere, campusID }: ReportItem, name: ReactNode) => (
  <FamilyLink billID={isThere ? billID : null} campusID={campusID}>
    {name}
  </FamilyLink>
);

const linkTo = (params: FigureParams, label: string, amount: string): ReactNode => (
  <Link from="/reports" to="/reports" search={(before) => ({ ...before, ...params })} aria-label={label}>
    {amount}
  </Link>
);

function Chart({ report, rows }: { report: Report; rows: readonly ReportRow[] }) {
  const drawn = rowsToDraw(report, rows);
  if (drawn.length === 0) return null;
  // Hidden from screen readers, because the table below has the same figures.
  return (
    <div className={classes.chart} aria-hidden>
      <ReportChart report={report} rows={drawn} />
    </div>
  );
}

type MoreProps = { left: number; isBusy: boolean; onMore: () => void };

function More({ left, isBusy, onMore }: MoreProps) {
  if (left <= 0) return null;
  return (
    <Button variant="default" className={classes.more} loading={isBusy} onClick={onMore}>
      {reportWords.more(left)}
    </Button>
  );
}

const Nothing = () => <Empty title={reportWords.empty} text={reportWords.emptyHint} />;

function Table({ name, filters }: Omit<Chosen, 'figure'>) {
  const query = useInfiniteQuery(reportQuery(name, filters));
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const [report] = pages;
        const rows = pages.flatMap((page) => page.rows);
        if (!report || rows.length === 0) return <Nothing />;
        return (
          <>
            <Chart report={report} rows={rows} />
            <div className={classes.scroller}>
              <ReportTable {...{ report, rows, linkTo }} familyLink={linkRow} />
            </div>
            <More
              left={query.hasNextPage ? report.count - rows.length : 0}
              isBusy={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** The title of a list: the names of the row and of the figure that it belongs to. */
function useTitle(
  report: Report | undefined,
  rows: readonly ReportRow[],
  figure: FigureParams | undefined,
): string {
  if (!figure) return '';
  const row = rows.find(({ key, campusID }) => key === figure.row && campusID === figure.campus);
  return [report && row && sayRow(row, report), sayFigure(figure.figure)].filter(Boolean).join(', ');
}

function List({ name, filters, figure, title }: Chosen & { figure: FigureParams; title: string }) {
  const query = useInfiniteQuery(reportListQuery(name, { ...filters, ...figure }));
  const { data: report } = useInfiniteQuery(reportQuery(name, filters));
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const [first] = pages;
        const [head] = report?.pages ?? [];
        const items = pages.flatMap((page) => page.items);
        if (!first || !head) return null;
        return (
          <section aria-label={title}>
            <header className={classes.listHead}>
              <h2>{title}</h2>
              <p>
                {reportWords.entries(first.count)} · <b>{formatAmount(first.sum)}</b>
              </p>
            </header>
            {items.length === 0 ? (
              <Nothing />
            ) : (
              <div className={classes.scroller}>
                <ReportList report={head} items={items} sum={first.sum} familyLink={linkItem} />
              </div>
            )}
            <More
              left={query.hasNextPage ? first.count - items.length : 0}
              isBusy={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </section>
        );
      }}
    </Loaded>
  );
}

/** The printed report. It has all rows, even rows that the screen has not loaded. */
function Printed({ name, filters, figure, report, title }: Chosen & { report: Report; title: string }) {
  const { data: rows } = useQuery({ ...allRowsQuery(name, filters), enabled: !figure });
  const { data: items } = useQuery({
    ...allItemsQuery(name, { ...filters, ...(figure ?? { figure: 'outstanding' }) }),
    enabled: figure !== undefined,
  });
  if (!(figure ? items : rows)) return null;
  const sum = (items ?? []).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <PrintPaper kind="sheet">
      <ReportPaper report={report} of={title || undefined} class={filters.class}>
        {figure ? (
          <ReportList report={report} items={items ?? []} sum={sum} />
        ) : (
          <ReportTable report={report} rows={rows ?? []} />
        )}
      </ReportPaper>
    </PrintPaper>
  );
}

function Tools({ chosen, report, title }: { chosen: Chosen; report: Report | undefined; title: string }) {
  const [prints, setPrints] = useState(0);
  const { name, filters, figure } = chosen;
  const fileTitle = [reportNameWords[name], title].filter(Boolean).join(' - ');
  return (
    <div className={classes.tools}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
        disabled={!report}
        onClick={() => setPrints((count) => count + 1)}
      >
        {reportWords.print}
      </Button>
      <ExportButton title={fileTitle} wanted={{ kind: 'money', name, filters, figure }} />
      {prints > 0 && report && <Printed key={prints} {...chosen} report={report} title={title} />}
    </div>
  );
}

function Desk() {
  const rights = useRights();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = chosenOf(search);
  const { name, filters, figure } = chosen;
  const { data } = useInfiniteQuery(reportQuery(name, filters));
  const [report] = data?.pages ?? [];
  const title = useTitle(report, data?.pages.flatMap((page) => page.rows) ?? [], figure);
  const toTable = { figure: undefined, row: undefined, campus: undefined };
  const back = (): void => void navigate({ search: (before) => ({ ...before, ...toTable }) });
  useEscape(figure !== undefined, back);
  const sharedFilters = ({ campuses, from, to, class: ofClass }: ReportsSearch) => ({
    campuses,
    from,
    to,
    class: ofClass,
  });
  return (
    <main className={classes.reports}>
      <aside className={classes.side}>
        <h1>{reportWords.title}</h1>
        <ReportNames
          chosen={name}
          owner={
            rights.admin && (
              <Link to="/owner" search={{}}>
                {exceptionWords.title}
              </Link>
            )
          }
          onChoose={(next) =>
            void navigate({ search: (before) => ({ ...sharedFilters(before), report: next }) })
          }
          linkTo={(next, word) => (
            <Link
              from="/reports"
              to="/reports"
              search={(before) => ({ ...sharedFilters(before), report: next })}
              aria-current={next === name ? 'page' : undefined}
            >
              {word}
            </Link>
          )}
        />
      </aside>
      <div className={classes.main}>
        <header className={classes.head}>
          <div>
            <h2>{reportNameWords[name]}</h2>
            <p>{report && sayDays(report)}</p>
          </div>
          <Tools chosen={chosen} report={report} title={title} />
        </header>
        <ReportFilter
          {...{ name, filters, report }}
          onWish={(change) =>
            void navigate({ search: (before) => ({ ...before, ...toTable, ...change }), replace: true })
          }
        />
        {figure && (
          <Button
            variant="subtle"
            className={classes.back}
            leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
            onClick={back}
          >
            {reportWords.back}
          </Button>
        )}
        {figure ? (
          <List {...chosen} figure={figure} title={title} />
        ) : (
          <Table name={name} filters={filters} />
        )}
        <p className={classes.note}>{reportNotes[name]}</p>
      </div>
    </main>
  );
}

export function Reports() {
  const rights = useRights();
  usePageTitle(`${reportWords.title} · ${commonWords.product}`);
  if (rights.view) return <Desk />;
  return (
    <main>
      <Empty level={1} title={reportWords.noRight} />
    </main>
  );
}
