import { Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { scheduleWords } from '#shared/words/sending.ts';
import { senderWords } from '#shared/words/whatsapp-number.ts';
import { Choice } from '../../ui/choice.tsx';
import { Part } from '../../ui/part.tsx';
import classes from './pace.module.css';
import type { Gap, NumberField, PaceForm, PaceTrouble } from './rules.ts';

export type PaceProps = {
  form: PaceForm;
  trouble: PaceTrouble;
  onChange: (change: Partial<PaceForm>) => void;
};

type FieldProps = PaceProps & { name: NumberField; label: string };

function Amount({ form, trouble, onChange, name, label }: FieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      value={form[name]}
      error={trouble[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

function Clock({
  form,
  trouble,
  onChange,
  name,
  label,
}: Omit<FieldProps, 'name'> & { name: 'quietFrom' | 'quietTo' }) {
  return (
    <TextInput
      label={label}
      placeholder={scheduleWords.timeHint}
      autoComplete="off"
      maxLength={20}
      value={form[name]}
      error={trouble[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

type LimitProps = {
  label: string;
  hint?: string | undefined;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  children: ReactNode;
};

/** A limit with a switch. The fields for its numbers are shown only while the limit is on. */
function Limit({ label, hint, isOn, onSwitch, children }: LimitProps) {
  return (
    <Stack gap="xs" className={classes.limit}>
      <Switch
        label={label}
        description={hint}
        checked={isOn}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      {isOn && <div className={classes.fields}>{children}</div>}
    </Stack>
  );
}

const gaps = (['none', 'usual', 'own'] as const satisfies Gap[]).map((value) => ({
  value,
  ...senderWords.gaps[value],
}));

export function SpeedPart(props: PaceProps) {
  const { form, onChange } = props;
  return (
    <Part label={senderWords.speed} title={senderWords.speed}>
      <Choice label={senderWords.gap} options={gaps} value={form.gap} onChange={(gap) => onChange({ gap })} />
      {form.gap === 'own' && (
        <div className={classes.fields}>
          <Amount {...props} name="gapFrom" label={senderWords.gapFrom} />
          <Amount {...props} name="gapTo" label={senderWords.gapTo} />
        </div>
      )}
      <Limit label={senderWords.perMinute} isOn={form.isRated} onSwitch={(isRated) => onChange({ isRated })}>
        <Amount {...props} name="perMinute" label={senderWords.perMinuteField} />
      </Limit>
      <Limit label={senderWords.rest} isOn={form.isResting} onSwitch={(isResting) => onChange({ isResting })}>
        <Amount {...props} name="restEvery" label={senderWords.restEvery} />
        <Amount {...props} name="restSeconds" label={senderWords.restSeconds} />
      </Limit>
    </Part>
  );
}

/**
 * `newToday` counts the numbers that were written to for the first time today. It is undefined if there is no limit.
 */
export function FamiliesPart({ newToday, ...props }: PaceProps & { newToday: number | undefined }) {
  const { form, onChange } = props;
  const counted = newToday === undefined ? '' : ` ${senderWords.newToday(newToday)}`;
  return (
    <Part label={senderWords.numbers} title={senderWords.numbers}>
      <Limit
        label={senderWords.newPerDay}
        hint={senderWords.newPerDayHint + counted}
        isOn={form.isNewLimited}
        onSwitch={(isNewLimited) => onChange({ isNewLimited })}
      >
        <Amount {...props} name="newPerDay" label={senderWords.newPerDayField} />
      </Limit>
      <Limit label={senderWords.pair} isOn={form.isPaired} onSwitch={(isPaired) => onChange({ isPaired })}>
        <Amount {...props} name="pairSeconds" label={senderWords.pairField} />
      </Limit>
    </Part>
  );
}

/** The days of the week, starting with Monday. The numbers have the format of the call, where 0 is Sunday. */
const week = [1, 2, 3, 4, 5, 6, 0];

function Days({ form, trouble, onChange }: PaceProps) {
  const { quietDays } = form;
  const change = (day: number, isQuiet: boolean): void => {
    const others = quietDays.filter((other) => other !== day);
    onChange({ quietDays: (isQuiet ? [...others, day] : others).sort((a, b) => a - b) });
  };
  return (
    <Checkbox.Group
      label={senderWords.quietDays}
      description={senderWords.quietDaysHint}
      error={trouble.quietDays}
      value={quietDays.map(String)}
    >
      <Group gap="md" mt="xs">
        {week.map((day) => (
          <Checkbox
            key={day}
            value={String(day)}
            label={senderWords.days[day]}
            onChange={(event) => change(day, event.currentTarget.checked)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export function QuietPart(props: PaceProps & { zone: string }) {
  const { form, onChange, zone } = props;
  return (
    <Part label={senderWords.quiet} title={senderWords.quiet} hint={senderWords.quietHint}>
      <Limit
        label={senderWords.quietHours}
        hint={zone}
        isOn={form.isQuiet}
        onSwitch={(isQuiet) => onChange({ isQuiet })}
      >
        <Clock {...props} name="quietFrom" label={senderWords.quietFrom} />
        <Clock {...props} name="quietTo" label={senderWords.quietTo} />
      </Limit>
      <Days {...props} />
    </Part>
  );
}
