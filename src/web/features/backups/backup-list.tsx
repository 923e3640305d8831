import type { BackupAnswer, BackupsAnswer } from '#shared/calls/backups.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { backupWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { Part } from '../../ui/part.tsx';
import classes from './backups.module.css';

function Row({ madeAt, why, bytes, holds, isBeforeFall }: BackupAnswer) {
  const { timeZone } = useSession();
  return (
    <li>
      <b>{formatInstant(madeAt, timeZone)}</b>
      <span>{backupWords.reasons[why]}</span>
      <span className={classes.size}>{backupWords.inMegabytes(bytes)}</span>
      {holds && <small>{backupWords.sayHolds(holds)}</small>}
      {isBeforeFall && <small>{backupWords.beforeFall}</small>}
    </li>
  );
}

/** Lists the stored backups, newest first, and says how to restore one. */
export function BackupList({ backups: { list } }: { backups: BackupsAnswer }) {
  return (
    <>
      {list.length > 0 && (
        <Part label={backupWords.list} title={backupWords.list}>
          <ol className={classes.list}>
            {list.map((backup) => (
              <Row key={backup.name} {...backup} />
            ))}
          </ol>
        </Part>
      )}
      <Part label={backupWords.restore} title={backupWords.restore}>
        <p className={classes.soft}>{backupWords.restoreText}</p>
        <p className={classes.soft}>{backupWords.notIn}</p>
      </Part>
    </>
  );
}
