import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { useSession } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { LinkToSend } from './links.ts';
import { type FilterChoice, isRunning, isScheduled, nameOf, sayAudience, sayOutcome } from './rules.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-list.module.css';

/** Removes the year from a date. It is used for the sends of this year. */
const withoutYear = (instant: string): string => instant.replace(/ \d{4},/, ',');

type Props = {
  send: BroadcastProgress;
  isOn: boolean;
  billings: readonly FilterChoice[];
  link: LinkToSend;
};

/** Shows one send with its name, audience, user and outcome. */
export function SendLine({ send, isOn, billings, link }: Props) {
  const { timeZone } = useSession();
  const at = send.startAt ?? send.createdAt;
  const time = formatInstant(at, timeZone);
  const isOfThisYear = time.includes(` ${new Date().getFullYear()},`);
  const hasFailures = send.failures > 0 && !isRunning(send);
  return link(
    { run: send.broadcastID },
    {
      className: classes.line,
      'aria-current': isOn ? 'page' : undefined,
      children: (
        <>
          <NameText text={nameOf(send)} className={classes.name} />
          <time dateTime={at}>{isOfThisYear ? withoutYear(time) : time}</time>
          <NameText text={[sayAudience(send, billings), send.by].filter(Boolean).join(' · ')} />
          <span className={classes.outcome} data-mend={hasFailures || undefined}>
            {sayOutcome(send)}
          </span>
          {!isScheduled(send) && <SendBar send={send} className={classes.bar} />}
        </>
      ),
    },
  );
}
