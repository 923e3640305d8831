import { type ReactNode, useRef } from 'react';
import { sendListWords } from '#shared/words/outbox.ts';
import { BackToSends } from './back-to-sends.tsx';
import { Broadcasts } from './broadcasts.tsx';
import { People, type PeopleProps } from './people.tsx';
import classes from './send-view.module.css';

type Props = Omit<PeopleProps, 'page'> & {
  /** The button that exports the shown messages. */
  exportButton: ReactNode;
  onBack: () => void;
  /** A link to send the waiting messages of a send by hand. Undefined if they are sent automatically. */
  wayToSend?: ((broadcast: number) => ReactNode) | undefined;
};

/** Lists the messages of all sends, with the running sends above them. */
export function AllMessages({ exportButton, onBack, wayToSend, ...people }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const { filters, billings, onWant } = people;
  return (
    <div ref={page} className={classes.view}>
      <header className={classes.head}>
        <BackToSends onBack={onBack} />
        <div className={classes.title}>
          <h2>{sendListWords.allMessages}</h2>
        </div>
        {exportButton}
      </header>
      <Broadcasts {...{ billings, wayToSend }} opened={filters.billing} onChoose={(run) => onWant({ run })} />
      <div className={classes.people}>
        <People {...people} page={page} />
      </div>
    </div>
  );
}
