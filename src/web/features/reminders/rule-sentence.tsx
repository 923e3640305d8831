import { Group, NativeSelect } from '@mantine/core';
import type { ReminderRuleAnswer } from '#shared/calls/reminders.ts';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { type ReminderRule, readReminderRule } from '#shared/messages/reminder-rules.ts';
import { reminderWords as words } from '#shared/words/templates.ts';
import { useAction } from '../../lib/use-action.ts';
import { changeRule } from './api.ts';
import classes from './reminders.module.css';
import { daysWith, withAnchor, withDays, withSide } from './rules.ts';

type DayRule = Extract<ReminderRule, { days: number }>;

function Fields({ rule, onRule }: { rule: DayRule; onRule: ((rule: DayRule) => void) | undefined }) {
  const { kind, days } = rule;
  const count = Math.abs(days);
  const isDisabled = !onRule;
  const side = days === 0 ? 'on' : days < 0 ? 'before' : 'after';
  const field = { className: classes.field, size: 'xs', disabled: isDisabled } as const;
  return (
    <Group gap={6} className={classes.sentence}>
      {days !== 0 && (
        <>
          <NativeSelect
            {...field}
            aria-label={words.sentence.days}
            data={daysWith(count)}
            value={String(count)}
            onChange={({ currentTarget: { value } }) => onRule?.(withDays(rule, Number(value)))}
          />
          {words.sentence.daysAfter(count)}
        </>
      )}
      <NativeSelect
        {...field}
        aria-label={words.sentence.side}
        data={[...words.sentence.sides]}
        value={side}
        onChange={({ currentTarget: { value } }) => onRule?.(withSide(rule, value))}
      />
      {words.sentence.the}
      <NativeSelect
        {...field}
        aria-label={words.sentence.anchor}
        data={[...words.sentence.anchors]}
        value={kind}
        onChange={({ currentTarget: { value } }) => onRule?.(withAnchor(rule, value))}
      />
      {words.sentence.whom}
    </Group>
  );
}

type Props = { rule: ReminderRuleAnswer; template: VersionedTemplate | undefined; mayChange: boolean };

/** The rule as a sentence. Each of its words that can be chosen is a field, which is saved at once. */
export function RuleSentence({ rule: { sendOn, isOn }, template, mayChange }: Props) {
  const { isBusy, run } = useAction();
  const rule = readReminderRule(sendOn);
  if (!rule || !('days' in rule)) return <p className={classes.sentence}>{words.when(sendOn)}</p>;
  const change =
    mayChange && template && !isBusy
      ? (next: DayRule) => void run(() => changeRule(template, next, isOn))
      : undefined;
  return <Fields rule={rule} onRule={change} />;
}
