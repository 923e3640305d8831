import { Button } from '@mantine/core';
import type { CopyState } from '#shared/calls/outbox.ts';
import { copyWords } from '#shared/words/copies.ts';
import { acts, useBusy } from './acts.ts';
import classes from './copy-choice.module.css';

/** What becomes of what waits in a copy of the data: the safe way first, and the other one asks once more. */
export function CopyChoice({ copy }: { copy: CopyState }) {
  const { isBusy, act } = useBusy();
  const send = () => act(() => acts.decideCopy('send', copy.waiting));
  return (
    <section className={classes.choice} data-testid="copy-choice" aria-labelledby="copy-choice">
      <h2 id="copy-choice">{copyWords.title}</h2>
      <p>{copyWords.text(copy)}</p>
      <div className={classes.ways}>
        {copy.waiting > 0 ? (
          <>
            <Button disabled={isBusy} onClick={() => act(() => acts.decideCopy('takeBack', copy.waiting))}>
              {copyWords.takeBack}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={send}>
              {copyWords.send}
            </Button>
          </>
        ) : (
          <Button disabled={isBusy} onClick={send}>
            {copyWords.goOn}
          </Button>
        )}
      </div>
    </section>
  );
}
