import { Button, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { inForm, useAction } from '../../lib/use-action.ts';
import { toastDone } from '../../ui/toast.ts';
import { addNumber } from './api.ts';
import classes from './people.module.css';

type Props = { billID: number; name: string; typed: string };

function NumberForm({ billID, name, typed, onDone }: Props & { onDone: () => void }) {
  const [number, setNumber] = useState(typed);
  const { isBusy, problem, runForm, clearError } = useAction({ showError: inForm });
  const submit = runForm(async () => {
    if (number.trim() === '') throw new Failure('invalid', fieldMessages.contact);
    await addNumber(billID, number);
    onDone();
    toastDone(sendWords.numberAdded(name));
  });
  return (
    <form className={classes.number} onSubmit={submit}>
      <TextInput
        label={sendWords.addNumberTo(name)}
        type="tel"
        autoComplete="off"
        data-autofocus
        maxLength={300}
        value={number}
        error={problem}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          clearError();
        }}
      />
      <Button type="submit" loading={isBusy}>
        {sendWords.saveNumber}
      </Button>
    </form>
  );
}

/** A button that opens a small form, in which the user adds or corrects the number of a bill. */
export function AddNumber(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const label = props.typed === '' ? sendWords.addNumber : sendWords.correctNumber;
  return (
    <Popover opened={isOpen} onChange={setOpen} width={280} position="left" shadow="sm" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          c="var(--q-accent)"
          fz="xs"
          aria-label={`${label}: ${props.name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NumberForm {...props} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
