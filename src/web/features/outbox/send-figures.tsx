import type { Send } from '#shared/calls/mending.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { wholeSendWords } from '#shared/words/outbox.ts';
import type { LinkToSend } from './links.ts';
import { figuresOf } from './rules.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-figures.module.css';

type Props = {
  send: Send;
  /** The figure whose messages are shown. */
  shown: OutboxFilter;
  link: LinkToSend;
};

/** The figures of a send, each with a link to its messages. */
export function SendFigures({ send, shown, link }: Props) {
  return (
    <nav className={classes.figures} aria-label={wholeSendWords.figures}>
      <ul>
        {figuresOf(send).map(({ filter, label, count }) => (
          <li key={filter} data-figure={filter} data-none={count === 0 || undefined}>
            {link(
              // Failures open the list of what to mend, while there is something to mend.
              { run: send.broadcastID, status: filter === 'failed' && send.toMend > 0 ? undefined : filter },
              {
                'aria-current': filter === shown ? 'page' : undefined,
                children: (
                  <>
                    <span>{label}</span> <b>{count.toLocaleString('en-US')}</b>
                  </>
                ),
              },
            )}
          </li>
        ))}
      </ul>
      <SendBar send={send} className={classes.bar} />
    </nav>
  );
}
