import { Button, Skeleton, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Numberless } from '#shared/calls/today.ts';
import { todayWords } from '#shared/words/screen.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { addNumber, numberlessQuery } from './api.ts';
import { aboutChild } from './rules.ts';
import classes from './today.module.css';

type RowProps = { child: Numberless; onSaved: (form: HTMLFormElement) => void };

/** The row of one child. After the save the row stays in the list, and its button shows that the number is saved. */
function NumberRow({ child, onSaved }: RowProps) {
  const money = useMoney();
  const sayNumber = useSayNumber();
  const { proposed } = child;
  const [number, setNumber] = useState('');
  const [saved, setSaved] = useState<string>();
  const [isEmpty, setEmpty] = useState(false);
  const { isBusy, issues, run } = useAction({ showError: atFields });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    setEmpty(number.trim() === '');
    if (number.trim() === '') return;
    void run(async () => {
      await addNumber(child.billID, number);
      setSaved(number);
      onSaved(form);
    });
  };
  return (
    <form className={classes.number} onSubmit={submit}>
      <NameText text={child.name} />
      <NameText text={aboutChild(child)} />
      <span>{money.say(child.payable)}</span>
      <TextInput
        type="tel"
        aria-label={todayWords.numberOf(child.name)}
        value={number}
        description={
          proposed &&
          number === '' && (
            <Button
              size="compact-xs"
              variant="subtle"
              className={classes.proposed}
              onClick={() => setNumber(sayNumber(proposed.number))}
            >
              {todayWords.proposedNumber(sayNumber(proposed.number), proposed.name)}
            </Button>
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isEmpty ? fieldMessages.contact : issues.number}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setSaved(undefined);
        }}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={saved === number}>
        {saved === number && saved !== undefined ? todayWords.isDone : todayWords.saveNumber}
      </Button>
    </form>
  );
}

/** Lists the children who have an open bill but no number. Enter saves a number and moves to the next field. */
export function AddNumbers() {
  const query = useInfiniteQuery(numberlessQuery);
  const focusNext = (form: HTMLFormElement): void =>
    form.nextElementSibling?.querySelector<HTMLInputElement>('input')?.focus();
  const children = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Loaded query={{ ...query, data: children }} waiting={<Skeleton height={200} radius="lg" />}>
      {(found) => (
        <section className={classes.box} aria-label={todayWords.numberless}>
          <p className={classes.nothing}>
            {found.length === 0 ? todayWords.noNumberless : todayWords.numbersText}
          </p>
          {found.map((child) => (
            <NumberRow key={child.billID} child={child} onSaved={focusNext} />
          ))}
          {query.hasNextPage && (
            <p className={classes.nothing}>
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {todayWords.more}
              </Button>
            </p>
          )}
        </section>
      )}
    </Loaded>
  );
}
