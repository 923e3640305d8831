import { Button, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { toastDone } from '../../ui/toast.ts';
import { addNumber } from './api.ts';
import classes from './people.module.css';

type Props = { billID: number; name: string; typed: string };

function NumberForm({ billID, name, typed, onDone }: Props & { onDone: () => void }) {
  const [number, setNumber] = useState(typed);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (number.trim() === '') return setProblem(fieldMessages.contact);
    setBusy(true);
    try {
      await addNumber(billID, number);
      onDone();
      toastDone(sendWords.numberAdded(name));
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
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
          setProblem(undefined);
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
