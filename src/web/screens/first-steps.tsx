/** The first steps of a new school. A step that is done has a tick, and the other steps have a button. */
import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerOf } from '#shared/calls/all.ts';
import { maySend } from '#shared/people/rights.ts';
import { todayWords } from '#shared/words/screen.ts';
import { connectWords } from '#shared/words/whatsapp-number.ts';
import { TestButton } from '../features/messages/test-button.tsx';
import classes from '../features/today/today.module.css';
import { useRights } from '../lib/session.ts';
import { useDesk } from './use-desk.ts';

type Steps = NonNullable<AnswerOf<'GET /Today'>['steps']>;
/** WhatsApp comes last, because the demo phone shows everything without it. */
const order = ['isUploaded', 'isTested', 'isConnected'] as const;

export function FirstSteps({ steps }: { steps: Steps }) {
  const { moves } = useDesk();
  const rights = useRights();
  const actions: Record<(typeof order)[number], ReactNode> = {
    isConnected: rights.admin && (
      <Button variant="default" renderRoot={(props) => <Link to="/whatsapp-number" {...props} />}>
        {todayWords.connect}
      </Button>
    ),
    isUploaded: rights.add && (
      <Button onClick={() => moves.openPanel('new-billing')}>{todayWords.chooseFile}</Button>
    ),
    isTested: maySend(rights) && <TestButton message={connectWords.trialText} media="" />,
  };
  return (
    <section className={`${classes.box} ${classes.steps}`} aria-label={todayWords.steps}>
      <header className={classes.head}>
        <h3>{todayWords.steps}</h3>
      </header>
      <ol>
        {order.map((step, at) => (
          <li key={step} className={classes.step}>
            <span className={classes.tick} data-done={steps[step] || undefined}>
              {steps[step] ? (
                <IconCheck size={16} stroke={2} role="img" aria-label={todayWords.isDone} />
              ) : (
                at + 1
              )}
            </span>
            <span>
              <b>{todayWords.stepOf[step]}</b>
              <small>{todayWords.stepText[step]}</small>
            </span>
            {!steps[step] && actions[step]}
          </li>
        ))}
      </ol>
    </section>
  );
}
