import { Button, Popover, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import IconDeviceMobileMessage from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileMessage.mjs';
import { useState } from 'react';
import { paperIn } from '#shared/messages/media.ts';
import type { ReasonCode } from '#shared/messages/reasons.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { testWords } from '#shared/words/sending.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { sendTest } from './api.ts';
import { whyNotText } from './rules.ts';
import classes from './send-panel.module.css';

const closed: ReasonCode = 'windowClosed';

type Text = { message: string; media: string };

/** Returns the reason why the test was not sent, or undefined. */
async function trySending(number: string, text: Text): Promise<string | undefined> {
  if (number.trim() === '') return fieldMessages.contact;
  try {
    const { queued, skipped } = await sendTest(number, text);
    if (queued > 0) return undefined;
    const [why] = skipped;
    return why?.reasonCode === closed ? testWords.writeFirst : (why?.reason ?? toasts.errors.contacts);
  } catch (error) {
    return sentenceOf(error);
  }
}

function TestForm({ onDone, message, media }: Text & { onDone: () => void }) {
  const { db, userID } = useSession();
  const [number, setNumber] = useLocalStorage({
    key: `qasid.own-number.${db}.${userID}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // A voucher belongs to a family, but the test phone belongs to no family. So the test is sent without the voucher.
  const isPaper = paperIn(media) !== undefined;
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const reason = await trySending(number, { message, media: isPaper ? '' : media });
    setBusy(false);
    setProblem(reason);
    if (reason !== undefined) return;
    toastDone(toasts.done.messageSent);
    onDone();
  };
  return (
    <form
      className={classes.test}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={testWords.number}
        description={isPaper ? testWords.withoutPaper : testWords.text}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="tel"
        autoComplete="tel"
        data-autofocus
        value={number}
        error={problem}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" loading={isBusy}>
        {testWords.send}
      </Button>
    </form>
  );
}

/** A button that sends the shown text to the user's own phone as a test. */
export function TestButton(text: Text) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    const reason = whyNotText(text.message);
    if (reason === undefined) setOpen(!isOpen);
    else toastError(toasts.errorTitle, reason);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} position="top-start" shadow="sm" trapFocus>
      <Popover.Target>
        <Button variant="default" h={40} flex="none" px={12} aria-label={testWords.send} onClick={open}>
          <IconDeviceMobileMessage size={18} stroke={1.6} aria-hidden />
          <span className={classes.testWord}>{testWords.send}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <TestForm {...text} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
