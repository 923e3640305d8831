import { ActionIcon, Checkbox } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { formatAmount } from '#shared/money/money.ts';
import { billMoneyWords, counterWords } from '#shared/words/counter.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useMoney } from '../../lib/use-money.ts';
import { useToday } from '../../lib/use-today.ts';
import { openBillsQuery } from './api.ts';
import classes from './receive-form.module.css';
import { CreditField, PaymentMethodFields, Total } from './receive-form.tsx';
import { monthOf, nameOnBill } from './rules.ts';
import { type Done, type Receiving, useReceiving, type Way } from './use-receiving.ts';

/** What the payment settles, and what stays open afterwards. */
function Settles({ receiving }: { receiving: Receiving }) {
  const { typed, type, taking, family, isLocked } = receiving;
  const { say } = useMoney();
  const toggle = (billID: number): void => {
    const left = new Set(typed.left);
    if (!left.delete(billID)) left.add(billID);
    type({ ...typed, left });
  };
  return (
    <ul className={classes.settles}>
      {taking.rows.map(({ bill, isOn, text, credit }) => {
        const name = nameOnBill(bill, family.children);
        const month = monthOf(bill) || counterWords.noMonth;
        return (
          <li key={bill.billID}>
            <Checkbox
              size="xs"
              label={<bdi>{`${name}, ${month}`}</bdi>}
              checked={isOn}
              disabled={isLocked}
              onChange={() => toggle(bill.billID)}
            />
            {credit > 0 && <em>{counterWords.ofCredit(formatAmount(credit))}</em>}
            <span>{isOn ? text : counterWords.notNow}</span>
          </li>
        );
      })}
      <li>
        <b>{taking.rest > 0 ? counterWords.staysOpen : counterWords.nothingStaysOpen}</b>
        {taking.rest > 0 && <b>{say(taking.rest)}</b>}
      </li>
    </ul>
  );
}

type FormProps = Omit<Props, 'billID'> & {
  family: OpenFamily;
  day: string;
  today: string;
  onDay: (day: string) => void;
};

function Form({ family, usesCredit, way, onDone, onClose, ...days }: FormProps) {
  const receiving = useReceiving({ family, day: days.day, usesCredit, way, onDone });
  const troubleID = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const whole = form.current?.querySelector<HTMLInputElement>('input[data-whole]');
    whole?.focus();
    whole?.select();
  }, []);
  return (
    <form
      ref={form}
      className={classes.here}
      aria-label={billMoneyWords.receive}
      aria-describedby={receiving.trouble === undefined ? undefined : troubleID}
      data-takes-escape
      onSubmit={(event) => {
        event.preventDefault();
        receiving.save();
      }}
    >
      <header>
        <h3>{billMoneyWords.receive}</h3>
        <ActionIcon aria-label={commonWords.close} onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </header>
      <PaymentMethodFields receiving={receiving} {...days} />
      {family.bills.length > 0 && <Settles receiving={receiving} />}
      {family.bills.length > 0 && family.credit > 0 && <CreditField receiving={receiving} />}
      <Total {...{ receiving, family, troubleID }} />
    </form>
  );
}

type Props = {
  /** A bill of the family. */
  billID: number;
  usesCredit: boolean;
  /** How the money probably came. */
  way: Way;
  onDone: (done: Done) => void;
  onClose: () => void;
};

/** Receives a payment where the family is shown, beside its bills. */
export function ReceiveHere({ billID, ...props }: Props) {
  const today = useToday();
  const [chosen, choose] = useState<string>();
  const day = chosen ?? today;
  const query = useQuery({ ...openBillsQuery({ billID }, day), placeholderData: keepPreviousData });
  return (
    <Loaded query={query} isInset>
      {({ families: [family] }) =>
        family && <Form {...props} family={family} day={day} today={today} onDay={choose} />
      }
    </Loaded>
  );
}
