/** The exceptions behind a number, each with what was done and who has seen it. */
import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Exception } from '#shared/calls/exceptions.ts';
import { formatAmount } from '#shared/money/money.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { exceptionWords } from '#shared/words/exceptions.ts';
import { useSession } from '../../lib/session.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { NameText } from '../../ui/name-text.tsx';
import { seeExceptions } from './api.ts';
import classes from './exceptions.module.css';

type Props = {
  title: string;
  items: readonly Exception[];
  /** A link to the bill or the family. */
  linkAbout: (about: Exception['about'], name: ReactNode) => ReactNode;
  onClose: () => void;
};

const mostAtOnce = 1000;

export function ExceptionList({ title, items, linkAbout, onClose }: Props) {
  const { timeZone } = useSession();
  const { isBusy, save } = useSaving();
  const unseen = items.filter(({ seenBy }) => seenBy === null).map(({ id }) => id);
  const see = (ids: readonly number[]): void => void save(() => seeExceptions(ids.slice(0, mostAtOnce)));
  return (
    <section aria-label={title} className={classes.list}>
      <header>
        <div>
          <h3>{title}</h3>
          <p>{unseen.length > 0 ? exceptionWords.unseen(unseen.length) : exceptionWords.allSeen}</p>
        </div>
        {unseen.length > 1 && (
          <Button variant="default" size="xs" loading={isBusy} onClick={() => see(unseen)}>
            {exceptionWords.seeAll}
          </Button>
        )}
        <CloseButton aria-label={exceptionWords.close} onClick={onClose} />
      </header>
      <ul>
        {items.map(({ id, at, by, amount, text, about, seenBy }) => (
          <li key={id} data-seen={seenBy !== null || undefined}>
            <div>
              <p>
                <NameText text={text} />
              </p>
              <small>
                {about.name && <>{linkAbout(about, <NameText text={about.name} />)} · </>}
                {formatInstant(at, timeZone)} · <NameText text={by || exceptionWords.program} />
              </small>
            </div>
            <div>
              {amount !== null && <b>{formatAmount(amount)}</b>}
              {seenBy === null ? (
                <Button variant="subtle" size="compact-xs" disabled={isBusy} onClick={() => see([id])}>
                  {exceptionWords.see}
                </Button>
              ) : (
                <small>
                  <NameText text={exceptionWords.seenBy(seenBy)} />
                </small>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
