/** Lists the cash of a day by clerk: the expected amount, the counts, and the form to count the cash. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CashCount, CashOfDay } from '#shared/calls/payments.ts';
import { toRupees } from '#shared/money/money.ts';
import { clockIn, dayIn, formatInstant } from '#shared/time/dates.ts';
import { cashWords, counterWords, receiptWords } from '#shared/words/counter.ts';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useRights, useSession } from '../../lib/session.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { toastDone } from '../../ui/toast.ts';
import { countCash } from './api.ts';
import { differenceOf, sayAmount } from './rules.ts';

/**
 * Describes a count in words: the amount, the time, and the difference from the expected amount. The person is named
 * only if somebody else has counted the clerk's cash.
 */
export function useSayCount(day: string): (cash: CashOfDay, count: CashCount) => string {
  const { timeZone } = useSession();
  const { say } = useMoney();
  return ({ by }, count) => {
    const at = new Date(count.at);
    const when = dayIn(timeZone, at) === day ? clockIn(timeZone, at) : formatInstant(count.at, timeZone);
    const difference = differenceOf(count);
    return cashWords.counted({
      ...{ amount: say(count.counted), when, by: count.by === by ? '' : count.by },
      difference: cashWords.differs(difference, say(Math.abs(difference))),
    });
  };
}

function CountSheet({ day, cash, onClose }: { day: string; cash: CashOfDay; onClose: () => void }) {
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [press, setPress] = useState<Press | null>(null);
  const { isBusy, save } = useSaving();
  const { say } = useMoney();
  const paisa = readAmount(amount);
  const { expected } = cash;
  // Before the count only an owner knows what is expected.
  const isBlind = expected === null;
  const difference =
    paisa === undefined || isBlind ? 0 : differenceOf({ expected, counted: toRupees(paisa) });
  const submit = (): void =>
    void save(async () => {
      const body = {
        ...{ day, counted: toRupees(paisa ?? 0), note: isBlind || difference !== 0 ? note.trim() : '' },
        ...(cash.isOwn ? {} : { clerk: cash.clerk }),
      };
      // If more cash was received since the last count, the same counted amount is a new count.
      const next = pressOf(JSON.stringify([body, cash.expected]), press, randomID);
      setPress(next);
      await countCash({ ...body, clientID: next.clientID });
      toastDone(cashWords.saved);
      onClose();
    });
  return (
    <Sheet
      title={cash.isOwn ? cashWords.count : cashWords.countOf(cash.by)}
      isOpen
      submitLabel={cashWords.save}
      cancelLabel={receiptWords.cancel}
      isAllowed={paisa !== undefined}
      isBusy={isBusy}
      hasField
      onClose={onClose}
      onSubmit={submit}
    >
      <p style={{ margin: 0 }}>{isBlind ? cashWords.countFirst : cashWords.expected(say(expected))}</p>
      <TextInput
        label={cashWords.amount}
        required
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={amount !== '' && paisa === undefined && counterWords.badAmount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        data-autofocus
      />
      <p role="status" style={{ margin: 0 }}>
        {paisa !== undefined && !isBlind && cashWords.differs(difference, say(Math.abs(difference)))}
      </p>
      {(isBlind || difference !== 0) && (
        <TextInput
          label={cashWords.note}
          maxLength={300}
          value={note}
          attributes={ownDirection(note)}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
    </Sheet>
  );
}

type Props = { day: string; cash: readonly CashOfDay[]; className: string };

export function CashCounts({ day, cash, className }: Props) {
  const [counting, setCounting] = useState<CashOfDay>();
  const rights = useRights();
  const sayCount = useSayCount(day);
  return (
    <>
      <ul className={className} aria-label={cashWords.title}>
        {cash.map((ofClerk) => (
          <li key={ofClerk.clerk}>
            <span>
              <bdi>{cashWords.of(ofClerk.by)}</bdi>
            </span>
            <span>{sayAmount(ofClerk.expected)}</span>
            {ofClerk.counts.map((count) => (
              <small key={count.at}>
                {sayCount(ofClerk, count)}
                {count.note !== '' && (
                  <>
                    {' · '}
                    <bdi>{count.note}</bdi>
                  </>
                )}
              </small>
            ))}
            {ofClerk.counts.length > 0 && ofClerk.counts.at(-1)?.expected !== ofClerk.expected && (
              <small>{cashWords.changed}</small>
            )}
            {(ofClerk.isOwn || rights.delete) && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={ofClerk.isOwn ? cashWords.count : cashWords.countOf(ofClerk.by)}
                onClick={() => setCounting(ofClerk)}
              >
                {cashWords.count}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {counting && <CountSheet day={day} cash={counting} onClose={() => setCounting(undefined)} />}
    </>
  );
}
