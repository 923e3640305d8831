import { TextInput } from '@mantine/core';
import { scheduleWords } from '#shared/words/scheduling.ts';
import { billWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './send-panel.module.css';
import { type Later, type LaterTrouble, nextMorning, nowIn, sayLater, troubleOf } from './when.ts';

type Props = {
  later: Later | null;
  onChange: (later: Later | null) => void;
  trouble: LaterTrouble;
};

const choices = [
  { value: 'now', label: scheduleWords.now },
  { value: 'later', label: scheduleWords.later },
] as const;

/** Now, or at a day and a time of the campus's clock. */
export function WhenField({ later, onChange, trouble }: Props) {
  const { timeZone } = useSession();
  const now = nowIn(timeZone, new Date());
  const isRead = later !== null && Object.keys(troubleOf(later, now)).length === 0;
  return (
    <div>
      <div className={classes.when}>
        <span aria-hidden>{scheduleWords.label}</span>
        <Segments
          label={scheduleWords.label}
          segments={choices}
          value={later ? 'later' : 'now'}
          onChange={(when) => onChange(when === 'now' ? null : (later ?? nextMorning(timeZone, new Date())))}
        />
      </div>
      {later && (
        <div className={classes.later}>
          <TextInput
            label={scheduleWords.day}
            placeholder={billWords.dayHint}
            autoComplete="off"
            maxLength={40}
            value={later.day}
            error={trouble.day}
            onChange={(event) => onChange({ ...later, day: event.currentTarget.value })}
          />
          <TextInput
            label={scheduleWords.time}
            placeholder={scheduleWords.timeHint}
            autoComplete="off"
            maxLength={20}
            value={later.time}
            error={trouble.time}
            onChange={(event) => onChange({ ...later, time: event.currentTarget.value })}
          />
          {isRead && (
            <p className={classes.begins}>
              {scheduleWords.begins(sayLater(later, now.day))}, {scheduleWords.zone(timeZone)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
