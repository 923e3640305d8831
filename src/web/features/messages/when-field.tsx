import { TextInput } from '@mantine/core';
import { scheduleWords } from '#shared/words/scheduling.ts';
import { useSession } from '../../lib/session.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './send-panel.module.css';
import { type Later, type LaterTrouble, nextMorning, nowIn, sayLater } from './when.ts';

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
  const isComplete = later !== null && later.day !== '' && later.time !== '';
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
            type="date"
            label={scheduleWords.day}
            min={now.day}
            value={later.day}
            error={trouble.day}
            onChange={(event) => onChange({ ...later, day: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={scheduleWords.time}
            value={later.time}
            error={trouble.time}
            onChange={(event) => onChange({ ...later, time: event.currentTarget.value })}
          />
          {/* In words, as browsers show a date as they please. */}
          {isComplete && (
            <p className={classes.begins}>
              {scheduleWords.begins(sayLater(later, now.day))}, {scheduleWords.zone(timeZone)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
