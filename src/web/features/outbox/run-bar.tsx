import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Run } from '#shared/calls/outbox.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useRights } from '../../lib/session.ts';
import { toastError } from '../../ui/toast.ts';
import { pauseRun, resumeRun } from './api.ts';
import { barOf, isRunning, progressOf, titleOf } from './rules.ts';
import classes from './run-bar.module.css';

const { progress } = outboxWords;
const number = (count: number): string => count.toLocaleString('en-US');

function stateOf(run: Run): string {
  if (!isRunning(run)) return outboxWords.sent;
  return run.paused ? outboxWords.paused : outboxWords.sending;
}

/** `305 of 447 sent · 210 delivered · 183 read · 7 failed`. */
function sayProgress(run: Run): string {
  const { sent, delivered, read, reach } = progressOf(run);
  const { failed, unknown, skipped, cancelled } = run.counts;
  return [
    outboxWords.of(sent, reach),
    `${number(delivered)} ${progress.delivered}`,
    `${number(read)} ${progress.read}`,
    failed > 0 ? `${number(failed)} ${progress.failed}` : '',
    unknown > 0 ? `${number(unknown)} ${progress.unknown}` : '',
    skipped > 0 ? `${number(skipped)} ${progress.skipped}` : '',
    cancelled > 0 ? `${number(cancelled)} ${progress.cancelled}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function PauseButton({ run }: { run: Run }) {
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    await (run.paused ? resumeRun : pauseRun)(run.broadcastID).catch((error: unknown) =>
      toastError(toasts.errorTitle, sentenceOf(error)),
    );
    setBusy(false);
  };
  return (
    <Button variant="default" size="xs" loading={isBusy} onClick={() => void press()}>
      {run.paused ? outboxWords.resume : outboxWords.pause}
    </Button>
  );
}

/** How far one run is; every colleague sees the same. */
export function RunBar({ run, link }: { run: Run; link?: ReactNode }) {
  const rights = useRights();
  const said = sayProgress(run);
  return (
    <div className={classes.run} data-testid="run-bar">
      <div className={classes.title}>
        <b>{stateOf(run)}</b> <bdi>“{titleOf(run.text)}”</bdi>
      </div>
      <div className={classes.bar} role="img" aria-label={said}>
        {barOf(run).map(({ part, percent }) => (
          <span key={part} data-part={part} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <small className={classes.said}>{said}</small>
      {link}
      {rights.outbox && isRunning(run) && <PauseButton run={run} />}
    </div>
  );
}
