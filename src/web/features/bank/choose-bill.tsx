/**
 * Lets a person choose the bill that a bank row pays. The search works like the search at the counter, but shows the
 * amounts that were owed on the day of the row.
 */
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankBill } from '#shared/calls/bank-files.ts';
import type { OpenBillAnswer } from '#shared/calls/payments.ts';
import { monthNames } from '#shared/time/dates.ts';
import { bankWords } from '#shared/words/bank.ts';
import { keys } from '../../lib/query-keys.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { findPayers } from './api.ts';
import classes from './choose-bill.module.css';
import { bankTextsOf, type Line } from './rules.ts';

const toBill = ({
  billID,
  groupID,
  name,
  regNum,
  invNo,
  month,
  year,
  charged: asked,
  balance,
}: OpenBillAnswer): BankBill => ({
  ...{ billID, groupID, name, regNum, invNo, month, year, charged: asked, balance, status: 'unpaid' },
});

type Props = { line: Line; onChoose: (bill: BankBill) => void; onClose: () => void };

export function ChooseBill({ line, onChoose, onClose }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const { say } = useMoney();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const day = line.day ?? '';
  const found = useQuery({
    queryKey: [...keys.payments, 'payers', asked, day],
    queryFn: () => findPayers(asked, day),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const bills = (found.data?.families ?? []).flatMap((family) => family.bills);
  const distinctBills = [...new Map(bills.map((bill) => [bill.billID, bill])).values()];
  return (
    <Modal
      opened
      onClose={onClose}
      title={bankWords.chooseBill}
      size={560}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': bankWords.close }}
    >
      <p className={classes.row} dir="auto">
        <b>{say(line.amount)}</b> {bankTextsOf(line)}
      </p>
      <TextInput
        label={bankWords.search}
        description={bankWords.searchHint}
        data-autofocus
        autoComplete="off"
        value={text}
        {...ownDirection(text).input}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          const [only, ...others] = distinctBills;
          const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
          if (!isEnter || !only || others.length > 0 || asked !== text.trim()) return;
          event.preventDefault();
          onChoose(toBill(only));
        }}
      />
      <ul className={classes.list}>
        {distinctBills.map((bill) => (
          <li key={bill.billID}>
            <button type="button" onClick={() => onChoose(toBill(bill))}>
              <span>
                <b>
                  <NameText text={bill.name} />
                </b>
                <small>
                  {[
                    bill.regNum && bankWords.reg(bill.regNum),
                    bill.month && `${monthNames[bill.month - 1]} ${bill.year}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <b>{say(bill.balance)}</b>
            </button>
          </li>
        ))}
      </ul>
      {asked !== '' && found.data && distinctBills.length === 0 && (
        <p role="status">{bankWords.nothingFound}</p>
      )}
    </Modal>
  );
}
