import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { useSession } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { LinkToSend } from './links.ts';
import { type FilterChoice, isRunning, isScheduled, nameOf, sayAudience, sayOutcome } from './rules.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-list.module.css';

/** The year is omitted for a send of this year. */
const withoutYear = (instant: string): string => instant.replace(/ \d{4},/, ',');

type Props = {
  send: BroadcastProgress;
  isOn: boolean;
  billings: readonly FilterChoice[];
  link: LinkToSend;
};

/** One send: its name, audience, sender and outcome. */
export function SendLine({ send, isOn, billings, link }: Props) {
  const { timeZone } = useSession();
  const at = send.startAt ?? send.createdAt;
  const said = formatInstant(at, timeZone);
  const isOfThisYear = said.includes(` ${new Date().getFullYear()},`);
  const isToMend = send.toMend > 0 && !isRunning(send);
  return link(
    { run: send.broadcastID },
    {
      className: classes.line,
      'aria-current': isOn ? 'page' : undefined,
      children: (
        <>
          <NameText text={nameOf(send)} className={classes.name} />
          <time dateTime={at}>{isOfThisYear ? withoutYear(said) : said}</time>
          <NameText text={[sayAudience(send, billings), send.by].filter(Boolean).join(' · ')} />
          <span className={classes.outcome} data-mend={isToMend || undefined}>
            {sayOutcome(send)}
          </span>
          {!isScheduled(send) && <SendBar send={send} className={classes.bar} />}
        </>
      ),
    },
  );
}
