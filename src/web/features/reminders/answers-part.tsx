import { Switch } from '@mantine/core';
import type { RemindersAnswer } from '#shared/calls/reminders.ts';
import { reminderWords as words } from '#shared/words/templates.ts';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part, PartRow, PartRows } from '../../ui/part.tsx';
import { switchAnswers } from './api.ts';
import classes from './reminders.module.css';

/** The switch for the automatic answer to parents who ask for their balance. The choice is saved immediately. */
export function AnswersPart({ reminders }: { reminders: RemindersAnswer }) {
  const rights = useRights();
  const { isBusy, run } = useAction();
  return (
    <Part label={words.answers} title={words.answers} hint={words.answersHint}>
      <PartRows>
        <PartRow what={<b>{words.answersWhat}</b>}>
          <Switch
            className={classes.switch}
            aria-label={words.answersWhat}
            checked={reminders.answersBalance}
            disabled={!rights.edit || isBusy}
            onChange={({ currentTarget: { checked } }) => void run(() => switchAnswers(checked))}
          />
        </PartRow>
      </PartRows>
    </Part>
  );
}
