import { TextInput } from '@mantine/core';
import { billWords } from '#shared/words/bills.ts';
import { scheduleWords, sendWords, sheetWords } from '#shared/words/sending.ts';
import { useByHand } from '../../lib/sender.ts';
import { useSession } from '../../lib/session.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './send-panel.module.css';
import { type Later, type LaterTrouble, nextMorning, nowIn, sayLater, troubleOf } from './when.ts';

type Props = {
  later: Later | null;
  onChange: (later: Later | null) => void;
  trouble: LaterTrouble;
  /** The expected duration of the send in seconds, if it is known. */
  seconds: number | undefined;
  /** Whether the message is a reminder. A family that pays before the send does not get it. */
  isReminder: boolean;
};

const choices = [
  { value: 'now', label: scheduleWords.now },
  { value: 'later', label: scheduleWords.later },
] as const;

type FieldsProps = Pick<Props, 'trouble'> & { later: Later; onChange: (later: Later) => void };

function Fields({ later, onChange, trouble }: FieldsProps) {
  return (
    <>
      <TextInput
        className={classes.day}
        aria-label={scheduleWords.day}
        placeholder={billWords.dayHint}
        autoComplete="off"
        maxLength={40}
        value={later.day}
        error={trouble.day}
        onChange={(event) => onChange({ ...later, day: event.currentTarget.value })}
      />
      <TextInput
        className={classes.time}
        aria-label={scheduleWords.time}
        placeholder={scheduleWords.timeHint}
        autoComplete="off"
        maxLength={20}
        value={later.time}
        error={trouble.time}
        onChange={(event) => onChange({ ...later, time: event.currentTarget.value })}
      />
    </>
  );
}

/**
 * The field that chooses when to send: now, or at a day and time in the campus's time zone. It also shows the duration
 * of the send.
 */
export function WhenField({ later, onChange, trouble, seconds, isReminder }: Props) {
  const { timeZone } = useSession();
  // The duration of sending by hand cannot be estimated.
  const isByHand = useByHand();
  const now = nowIn(timeZone, new Date());
  const isRead = later !== null && Object.keys(troubleOf(later, now)).length === 0;
  return (
    <>
      <div className={classes.when}>
        <Segments
          label={scheduleWords.label}
          segments={choices}
          value={later ? 'later' : 'now'}
          onChange={(when) => onChange(when === 'now' ? null : (later ?? nextMorning(timeZone, new Date())))}
        />
        {later && <Fields later={later} onChange={onChange} trouble={trouble} />}
        {seconds !== undefined && seconds > 0 && !isByHand && (
          <span className={classes.takes}>{sheetWords.takes(seconds)}</span>
        )}
      </div>
      {isRead && (
        <p className={classes.begins}>
          {scheduleWords.begins(sayLater(later, now.day))}, {scheduleWords.zone(timeZone)}.{' '}
          {sendWords.cancelable} {isReminder && sendWords.paidLeftOut}
        </p>
      )}
    </>
  );
}
