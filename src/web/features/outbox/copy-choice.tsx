import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CopyDecision, CopyState, HeldRun } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { copyWords } from '#shared/words/outbox.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { NameText } from '../../ui/name-text.tsx';
import { Segments } from '../../ui/segments.tsx';
import { outboxActions } from './acts.ts';
import { heldRunsQuery } from './api.ts';
import classes from './copy-choice.module.css';

const decisions = [
  { value: 'takeBack' as const, label: copyWords.takenBackRun },
  { value: 'send' as const, label: copyWords.sentRun },
];

type RunProps = { run: HeldRun; waiting: CopyDecision; onWaiting: (waiting: CopyDecision) => void };

function Run({ run, waiting, onWaiting }: RunProps) {
  const { timeZone } = useSession();
  const text = run.text || copyWords.noText;
  return (
    <li className={classes.run}>
      <div>
        <b>
          <NameText text={text} title={text} />
        </b>
        <small>{`${formatInstant(run.createdAt, timeZone)} · ${copyWords.waiting(run.waiting)}`}</small>
      </div>
      <Segments label={copyWords.run(text)} segments={decisions} value={waiting} onChange={onWaiting} />
    </li>
  );
}

/** Lets the user decide about each send. By default a send is cancelled, because it may have been sent already. */
function DecisionPerSend({ runs, onTogether }: { runs: readonly HeldRun[]; onTogether: () => void }) {
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const { isBusy, run } = useAction();
  const choose = (broadcastID: number, waiting: CopyDecision): void => {
    const next = new Set(sent);
    if (waiting === 'send') next.add(broadcastID);
    else next.delete(broadcastID);
    setSent(next);
  };
  const toSend = runs.filter(({ broadcastID }) => sent.has(broadcastID));
  const decide = () =>
    void run(() =>
      outboxActions.decideCopy(
        'takeBack',
        toSend.reduce((sum, { waiting }) => sum + waiting, 0),
        toSend.map(({ broadcastID }) => ({ broadcastID, waiting: 'send' })),
      ),
    );
  return (
    <>
      <ul className={classes.runs} aria-label={copyWords.runs}>
        {runs.map((run) => (
          <Run
            key={run.broadcastID}
            run={run}
            waiting={sent.has(run.broadcastID) ? 'send' : 'takeBack'}
            onWaiting={(waiting) => choose(run.broadcastID, waiting)}
          />
        ))}
      </ul>
      <div className={classes.ways}>
        <Button disabled={isBusy} onClick={decide}>
          {copyWords.decide}
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={onTogether}>
          {copyWords.together}
        </Button>
      </div>
    </>
  );
}

function OneDecision({ copy, onEach }: { copy: CopyState; onEach: () => void }) {
  const { isBusy, run } = useAction();
  const send = () => void run(() => outboxActions.decideCopy('send', copy.waiting));
  if (copy.waiting === 0)
    return (
      <div className={classes.ways}>
        <Button disabled={isBusy} onClick={send}>
          {copyWords.goOn}
        </Button>
      </div>
    );
  return (
    <div className={classes.ways}>
      <Button disabled={isBusy} onClick={() => void run(() => outboxActions.decideCopy('takeBack', 0))}>
        {copyWords.takeBack}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={send}>
        {copyWords.send}
      </Button>
      <Button variant="subtle" disabled={isBusy} onClick={onEach}>
        {copyWords.oneByOne}
      </Button>
    </div>
  );
}

/**
 * Asks what to do with the waiting messages in a copy of the data. The safe choice comes first. The choice to send
 * needs a confirmation.
 */
export function CopyChoice({ copy }: { copy: CopyState }) {
  const [isOneByOne, setOneByOne] = useState(false);
  const runs = useQuery({ ...heldRunsQuery, enabled: isOneByOne });
  return (
    <section className={classes.choice} data-testid="copy-choice" aria-labelledby="copy-choice">
      <h2 id="copy-choice">{copyWords.title}</h2>
      <p>{copyWords.text(copy)}</p>
      {isOneByOne ? (
        <Loaded query={runs} waiting={<Skeleton height={96} />}>
          {(held) => <DecisionPerSend runs={held} onTogether={() => setOneByOne(false)} />}
        </Loaded>
      ) : (
        <OneDecision copy={copy} onEach={() => setOneByOne(true)} />
      )}
    </section>
  );
}
