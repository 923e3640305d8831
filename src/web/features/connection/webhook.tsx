import type { Connection } from '#shared/calls/connection.ts';
import { connectWords, hookFields } from '#shared/words/whatsapp-number.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import classes from './connection.module.css';

function HookField({ label, value }: { label: string; value: string }) {
  return (
    <CopyField label={label} value={value} copy={connectWords.copy(label)} copied={connectWords.copied} />
  );
}

/**
 * Shows the values to enter in Meta's console, so that WhatsApp calls our webhook. The section is closed once WhatsApp
 * has called.
 */
export function Webhook({
  webhook: { url, verifyToken, lastAt, problem: trouble },
}: Pick<Connection, 'webhook'>) {
  return (
    <details className={classes.details} open={lastAt === null}>
      <summary>{connectWords.hook}</summary>
      <p>{connectWords.hookWhere}</p>
      {trouble !== '' && <p className={classes.warning}>{trouble}</p>}
      <div className={classes.fields}>
        <HookField label={connectWords.hookUrl} value={url} />
        <HookField label={connectWords.hookWord} value={verifyToken} />
      </div>
      <h3>{connectWords.hookFields}</h3>
      <ul className={classes.names}>
        {hookFields.map((field) => (
          <li key={field}>
            <code>{field}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
