/**
 * The counter: a field in which the clerk scans a voucher or types a name or number, the open bills of the family, and
 * the receipts of the day.
 */
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import IconBarcode from '@tabler/icons-react/dist/esm/icons/IconBarcode.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenFamily, Payment, Receipt } from '#shared/calls/payments.ts';
import { tokenOfLink } from '#shared/people/parent-link.ts';
import { counterWords, dayBookWords, receiptWords } from '#shared/words/counter.ts';
import { commonWords, findWords } from '#shared/words/screen.ts';
import { dayBookQuery, receiptQuery, receiptsQuery } from '../features/payments/api.ts';
import { DayBookPaper } from '../features/payments/day-book-paper.tsx';
import { FamilyChoice } from '../features/payments/family-choice.tsx';
import { PrintPaper } from '../features/payments/print-paper.tsx';
import { PrintReceipt } from '../features/payments/print-receipt.tsx';
import { ReceiptActions } from '../features/payments/receipt-actions.tsx';
import { type Handed, ReceiptPaper } from '../features/payments/receipt-paper.tsx';
import { Receipts } from '../features/payments/receipts.tsx';
import { ReceiveForm } from '../features/payments/receive-form.tsx';
import { keyOfFamily, sayReceived } from '../features/payments/rules.ts';
import { type Families, useFamilies } from '../features/payments/use-families.ts';
import { type Done, useReceiving } from '../features/payments/use-receiving.ts';
import { Loaded } from '../lib/loaded.tsx';
import { moneyAccountsQuery } from '../lib/money-accounts.ts';
import { useRights } from '../lib/session.ts';
import { useMoney } from '../lib/use-money.ts';
import { useToday } from '../lib/use-today.ts';
import { voucherSettingsQuery } from '../lib/voucher-settings.ts';
import { Empty } from '../ui/empty.tsx';
import { ownDirection } from '../ui/own-direction.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { isCovered, isTyping } from '../ui/use-keys.ts';
import classes from './counter.module.css';

const route = getRouteApi('/desk/counter');

type FamilyPaymentProps = {
  family: OpenFamily;
  today: string;
  day: string;
  onDay: (day: string) => void;
  onDone: (done: Done) => void;
  /** What Enter in the search field does while this family is selected: it saves the payment. */
  saveOnEnter: RefObject<(() => void) | null>;
  field: RefObject<HTMLInputElement | null>;
};

/** The form for a payment of the selected family, with its function keys. */
function FamilyPayment({ family, today, day, onDay, onDone, saveOnEnter, field }: FamilyPaymentProps) {
  const receiving = useReceiving({ family, day, onDone });
  saveOnEnter.current = receiving.save;
  useEffect(
    () => () => {
      saveOnEnter.current = null;
    },
    [saveOnEnter],
  );
  useWindowEvent('keydown', (event) => {
    if (isCovered() || !['F2', 'F3', 'F4', 'F8'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'F4') {
      const whole = document.querySelector<HTMLInputElement>('input[data-whole]');
      whole?.focus();
      whole?.select();
      return;
    }
    if (receiving.isLocked) return;
    if (event.key === 'F2') {
      // A way with a reference moves the focus to its own field. For cash that field disappears, so the focus returns.
      if (receiving.nextWay() === 'cash') field.current?.focus();
    } else if (event.key === 'F3') {
      if (receiving.account.choices.length > 0) receiving.account.next();
    } else if (family.credit > 0 && family.bills.length > 0) receiving.setCreditUsed(!receiving.isCreditUsed);
  });
  const billID = receiving.family.bills[0]?.billID;
  return (
    <ReceiveForm
      {...{ receiving, day, today, onDay }}
      aside={
        billID !== undefined && (
          <Button
            variant="default"
            size="xs"
            className={classes.toFamily}
            leftSection={<IconUsers size={16} stroke={1.6} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/send-messages" search={{ panel: 'family', member: billID }} {...props} />
            )}
          >
            {counterWords.toFamily}
          </Button>
        )
      }
    />
  );
}

type FieldProps = {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  families: Families;
  onEnter: () => void;
};

