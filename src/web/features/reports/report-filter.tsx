/** The filters of a report: campus, days, class, and how the rows are grouped. */
import { Select } from '@mantine/core';
import type { Report } from '#shared/calls/reports.ts';
import { type ReportBy, type ReportName, reports } from '#shared/money/reports.ts';
import { dayIn } from '#shared/time/dates.ts';
import { reportByWords, reportWords } from '#shared/words/reports.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { DayField } from '../../lib/day-field.tsx';
import { useSession } from '../../lib/session.ts';
import { Segments } from '../../ui/segments.tsx';
import type { ReportFilters } from './api.ts';
import classes from './report-filter.module.css';

type Props = {
  name: ReportName;
  filters: ReportFilters;
  /** The report that was loaded last. */
  report: Report | undefined;
  onWish: (change: ReportFilters) => void;
};

export function ReportFilter({ name, filters, report, onWish }: Props) {
  const { campuses, cId, timeZone } = useSession();
  const { bys, isOfToday } = reports[name];
  const own = campuses.find(({ id }) => id === cId)?.name ?? '';
  // These defaults are the same as the server's. So the fields need not wait for an answer, which could replace what
  // the user is typing.
  const today = dayIn(timeZone, new Date());
  const { from = `${today.slice(0, 8)}01`, to = today } = filters;
  const isWrong = from > to;
  return (
    <div className={classes.filters}>
      {campuses.length > 1 && (
        <Select
          aria-label={reportWords.campus}
          data={[
            { value: 'own', label: own },
            { value: 'all', label: reportWords.allCampuses },
          ]}
          value={filters.campuses ?? 'own'}
          allowDeselect={false}
          onChange={(value) => onWish({ campuses: value === 'all' ? 'all' : undefined })}
        />
      )}
      {!isOfToday && (
        <>
          <DayField
            aria-label={reportWords.from}
            placeholder={reportWords.from}
            day={from}
            onDay={(day) => onWish({ from: day })}
          />
          <DayField
            aria-label={reportWords.to}
            placeholder={reportWords.to}
            day={to}
            onDay={(day) => onWish({ to: day })}
          />
        </>
      )}
      <Select
        aria-label={reportWords.class}
        placeholder={reportWords.anyClass}
        data={report?.classes ?? (filters.class === undefined ? [] : [filters.class])}
        value={filters.class ?? null}
        onChange={(value) => onWish({ class: value ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': reportWords.anyClass }}
        searchable
        nothingFoundMessage={noRecords}
      />
      {bys.length > 1 && (
        <Segments<ReportBy>
          label={reportWords.by}
          segments={bys.map((value) => ({ value, label: reportByWords[value] }))}
          value={report?.by ?? filters.by ?? bys[0] ?? 'campus'}
          onChange={(by) => onWish({ by })}
        />
      )}
      {isWrong && (
        <p role="alert" className={classes.wrong}>
          {reportWords.wrongSpan}
        </p>
      )}
    </div>
  );
}
