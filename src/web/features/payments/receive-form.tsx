/** The form that receives a payment. It shows the family, its open bills, and the amounts payable on the day. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { counterMethods } from '#shared/money/ledger.ts';
import { formatAmount, toPaisa, toRupees } from '#shared/money/money.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { counterWords, wayWords } from '#shared/words/counter.ts';
import { RequiredDayField } from '../../lib/day-field.tsx';
import { useSession } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './receive-form.module.css';
import { explainAsked, monthOf, nameOnBill, payerOf, placeOf, type Row, withTypedAmount } from './rules.ts';
import type { Receiving } from './use-receiving.ts';

function Head({ family, aside }: { family: OpenFamily; aside: ReactNode }) {
  const sayNumber = useSayNumber();
  const { say } = useMoney();
  const name = payerOf(family);
  return (
    <header className={classes.head}>
      <div>
        <h2>
          <NameText text={name} title={name} />
        </h2>
        <p>
          {family.number !== null && sayNumber(family.number)}
          {family.children.map((child, at) => (
            <Fragment key={`${child.regNum} ${child.name}`}>
              {(at > 0 || family.number !== null) && ' · '}
              <bdi>{child.name}</bdi> {placeOf(child)}
            </Fragment>
          ))}
          {family.credit > 0 && ` · ${counterWords.credit(say(family.credit))}`}
        </p>
      </div>
      {aside}
    </header>
  );
}

type BillProps = { row: Row; day: string; receiving: Receiving };

function BillRow({ row, day, receiving }: BillProps) {
  const session = useSession();
  const { bill, isOn, text, trouble } = row;
  const { typed, type, taking, isLocked } = receiving;
  const name = nameOnBill(bill, receiving.family.children);
  const month = monthOf(bill) || counterWords.noMonth;
  const why = [
    explainAsked(bill, inTimeFrom(day, session)),
    row.credit > 0 && counterWords.ofCredit(formatAmount(row.credit)),
  ]
    .filter(Boolean)
    .join(', ');
  const toggle = (): void => {
    const left = new Set(typed.left);
    if (!left.delete(bill.billID)) left.add(bill.billID);
    type({ ...typed, left });
  };
  return (
    <tr data-off={!isOn || undefined}>
      <td>
        <Checkbox
          aria-label={counterWords.take(name, month)}
          checked={isOn}
          disabled={isLocked}
          onChange={toggle}
        />
      </td>
      <td>
        <b>
          <NameText text={name} title={name} />
        </b>
        <small>
          {monthOf(bill)}
          {bill.invNo && (
            <>
              {' · '}
              <span className={classes.word}>{counterWords.voucher} </span>
              {bill.invNo}
            </>
          )}
        </small>
      </td>
      <td className={classes.amount} title={why}>
        {formatAmount(bill.charged)}
      </td>
      <td className={classes.why} title={why}>
        {why}
      </td>
      <td className={classes.amount}>{formatAmount(bill.paid)}</td>
      <td className={classes.amount}>
        <TextInput
          className={classes.part}
          aria-label={counterWords.nowFor(name, month)}
          inputMode="decimal"
          autoComplete="off"
          disabled={!isOn || isLocked}
          value={isOn ? text : '0'}
          error={trouble}
          onChange={({ currentTarget }) =>
            type(withTypedAmount(typed, taking.rows, { billID: bill.billID, text: currentTarget.value }))
          }
        />
      </td>
    </tr>
  );
}

function Bills({ receiving, day }: { receiving: Receiving; day: string }) {
  return (
    <table className={classes.bills}>
      <thead>
        <tr>
          <td />
          <th scope="col">{counterWords.bill}</th>
          <th scope="col">{counterWords.payableToday}</th>
          <th scope="col">{counterWords.why}</th>
          <th scope="col">{counterWords.paid}</th>
          <th scope="col">{counterWords.now}</th>
        </tr>
      </thead>
      <tbody>
        {receiving.taking.rows.map((row) => (
          <BillRow key={row.bill.billID} row={row} day={day} receiving={receiving} />
        ))}
      </tbody>
    </table>
  );
}

/** The checkboxes that use the credit of each child for its open bills, and what is left of it for siblings. */
export function CreditField({ receiving }: { receiving: Receiving }) {
  const { family, taking, isCreditUsed, setCreditUsed, isLocked } = receiving;
  const { isForSiblings, setForSiblings, mayUseForSiblings } = receiving;
  const { say } = useMoney();
  return (
    <div className={classes.credit}>
      <Checkbox
        label={
          <>
            {counterWords.useCredit(say(family.credit))} <kbd aria-hidden>F8</kbd>
          </>
        }
        checked={isCreditUsed}
        disabled={isLocked}
        onChange={({ currentTarget }) => setCreditUsed(currentTarget.checked)}
      />
      {isCreditUsed && mayUseForSiblings && (
        <Checkbox
          label={counterWords.useForSiblings}
          checked={isForSiblings}
          disabled={isLocked}
          onChange={({ currentTarget }) => setForSiblings(currentTarget.checked)}
        />
      )}
      {isCreditUsed && (
        <span>{counterWords.creditLeft(say(toRupees(toPaisa(family.credit) - toPaisa(taking.used))))}</span>
      )}
    </div>
  );
}

