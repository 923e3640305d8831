import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { CheckSummary, RowFilter } from '#shared/sheets/checked.ts';
import { levelOf } from '#shared/sheets/problem.ts';
import { checkWords, fateWords, issueWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import classes from './check-step.module.css';
import { ProblemsButton } from './problems-button.tsx';
import { presentFates } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  summary: CheckSummary;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  search: string;
  onSearch: (text: string) => void;
  work: Import;
};

const sign = { size: 14, stroke: 2, 'aria-hidden': true } as const;

/** A chip for each kind of problem there is; pressed again it shows all rows. */
function Problems({ summary, filter, onFilter }: Pick<Props, 'summary' | 'filter' | 'onFilter'>) {
  if (summary.issues.length === 0) return <p className={classes.text}>{checkWords.noProblems}</p>;
  return (
    <fieldset className={classes.problems} aria-label={checkWords.problems}>
      {summary.issues.map(({ kind, count }) => {
        const level = levelOf(kind);
        const isOn = filter === kind;
        return (
          <button
            key={kind}
            type="button"
            className={classes.problem}
            data-level={level}
            aria-pressed={isOn}
            onClick={() => onFilter(isOn ? 'all' : kind)}
          >
            {level === 'error' ? <IconAlertCircle {...sign} /> : <IconAlertTriangle {...sign} />}
            {issueWords[kind]} <b>{count.toLocaleString('en-US')}</b>
          </button>
        );
      })}
    </fieldset>
  );
}

/** Which rows are shown: by what a save would do with them, by problem, by a text in them. */
export function CheckFilters({ summary, filter, onFilter, search, onSearch, work }: Props) {
  const segments = [
    { value: 'all' as RowFilter, label: checkWords.all, count: summary.rows },
    ...presentFates(summary).map(({ fate, count }) => ({
      value: fate as RowFilter,
      label: fateWords[fate],
      count,
    })),
  ];
  const isFate = segments.some(({ value }) => value === filter);
  return (
    <div className={classes.filters}>
      <Segments
        label={checkWords.fates}
        segments={segments}
        value={isFate ? filter : ('' as RowFilter)}
        onChange={onFilter}
      />
      <Problems summary={summary} filter={filter} onFilter={onFilter} />
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchBox
            label={checkWords.search}
            clearLabel={commonWords.clearSearch}
            value={search}
            onSearch={onSearch}
          />
        </div>
        {summary.errors + summary.warnings > 0 && <ProblemsButton work={work} />}
      </div>
    </div>
  );
}
