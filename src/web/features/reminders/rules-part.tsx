import { NativeSelect, Switch } from '@mantine/core';
import type { ReminderRuleAnswer, RemindersAnswer } from '#shared/calls/reminders.ts';
import { reminderWords as words } from '#shared/words/templates.ts';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { NameText } from '../../ui/name-text.tsx';
import { Part, PartRow, PartRows } from '../../ui/part.tsx';
import { changeHour, switchReminder } from './api.ts';
import classes from './reminders.module.css';
import { hoursWith } from './rules.ts';

function Rule({ rule }: { rule: ReminderRuleAnswer }) {
  const rights = useRights();
  const { isBusy, run } = useAction();
  const { templateID, title, sendOn, isOn, startsOn, lacksApproval } = rule;
  const what = (
    <>
      <b>
        <NameText text={title} />
      </b>
      <p>
        {words.when(sendOn)}, {startsOn === null ? words.off : words.startsOn(startsOn)}
      </p>
      {isOn && lacksApproval && <p className={classes.warning}>{words.lacksApproval}</p>}
    </>
  );
  return (
    <PartRow what={what}>
      <Switch
        className={classes.switch}
        aria-label={`${title}: ${words.when(sendOn)}`}
        checked={isOn}
        disabled={!rights.edit || isBusy}
        onChange={({ currentTarget: { checked } }) => void run(() => switchReminder(templateID, checked))}
      />
    </PartRow>
  );
}

/** The settings that decide which templates are sent automatically, and when. Each choice is saved immediately. */
export function RulesPart({ reminders }: { reminders: RemindersAnswer }) {
  const rights = useRights();
  const { isBusy, run } = useAction();
  const { hour, rules } = reminders;
  return (
    <Part label={words.rules} title={words.rules} hint={words.rulesHint}>
      <NativeSelect
        className={classes.hour}
        label={words.hour}
        data={hoursWith(hour)}
        value={hour}
        disabled={!rights.edit || isBusy}
        onChange={({ currentTarget: { value } }) => void run(() => changeHour(value))}
      />
      <PartRows>
        {rules.map((rule) => (
          <Rule key={rule.templateID} rule={rule} />
        ))}
      </PartRows>
    </Part>
  );
}
