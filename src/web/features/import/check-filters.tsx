import type { CheckSummary, RowFilter } from '#shared/sheets/checked.ts';
import { checkWords, rowOutcomeWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import classes from './check-step.module.css';
import { presentFates } from './rules.ts';

type Props = {
  summary: CheckSummary;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  search: string;
  onSearch: (text: string) => void;
};

/** Filters the rows by what a save does with them, and by a text in them. */
export function CheckFilters({ summary, filter, onFilter, search, onSearch }: Props) {
  const segments = [
    { value: 'all' as RowFilter, label: checkWords.all, count: summary.rows },
    ...presentFates(summary).map(({ fate, count }) => ({
      value: fate as RowFilter,
      label: rowOutcomeWords[fate],
      count,
    })),
  ];
  const isFate = segments.some(({ value }) => value === filter);
  return (
    <div className={classes.tools}>
      <Segments
        label={checkWords.outcomes}
        segments={segments}
        value={isFate ? filter : ('' as RowFilter)}
        onChange={onFilter}
      />
      <div className={classes.search}>
        <SearchBox
          label={checkWords.search}
          clearLabel={commonWords.clearSearch}
          value={search}
          onSearch={onSearch}
        />
      </div>
    </div>
  );
}
