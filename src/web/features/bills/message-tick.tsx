import IconPhoneOff from '@tabler/icons-react/dist/esm/icons/IconPhoneOff.mjs';
import type { ListedBill } from '#shared/calls/bills.ts';
import { dayIn, formatDayOfYear } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { stateWords } from '#shared/words/outbox.ts';
import { stateIcons } from '../../lib/message-state.tsx';
import { useSession } from '../../lib/session.ts';
import classes from './message-tick.module.css';

type Props = {
  bill: Pick<ListedBill, 'number' | 'lastMessage'>;
  /** Only the tick is visible. A screen reader still reads the text. */
  isWordHidden?: boolean;
};

/** Shows the state of the latest message about a bill as a tick, a word and a day. Shows nothing without a message. */
export function MessageTick({ bill: { number, lastMessage }, isWordHidden = false }: Props) {
  const { timeZone } = useSession();
  const state = lastMessage?.status ?? (number === '' ? 'noNumber' : undefined);
  if (state === undefined) return null;
  const Shape = state === 'noNumber' ? IconPhoneOff : stateIcons[state];
  const day = lastMessage && formatDayOfYear(dayIn(timeZone, new Date(lastMessage.at)));
  const label = state === 'noNumber' ? billWords.noNumber : `${stateWords[state]} ${day}`;
  return (
    <span className={classes.tick} data-state={state} title={label}>
      <Shape size={14} stroke={1.8} aria-hidden />
      <span className={isWordHidden ? classes.hidden : classes.word}>{label}</span>
    </span>
  );
}
