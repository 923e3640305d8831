import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addDays, dayIn, formatDay } from '#shared/time/dates.ts';
import { clearConfirmation, importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { readImport, type UnfinishedImport, unfinishedDays } from '../../lib/unfinished-imports.ts';
import { confirm } from '../../ui/confirm.tsx';
import type { RecordedWork } from './import-journal.ts';
import classes from './unfinished-import.module.css';
import type { Import } from './use-import.ts';

/** Offers to continue the import that the person has left here. */
export function UnfinishedImportOffer({ work: { moves } }: { work: Import }) {
  const [found, setFound] = useState<UnfinishedImport<RecordedWork>>();
  const { timeZone } = useSession();
  const { panel } = moves;
  useEffect(() => {
    let isShown = true;
    void readImport<RecordedWork>(panel).then((found) => isShown && setFound(found));
    return () => {
      isShown = false;
    };
  }, [panel]);
  if (!found) return null;
  const until = formatDay(addDays(dayIn(timeZone, new Date(found.at)), unfinishedDays));
  const discard = async (): Promise<void> => {
    if (!(await confirm({ ...clearConfirmation, cancel: commonWords.cancel }))) return;
    moves.clear();
    setFound(undefined);
  };
  return (
    <section className={classes.offer} aria-label={importWords.unfinished}>
      <Button onClick={() => void moves.resume(found)}>
        <bdi className={classes.name}>{importWords.continueWith(found.file.name)}</bdi>
      </Button>
      <small>{importWords.storedUntil(until)}</small>
      <Button variant="subtle" size="compact-sm" onClick={() => void discard()}>
        {importWords.discard}
      </Button>
    </section>
  );
}
