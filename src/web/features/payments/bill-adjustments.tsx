/** Lists the adjustments of a bill with their reasons. An adjustment that was a mistake can be undone. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Adjustment } from '#shared/calls/payments.ts';
import { formatDay } from '#shared/time/dates.ts';
import { billMoneyWords } from '#shared/words/counter.ts';
import { useRights } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { adjustmentsQuery, voidAdjustment } from './api.ts';
import classes from './bill-payments.module.css';
import { ReasonSheet } from './reason-sheet.tsx';

function TakeBackSheet({ adjustment, onClose }: { adjustment: Adjustment; onClose: () => void }) {
  return (
    <ReasonSheet
      title={billMoneyWords.takeBack}
      submitLabel={billMoneyWords.takeBack}
      done={billMoneyWords.adjusted}
      onSave={(reason) => voidAdjustment(adjustment.id, reason)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{billMoneyWords.takeBackText}</p>
    </ReasonSheet>
  );
}

function Item({ adjustment }: { adjustment: Adjustment }) {
  const { say } = useMoney();
  const rights = useRights();
  const [isOpen, open] = useState(false);
  const { kind, ofLateFine, amount, day, reason, by, isOwn, voidedAt, voidReason } = adjustment;
  const isVoid = voidedAt !== null;
  const mayTakeBack = !isVoid && kind !== 'carried' && (rights.delete || (rights.edit && isOwn));
  return (
    <li data-void={isVoid || undefined}>
      <p>
        <span>{formatDay(day)}</span>
        <b>{`${kind === 'fine' ? '+' : '−'} ${say(amount)}`}</b>
      </p>
      <small>
        {[ofLateFine ? billMoneyWords.lateFineWaived : billMoneyWords.done[kind], by]
          .filter(Boolean)
          .join(' · ')}
        {reason !== '' && (
          <>
            {' · '}
            <bdi>{reason}</bdi>
          </>
        )}
      </small>
      {isVoid && <small dir="auto">{billMoneyWords.takenBack(voidReason ?? '')}</small>}
      {mayTakeBack && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          className={classes.takeBack}
          onClick={() => open(true)}
        >
          {billMoneyWords.takeBack}
        </Button>
      )}
      {isOpen && <TakeBackSheet adjustment={adjustment} onClose={() => open(false)} />}
    </li>
  );
}

/** Shows nothing if the bill has no adjustments. */
export function BillAdjustments({ billID }: { billID: number }) {
  const { data } = useQuery(adjustmentsQuery(billID));
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={billMoneyWords.adjustments}>
      {data.items.map((adjustment) => (
        <Item key={adjustment.id} adjustment={adjustment} />
      ))}
    </ul>
  );
}
