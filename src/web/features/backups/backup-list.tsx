import type { BackupAnswer, BackupsAnswer } from '#shared/calls/backups.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { backupWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
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
        <section className={classes.part} aria-label={backupWords.list}>
          <h2>{backupWords.list}</h2>
          <ol className={classes.list}>
            {list.map((backup) => (
              <Row key={backup.name} {...backup} />
            ))}
          </ol>
        </section>
      )}
      <section className={classes.part} aria-label={backupWords.restore}>
        <h2>{backupWords.restore}</h2>
        <p className={classes.soft}>{backupWords.restoreText}</p>
        <p className={classes.soft}>{backupWords.notIn}</p>
      </section>
    </>
  );
}
