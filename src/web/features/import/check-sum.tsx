import type { CheckSummary, RowFilter } from '#shared/sheets/checked.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { checkWords, childWords } from '#shared/words/import-screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './check-sum.module.css';
import { sumOf } from './rules.ts';

const { figures, shortFigures } = checkWords;
const number = (count: number): string => count.toLocaleString('en-US');

type Props = {
  kind: ImportKind;
  summary: CheckSummary;
  isNumberList: boolean;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
};

const parts = [
  { name: 'rows', filter: 'all', before: '' },
  { name: 'add', filter: 'add', before: '=' },
  { name: 'update', filter: 'update', before: '+' },
  { name: 'left', filter: 'left', before: '+' },
  { name: 'other', filter: 'notBill', before: '+' },
] as const;

/**
 * Shows that the rows of the file are the sum of the added, updated and left out rows and of the other lines. A click on a figure filters the
 * rows. The totals beside it can be compared with those of the sheet.
 */
export function CheckSum({ kind, summary, isNumberList, filter, onFilter }: Props) {
  const { totals, children } = summary;
  const { say } = useMoney();
  const sum = sumOf(summary);
  const shownParts = parts.filter(({ name }) => name !== 'other' || sum.other > 0);
  return (
    <fieldset className={classes.sum} aria-label={checkWords.sum} data-testid="check-totals">
      {shownParts.map(({ name, filter: wanted, before }) => (
        <span key={name} className={classes.part}>
          {before && <i aria-hidden>{before}</i>}
          <button type="button" aria-pressed={filter === wanted} onClick={() => onFilter(wanted)}>
            <small data-short={name === 'rows' ? undefined : shortFigures[name]}>
              <span>{figures[name]}</span>
            </small>{' '}
            <b data-figure={name}>{number(sum[name])}</b>
          </button>
        </span>
      ))}
      <span className={classes.beside}>
        <small>{isNumberList || children ? figures.families : figures.people}</small>
        <b>
          {!isNumberList && !children && (
            <>
              <span data-figure="students">{number(totals.students)}</span>
              {' · '}
            </>
          )}
          <span data-figure="families">{number(totals.families)}</span>
        </b>
      </span>
      {children && (
        <span className={classes.beside} data-testid="check-children">
          <small>{childWords.all}</small>
          <b>{childWords.sum(children)}</b>
        </span>
      )}
      {kind === 'bills' && !isNumberList && (
        <span className={classes.beside}>
          <small>{figures.rupees}</small>
          <b data-figure="rupees">{say(totals.rupees)}</b>
        </span>
      )}
    </fieldset>
  );
}
