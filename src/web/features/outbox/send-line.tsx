import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { useSession } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { LinkToSend } from './links.ts';
import { type FilterChoice, isRunning, isScheduled, nameOf, sayOutcome, sayWhom } from './rules.ts';
import { SendBar } from './send-bar.tsx';
import classes from './send-list.module.css';

/** Of this and the next days nobody asks in which year. */
const withoutYear = (instant: string): string => instant.replace(/ \d{4},/, ',');

type Props = {
  send: BroadcastProgress;
  isOn: boolean;
  billings: readonly FilterChoice[];
  link: LinkToSend;
};

/** One send: what it is called, for whom and by whom it was, and what came of it. */
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
          <NameText text={[sayWhom(send, billings), send.by].filter(Boolean).join(' · ')} />
          <span className={classes.outcome} data-mend={isToMend || undefined}>
            {sayOutcome(send)}
          </span>
          {!isScheduled(send) && <SendBar send={send} className={classes.bar} />}
        </>
      ),
    },
  );
}
