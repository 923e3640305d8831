import type { AlteredCode } from '#shared/messages/altered-codes.ts';
import { sendWords, sheetWords } from '#shared/words/sending.ts';
import classes from './windows.module.css';

type Props = { altered: readonly AlteredCode[] };

/** A line for each code or link that a phone may show wrongly, for the confirmation before a send. */
export function AlteredLines({ altered, className }: Props & { className: string | undefined }) {
  return altered.map(({ name, value, looks }) => (
    <p key={name} className={className} data-testid="altered">
      {sheetWords.altered(sendWords.placeholders[name], value, looks)}
    </p>
  ));
}

/** The same lines while the message is being written. */
export function AlteredNote({ altered }: Props) {
  if (altered.length === 0) return null;
  return (
    <section className={classes.note} aria-label={sheetWords.alteredTitle}>
      <AlteredLines altered={altered} className={undefined} />
    </section>
  );
}
