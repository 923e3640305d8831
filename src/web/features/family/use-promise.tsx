/** The parts of a page for promises to pay: a line that shows the promise, and the form that records a new promise. */
import { Button } from '@mantine/core';
import IconCalendarCheck from '@tabler/icons-react/dist/esm/icons/IconCalendarCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Family } from '#shared/calls/families.ts';
import type { PayPromise } from '#shared/calls/promises.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { promiseWords } from '#shared/words/families.ts';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { toastDone } from '../../ui/toast.ts';
import { promisesQuery, withdrawPromise } from './api.ts';
import classes from './promise.module.css';
import { PromiseSheet } from './promise-sheet.tsx';
import { payableOf } from './rules.ts';

function PromiseLine({ promise, mayWithdraw }: { promise: PayPromise; mayWithdraw: boolean }) {
  const { id, day, note, state } = promise;
  const { say } = useMoney();
  const { isBusy, run } = useAction();
  const amount = promise.amount === null ? null : say(promise.amount);
  const isUnkept = state === 'unkept';
  return (
    <section className={classes.line} aria-label={promiseWords.title} data-unkept={isUnkept || undefined}>
      <IconCalendarCheck size={16} stroke={1.8} aria-hidden />
      <p>
        <b>{isUnkept ? promiseWords.unkept(amount, day) : promiseWords.promised(amount, day)}</b>
        {note !== '' && <bdi title={note}>{note}</bdi>}
      </p>
      {mayWithdraw && (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              await withdrawPromise(id);
              toastDone(promiseWords.withdrawn);
            })
          }
        >
          {promiseWords.withdraw}
        </Button>
      )}
    </section>
  );
}

/** The button that opens the form. It is shown beside the other buttons for the payable amount. */
export const PromiseButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    px="sm"
    leftSection={<IconCalendarCheck size={18} stroke={1.6} aria-hidden />}
    aria-label={promiseWords.note}
    onClick={onClick}
  >
    {promiseWords.title}
  </Button>
);

type Promised = {
  /** Shows the promise that is open or was not kept. */
  line: ReactNode;
  /** Opens the form. Undefined if the family owes nothing, has no number, or the user has no right to edit. */
  onNote: (() => void) | undefined;
  form: ReactNode;
};

export function usePromise(family: Family | null | undefined): Promised {
  const { edit } = useRights();
  const [isNoting, setNoting] = useState(false);
  // An entry without `+` is a WhatsApp user id, because the person hides the phone number. No promise can be recorded
  // for a user id.
  const numbers = (family?.numbers ?? []).flatMap(({ number }) => (number.startsWith('+') ? number : []));
  const { data } = useQuery(promisesQuery(numbers));
  const [number] = numbers;
  const promise = data?.items.find(({ state }) => state === 'open' || state === 'unkept');
  const owes = family?.children.some(({ bills }) => bills.some(isOpen)) === true;
  return {
    line: promise && <PromiseLine promise={promise} mayWithdraw={edit} />,
    onNote: edit && owes && number !== undefined ? () => setNoting(true) : undefined,
    form: isNoting && family && number !== undefined && (
      <PromiseSheet number={number} payable={payableOf(family).left} onClose={() => setNoting(false)} />
    ),
  };
}
