import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Imported } from '#shared/calls/imports.ts';
import type { Issue } from '#shared/failures.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { historyWords } from '#shared/words/import-screen.ts';
import classes from './import-history.module.css';
import { Notice } from './notice.tsx';

/** Explains why an import could not be undone: a sentence, and the bills that prevent the undo. */
export type UndoRefusal = { sentence: string; issues: readonly Issue[] };

type Props = {
  item: Imported;
  timeZone: string;
  /** A link to the billing of the import. It is shown only in the list of the imports of all billings. */
  place: ReactNode;
  refusal: UndoRefusal | null;
  isBusy: boolean;
  onUndo: () => void;
};

function countsOf({ added, updated, skipped, refused, children }: Imported): string {
  const all = [
    historyWords.added(added),
    updated > 0 && historyWords.updated(updated),
    skipped > 0 && historyWords.skipped(skipped),
    refused > 0 && historyWords.refused(refused),
    children && children.added + children.updated > 0 && historyWords.children(children),
  ];
  return all.filter(Boolean).join(' · ');
}

export function ImportItem({ item, timeZone, place, refusal, isBusy, onUndo }: Props) {
  const { fileName, sheet, at, by, undoneAt, undoneBy } = item;
  return (
    <li className={classes.item} data-undone={undoneAt !== null || undefined} data-testid="import">
      <bdi className={classes.name}>{fileName || historyWords.otherProgram}</bdi>
      {sheet && (
        <span>
          {historyWords.sheet} <bdi>{sheet}</bdi>
        </span>
      )}
      {place ?? (item.groupID === null && item.kind === 'bills' && <span>{historyWords.gone}</span>)}
      <span>{countsOf(item)}</span>
      <span className={classes.who}>{historyWords.by(by, formatInstant(at, timeZone))}</span>
      {undoneAt && (
        <span className={classes.undone}>
          {historyWords.undone(undoneBy ?? '', formatInstant(undoneAt, timeZone))}
        </span>
      )}
      {refusal && (
        <>
          <Notice text={refusal.sentence} />
          {refusal.issues.length > 0 && (
            <ul className={classes.held} aria-label={historyWords.holding}>
              {refusal.issues.map(({ path, message }) => (
                <li key={path}>{message}</li>
              ))}
            </ul>
          )}
        </>
      )}
      {item.mayUndo && !undoneAt && (
        <Button className={classes.undo} variant="default" size="xs" onClick={onUndo} loading={isBusy}>
          {historyWords.undo}
        </Button>
      )}
    </li>
  );
}
