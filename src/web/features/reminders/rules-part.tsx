import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LastRun, NextReminders, ReminderRuleAnswer, RemindersAnswer } from '#shared/calls/reminders.ts';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { readyReminders, reminderWords as words } from '#shared/words/templates.ts';
import { useRights, useSession } from '../../lib/session.ts';
import { TemplateText } from '../../lib/template-text.tsx';
import { templatesQuery } from '../../lib/templates.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import { addReady, changeHour, nextRemindersQuery, switchReminder } from './api.ts';
import classes from './reminders.module.css';
import { RuleSentence } from './rule-sentence.tsx';
import { hoursWith, sayRule } from './rules.ts';

/** What the latest run brought. The figures of messages open its send. */
function LastRunLine({ run }: { run: LastRun }) {
  const { say } = useMoney();
  const { broadcastID, day, sent, read, failed, families, paid } = run;
  return (
    <footer className={classes.run}>
      <span>{words.lastRun(day)}</span>
      <Link to="/outbox" search={{ run: broadcastID }}>
        {words.runCounts({ sent, read, failed })}
      </Link>
      <span>{families === 0 ? words.nonePaid : words.paidAfter(families, say(paid))}</span>
    </footer>
  );
}

type RuleProps = {
  rule: ReminderRuleAnswer;
  template: VersionedTemplate | undefined;
  next: NextReminders | undefined;
  onEdit: (templateID: number) => void;
};

function Rule({ rule, template, next, onEdit }: RuleProps) {
  const rights = useRights();
  const { timeZone } = useSession();
  const { isBusy, run } = useAction();
  const { templateID, title, sendOn, isOn, lacksApproval, lastRun } = rule;
  return (
    <section className={classes.rule} aria-label={title} data-off={!isOn || undefined}>
      <header>
        <Switch
          label={isOn ? words.isOn : words.isOff}
          aria-label={`${title}: ${words.when(sendOn)}`}
          checked={isOn}
          disabled={!rights.edit || isBusy}
          onChange={({ currentTarget: { checked } }) => void run(() => switchReminder(templateID, checked))}
        />
        <h3>
          <NameText text={title} />
        </h3>
        <span>{sayRule(rule, next, { timeZone, now: new Date() })}</span>
      </header>
      <RuleSentence rule={rule} template={template} mayChange={rights.edit} />
      {isOn && lacksApproval && <p className={classes.warning}>{words.lacksApproval}</p>}
      {template && (
        <div className={classes.text}>
          <TemplateText text={template.message} />
          {rights.edit && (
            <Button variant="subtle" size="compact-sm" onClick={() => onEdit(templateID)}>
              {words.editText}
            </Button>
          )}
        </div>
      )}
      {lastRun && <LastRunLine run={lastRun} />}
    </section>
  );
}

/** A reminder with a ready text. One press adds its template and switches it on. */
function Ready({ ready }: { ready: (typeof readyReminders)[number] }) {
  const { isBusy, run } = useAction();
  const { title, sendOn, message } = ready;
  return (
    <section className={classes.rule} aria-label={title} data-off>
      <header>
        <h3>{title}</h3>
        <Button
          variant="default"
          size="xs"
          aria-label={words.switchOnNamed(title)}
          loading={isBusy}
          onClick={() => void run(() => addReady(ready))}
        >
          {words.switchOn}
        </Button>
      </header>
      <p className={classes.sentence}>{words.when(sendOn)}</p>
      <div className={classes.text}>
        <TemplateText text={message} />
      </div>
    </section>
  );
}

function HourField({ hour }: Pick<RemindersAnswer, 'hour'>) {
  const rights = useRights();
  const { isBusy, run } = useAction();
  return (
    <Group gap={8} className={classes.hour} component="label">
      {words.hour}
      <NativeSelect
        className={classes.field}
        size="xs"
        data={hoursWith(hour)}
        value={hour}
        disabled={!rights.edit || isBusy}
        onChange={({ currentTarget: { value } }) => void run(() => changeHour(value))}
      />
    </Group>
  );
}

type Props = { reminders: RemindersAnswer; onEdit: (templateID: number) => void };

/** The rules that decide which templates are sent automatically, and when. Each choice is saved immediately. */
export function RulesPart({ reminders: { hour, rules }, onEdit }: Props) {
  const rights = useRights();
  const { data: templates } = useQuery(templatesQuery);
  const { data: next } = useQuery({ ...nextRemindersQuery(), enabled: rules.some(({ isOn }) => isOn) });
  const ready = readyReminders.filter(({ sendOn }) => rules.every((rule) => rule.sendOn !== sendOn));
  return (
    <>
      {rules.length > 0 && <HourField hour={hour} />}
      {rules.map((rule) => (
        <Rule
          key={rule.templateID}
          rule={rule}
          template={templates?.find(({ id }) => id === rule.templateID)}
          next={next}
          onEdit={onEdit}
        />
      ))}
      {rights.add && rights.edit && ready.length > 0 && (
        <>
          <h3 className={classes.heading}>{rules.length === 0 ? words.noRules : words.ready}</h3>
          {ready.map((one) => (
            <Ready key={one.sendOn} ready={one} />
          ))}
        </>
      )}
      <p className={classes.note}>{words.rulesHint}</p>
    </>
  );
}
