import type { Send } from '#shared/calls/mending.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { wholeSendWords } from '#shared/words/sends.ts';
import type { LinkToSend } from './links.ts';
import { figuresOf } from './rules.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-figures.module.css';

type Props = {
  send: Send;
  /** Whose people are shown. */
  shown: OutboxFilter;
  link: LinkToSend;
};

/** Who got a send: each figure is a link to the people behind it. */
export function SendFigures({ send, shown, link }: Props) {
  return (
    <nav className={classes.figures} aria-label={wholeSendWords.figures}>
      <ul>
        {figuresOf(send).map(({ filter, label, count }) => (
          <li key={filter} data-figure={filter} data-none={count === 0 || undefined}>
            {link(
              // What failed is a list of things to do while there is something to do.
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