/** The field for scanning or typing. A scanner types the code of the voucher and ends with Enter. */
function Field({ field, text, onText, families, onEnter }: FieldProps) {
  const { chosen } = families;
  const isChoosing = chosen === undefined && families.families.length > 0 && families.text === text.trim();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const meant =
      isChoosing && /^[1-8]$/.test(event.key) ? families.families[Number(event.key) - 1] : undefined;
    if (meant) families.choose(meant);
    else if (event.key === 'Enter' && !event.repeat) onEnter();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.field}>
      <IconBarcode size={24} stroke={1.6} aria-hidden />
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: a clerk at the counter scans at once
        autoFocus
        aria-label={counterWords.field}
        placeholder={counterWords.hint}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        data-search-key
        value={text}
        {...ownDirection(text).input}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** The text below the field while there is no family to show: an error, a wait, or that nothing was found. */
function Answer({ families }: { families: Families }) {
  const { text = '', isLoaded, chosen, error, isBusy } = families;
  if (error !== undefined) return error;
  if (isBusy) return counterWords.waiting;
  return isLoaded && chosen === undefined && families.families.length === 0
    ? tokenOfLink(text) === undefined
      ? counterWords.unknown(text)
      : findWords.linkUnknown
    : null;
}

/** What is printed: a receipt, or the day book. */
type Printing = { paymentID: number; handed?: Handed | undefined } | { day: string };

function Printed({ printing }: { printing: Printing }) {
  const day = 'day' in printing ? printing.day : '';
  const { data: book } = useQuery({ ...dayBookQuery(day), enabled: day !== '' });
  const { data: receipts } = useQuery({ ...receiptsQuery(day), enabled: day !== '' });
  if ('paymentID' in printing) return <PrintReceipt {...printing} />;
  return (
    book &&
    receipts && (
      <PrintPaper kind="sheet">
        <DayBookPaper book={book} receipts={receipts} />
      </PrintPaper>
    )
  );
}

/** A shown receipt. `isOpened`: the clerk opened it from the list, so it must be scrolled into view. */
type Shown = { paymentID: number; handed?: Handed | undefined; isOpened?: boolean };

type ShownProps = {
  shown: Shown;
  today: string;
  onPrint: (receipt: Receipt) => void;
};

/** The receipt that was issued last, or an older receipt that the clerk opened. */
function ShownReceipt({ shown, today, onPrint }: ShownProps) {
  const { paymentID, handed } = shown;
  const query = useQuery(receiptQuery(paymentID));
  const { data: settings } = useQuery(voucherSettingsQuery);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!shown.isOpened) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, [shown]);
  return (
    <section ref={section} tabIndex={-1} className={classes.shown} aria-label={receiptWords.shown}>
      <Loaded query={query} isInset>
        {(receipt) => (
          <>
            <header>
              <h2>{receiptWords.title(receipt.payment.receiptNo)}</h2>
              {settings && <small>{receiptWords.printsOn[settings.receiptSize]}</small>}
            </header>
            <div className={classes.slip}>
              <ReceiptPaper receipt={receipt} handed={handed} />
            </div>
            <ReceiptActions payment={receipt.payment} today={today} onPrint={() => onPrint(receipt)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const hints: readonly (readonly [string, string])[] = [
  ['Enter', counterWords.keys.enter],
  ['F2', counterWords.keys.way],
  ['F4', counterWords.keys.part],
  ['Space', counterWords.keys.space],
  ['F9', counterWords.keys.last],
  ['Esc', counterWords.keys.escape],
];

const Keys = () => (
  <footer className={classes.keys} aria-hidden>
    {hints.map(([key, does]) => (
      <span key={key}>
        <kbd>{key}</kbd> {does}
      </span>
    ))}
  </footer>
);

/** The title, and the total of the day beside it. */
function DaySum({ day, title }: { day: string; title: ReactNode }) {
  const { data: book } = useQuery(dayBookQuery(day));
  const { say } = useMoney();
  return (
    <header className={classes.top}>
      <h1>{title}</h1>
      {book && (
        <p>
          {receiptWords.receipts(book.count)}
          {book.sum !== null && (
            <>
              {' '}
              · <b>{say(book.sum)}</b>
            </>
          )}
        </p>
      )}
    </header>
  );
}

/** The shown receipt and the current print. */
function useReceipts() {
  const [last, setLast] = useState<Shown>();
  const [{ printing, prints }, setPrinting] = useState<{ printing?: Printing; prints: number }>({
    prints: 0,
  });
  /** `prints` counts the prints, so that printing the same receipt twice renders it twice. */
  const print = (next: Printing): void =>
    setPrinting((before) => ({ printing: next, prints: before.prints + 1 }));
  return {
    last,
    printing,
    prints,
    print,
    show: ({ id }: Payment) => setLast({ paymentID: id, isOpened: true }),
    handOut: ({ paymentID, amount, handed }: Done) => {
      setLast({ paymentID, handed });
      // If the family paid only with its credit, there is no new receipt to print.
      if (amount > 0) print({ paymentID, handed });
    },
    again: () => last && print({ paymentID: last.paymentID, handed: last.handed }),
  };
}

/**
 * Moves the focus to the field when a person scans or types while no other field has the focus. A space is ignored
 * because it presses the focused button. `/` and `?` are ignored because they are shortcuts of every page.
 */
function useTypedAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key.length > 1 || ' /?'.includes(key) || ctrlKey || metaKey || altKey) return;
      if (isTyping(target) || isCovered()) return;
      event.stopPropagation();
      field.current?.focus();
      field.current?.select();
    },
    { capture: true },
  );
}

