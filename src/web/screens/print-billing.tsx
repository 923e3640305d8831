import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { dayIn, formatDay } from '#shared/time/dates.ts';
import { billWords, groupWords, printWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { exportQuery, figuresQuery } from '../features/bills/api.ts';
import { PrintTable } from '../features/bills/print-table.tsx';
import { type ClassFilter, isOfClass, nameOfFilter } from '../features/bills/section-menu.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import { Loaded } from '../lib/loaded.tsx';
import { useSession } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { NameText } from '../ui/name-text.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './print-billing.module.css';
import { billsFiltersOf, type PrintSearch } from './search.ts';

const route = getRouteApi('/print');

/** Opens the print dialog once, when everything is rendered and the fonts are loaded. */
function usePrint(isReady: boolean): void {
  const isRequested = useRef(false);
  useEffect(() => {
    if (!isReady || isRequested.current) return;
    isRequested.current = true;
    void document.fonts.ready.then(() => requestAnimationFrame(() => window.print()));
  }, [isReady]);
}

type HeadProps = { group: GroupSummary; search: PrintSearch; ofClass: string; count: number };

function Head({ group, search, ofClass, count }: HeadProps) {
  const { campuses, cId, timeZone, logo } = useSession();
  const title = [group.name, ofClass, search.status && billWords.filters[search.status]];
  const chosen = [printWords.bills(count), search.q && printWords.found(search.q)];
  return (
    <header className={classes.head}>
      {logo && <img className={classes.logo} src={logo} alt="" />}
      <div>
        <h1>
          <NameText text={title.filter(Boolean).join(' · ')} className={classes.text} />
        </h1>
        <p>
          <NameText text={group.description} className={classes.text} />
        </p>
      </div>
      <div>
        <p>{campuses.find(({ id }) => id === cId)?.name}</p>
        <p>{chosen.filter(Boolean).join(' · ')}</p>
        <p>{printWords.printedOn(formatDay(dayIn(timeZone, new Date())))}</p>
      </div>
    </header>
  );
}

/** The name of the class whose bills are printed; undefined while it is loading, and empty for all classes. */
function useClassName({ id }: GroupSummary, filter: ClassFilter): string | undefined {
  const { data, isPending } = useQuery({ ...figuresQuery(id), enabled: isOfClass(filter) });
  if (!isOfClass(filter)) return '';
  return isPending ? undefined : (nameOfFilter(data?.sections ?? [], filter) ?? '');
}

type PaperProps = { group: GroupSummary; search: PrintSearch; bills: readonly Bill[] };

function Paper({ group, search, bills }: PaperProps) {
  const [drawn, setDrawn] = useState(0);
  const ofClass = useClassName(group, search);
  const isReady = bills.length > 0 && drawn === bills.length && ofClass !== undefined;
  usePrint(isReady);
  if (bills.length === 0) return <Empty title={noRecords} />;
  return (
    <>
      <div className={classes.tools}>
        <Link to="/send-messages" search={{ ...search }}>
          {printWords.back}
        </Link>
        <p role="status">{!isReady && printWords.preparing(drawn, bills.length)}</p>
        <Button onClick={() => window.print()} disabled={!isReady}>
          {printWords.print}
        </Button>
      </div>
      <Head group={group} search={search} ofClass={ofClass ?? ''} count={bills.length} />
      <PrintTable bills={bills} onDrawn={setDrawn} />
    </>
  );
}

/** A printed list of the bills that match the search and the filters. */
export function PrintBilling() {
  const search = route.useSearch();
  const groups = useQuery(groupsQuery);
  const group = groups.data?.find(({ id }) => id === search.billing);
  // Without an order in the address the list has the default order, not the order last used on the screen.
  const filters = billsFiltersOf(search, { sort: '' });
  const bills = useQuery({ ...exportQuery(filters), enabled: group !== undefined });
  usePageTitle(`${group ? printWords.title(group.name) : groupWords.print} · ${commonWords.product}`);
  return (
    <main className={classes.page}>
      <Loaded query={groups} waiting={<p>{printWords.fetching}</p>}>
        {() =>
          group ? (
            <Loaded query={bills} waiting={<p>{printWords.fetching}</p>}>
              {(list) => <Paper group={group} search={search} bills={list} />}
            </Loaded>
          ) : (
            <Empty level={1} title={groupWords.gone} text={groupWords.goneText} />
          )
        }
      </Loaded>
    </main>
  );
}
