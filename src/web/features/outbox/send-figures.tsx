import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { Send } from '#shared/calls/send-failures.ts';
import { wholeSendWords } from '#shared/words/outbox.ts';
import type { LinkToSend } from './links.ts';
import { figuresOf } from './rules.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-figures.module.css';

type Props = {
  send: Send;
  /** The filter of the messages that are shown. */
  shown: OutboxFilter;
  link: LinkToSend;
};

/** Shows the figures of a send. Each figure links to its messages. */
export function SendFigures({ send, shown, link }: Props) {
  return (
    <nav className={classes.figures} aria-label={wholeSendWords.figures}>
      <ul>
        {figuresOf(send).map(({ filter, label, count }) => (
          <li key={filter} data-figure={filter} data-none={count === 0 || undefined}>
            {link(
              // If something can be done about the failures, the link opens the list of what to do.
              {
                run: send.broadcastID,
                status: filter === 'failed' && send.failures > 0 ? undefined : filter,
              },
              {
                title: wholeSendWords.partOf[filter],
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