function Desk() {
  usePrefetchQuery(moneyAccountsQuery);
  usePrefetchQuery(voucherSettingsQuery);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { say } = useMoney();
  const today = useToday();
  const field = useRef<HTMLInputElement>(null);
  const saveOnEnter = useRef<(() => void) | null>(null);
  const [text, setText] = useState('');
  /** Set only if the clerk chose a day for this receipt. */
  const [chosenDay, chooseDay] = useState<string>();
  const received = chosenDay ?? today;
  const [done, setDone] = useState<Done>();
  const families = useFamilies(received);
  const receipts = useReceipts();
  const book = search.day ?? today;
  const { chosen } = families;
  const clear = (): void => {
    setText('');
    chooseDay(undefined);
    families.clear();
    field.current?.focus();
  };
  const enter = (): void => {
    const typed = text.trim();
    if (chosen && families.text === typed) saveOnEnter.current?.();
    else if (typed !== '') families.ask(typed);
  };
  useTypedAnywhere(field);
  useWindowEvent('keydown', (event) => {
    if (isCovered() || (event.key !== 'Escape' && event.key !== 'F9')) return;
    event.preventDefault();
    if (event.key === 'Escape') clear();
    else receipts.again();
  });
  return (
    <main
      className={classes.counter}
      // A click beside all controls returns the focus to the field.
      onPointerUp={() => {
        const isNowhere = document.activeElement === document.body || document.activeElement === null;
        if (isNowhere && window.getSelection()?.isCollapsed !== false && !isCovered()) field.current?.focus();
      }}
    >
      <div className={classes.main}>
        <DaySum day={today} title={counterWords.title} />
        <Field
          {...{ field, text, families }}
          onText={(next) => {
            setText(next);
            setDone(undefined);
          }}
          onEnter={enter}
        />
        <p role="status" className={classes.status} data-done={done !== undefined || undefined}>
          {done ? sayReceived(done, say) : <Answer families={families} />}
        </p>
        {!chosen && families.families.length > 0 && (
          <FamilyChoice
            families={families.families}
            onChoose={(family) => {
              families.choose(family);
              field.current?.focus();
            }}
          />
        )}
        {chosen && (
          <FamilyPayment
            key={`${families.text} ${keyOfFamily(chosen)}`}
            {...{ family: chosen, today, saveOnEnter, field }}
            day={received}
            onDay={chooseDay}
            onDone={(next) => {
              setDone(next);
              receipts.handOut(next);
              clear();
            }}
          />
        )}
        <Keys />
      </div>
      <aside className={classes.side} aria-label={dayBookWords.title}>
        {receipts.last && <ShownReceipt shown={receipts.last} today={today} onPrint={receipts.again} />}
        <Receipts
          day={book}
          today={today}
          chosen={receipts.last?.paymentID}
          onDay={(day) =>
            void navigate({
              search: (before) => ({ ...before, day: day === today ? undefined : day }),
              replace: true,
            })
          }
          onOpen={receipts.show}
          onPrint={() => receipts.print({ day: book })}
        />
      </aside>
      {receipts.printing && <Printed key={receipts.prints} printing={receipts.printing} />}
    </main>
  );
}

export function Counter() {
  const rights = useRights();
  usePageTitle(`${counterWords.title} · ${commonWords.product}`);
  if (rights.edit) return <Desk />;
  return (
    <main>
      <Empty level={1} title={counterWords.noRight} />
    </main>
  );
}