/** The field for the account that received the money. It is shown only if several accounts are possible. */
function AccountField({ account, isLocked }: Pick<Receiving, 'account' | 'isLocked'>) {
  const { choices, accountID, choose } = account;
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      className={classes.account}
      label={
        <>
          {counterWords.account} <kbd aria-hidden>F3</kbd>
        </>
      }
      disabled={isLocked}
      value={accountID ?? ''}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
      data={[
        { value: '', label: counterWords.noAccount },
        ...choices.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
    />
  );
}

/** The fields for the payment method, the account, the reference and the date. */
export function PaymentMethodFields({ receiving, day, today, onDay }: Omit<Props, 'aside'>) {
  const { money, setMoney, account, trouble, isLocked } = receiving;
  const { way, reference } = money;
  return (
    <div className={classes.fields}>
      <div className={classes.way}>
        <span aria-hidden>
          {counterWords.how} <kbd>F2</kbd>
        </span>
        <Segments
          label={counterWords.how}
          segments={counterMethods.map((value) => ({ value, label: wayWords[value] }))}
          value={way}
          onChange={(next) => !isLocked && setMoney({ way: next })}
        />
      </div>
      <AccountField account={account} isLocked={isLocked} />
      {way !== 'cash' && (
        <TextInput
          // The user types the reference next. Only a cheque must have one.
          autoFocus
          className={classes.reference}
          label={way === 'cheque' ? counterWords.chequeNumber : counterWords.reference}
          maxLength={100}
          autoComplete="off"
          disabled={isLocked}
          value={reference}
          error={trouble?.field === 'reference'}
          attributes={ownDirection(reference)}
          onChange={({ currentTarget }) => setMoney({ reference: currentTarget.value })}
        />
      )}
      <RequiredDayField
        className={classes.day}
        label={counterWords.receivedOn}
        latest={today}
        disabled={isLocked}
        day={day}
        onDay={onDay}
      />
    </div>
  );
}

type TotalProps = { receiving: Receiving; family: OpenFamily; troubleID: string };

/** The fields for the total and the given cash, the change, and the button that saves the payment. */
export function Total({ receiving, family, troubleID }: TotalProps) {
  const isAdvance = family.bills.length === 0;
  const { taking, typed, type, money, setMoney, change, trouble, isBusy, isSettled, isLocked } = receiving;
  const { sign, say } = useMoney();
  const { amount, credit, rest, used } = taking;
  const unit = {
    leftSection: sign,
    leftSectionWidth: 40,
    inputMode: 'decimal',
    autoComplete: 'off',
  } as const;
  const hint =
    credit > 0 ? counterWords.restIsCredit(say(credit)) : rest > 0 && counterWords.leftOver(say(rest));
  return (
    <div className={classes.total}>
      <TextInput
        className={classes.whole}
        label={
          <>
            {isAdvance ? counterWords.ahead : counterWords.now} <kbd aria-hidden>F4</kbd>
          </>
        }
        {...unit}
        data-whole
        disabled={isLocked}
        error={trouble?.field === 'amount'}
        value={typed.amount ?? (amount === undefined || isAdvance ? '' : formatAmount(amount))}
        onChange={({ currentTarget }) => type({ left: typed.left, parts: {}, amount: currentTarget.value })}
      />
      {money.way === 'cash' && (
        <>
          <TextInput
            className={classes.given}
            label={counterWords.given}
            {...unit}
            disabled={isLocked}
            value={money.given}
            error={trouble?.field === 'given'}
            onChange={({ currentTarget }) => setMoney({ given: currentTarget.value })}
          />
          <p className={classes.change}>
            <span>{counterWords.change}</span>
            <output>{change === undefined || change < 0 ? '–' : say(change)}</output>
          </p>
        </>
      )}
      <p id={troubleID} role="alert" className={classes.trouble}>
        {trouble !== undefined && (
          <>
            <b>{counterWords.notSaved}</b> {trouble.text}
          </>
        )}
      </p>
      <Button type="submit" size="md" loading={isBusy} disabled={!isSettled}>
        {amount === 0 && used > 0 ? counterWords.saveCredit : counterWords.save}
        {amount !== undefined && amount > 0 && <span className={classes.sum}> · {say(amount)}</span>}
        <kbd className={classes.key} aria-hidden>
          Enter
        </kbd>
      </Button>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

type Props = {
  receiving: Receiving;
  day: string;
  today: string;
  onDay: (day: string) => void;
  /** Shown beside the name of the family. */
  aside: ReactNode;
};

export function ReceiveForm({ receiving, aside, ...days }: Props) {
  const { family, trouble, save } = receiving;
  const troubleID = useId();
  const isOpen = family.bills.length > 0;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On a phone the field with the error may be outside the visible part.
    const field = trouble && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [trouble]);
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={counterWords.familyOf(payerOf(family))}
      aria-describedby={trouble === undefined ? undefined : troubleID}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Head family={family} aside={aside} />
      {isOpen ? (
        <>
          <Bills receiving={receiving} day={days.day} />
          {family.credit > 0 && <CreditField receiving={receiving} />}
        </>
      ) : (
        <p className={classes.none}>
          {family.scanned === null ? counterWords.nothingOwed : counterWords.scannedPaid}{' '}
          {counterWords.aheadHint}
        </p>
      )}
      <PaymentMethodFields receiving={receiving} {...days} />
      <Total {...{ receiving, family, troubleID }} />
    </form>
  );
}
