import { Button, Popover, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import IconDeviceMobileMessage from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileMessage.mjs';
import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/messages/media.ts';
import type { ReasonCode } from '#shared/messages/reasons.ts';

import { testWords } from '#shared/words/sending.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { inForm, useAction } from '../../lib/use-action.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { sendTest } from './api.ts';
import { whyNotText } from './rules.ts';
import classes from './send-panel.module.css';

const closed: ReasonCode = 'windowClosed';

type Text = { message: string; media: string };

/** Rejects with the reason if the test was not sent. */
async function sendOrReject(number: string, text: Text): Promise<void> {
  if (number.trim() === '') throw new Failure('invalid', fieldMessages.contact);
  const { queued, skipped } = await sendTest(number, text);
  if (queued > 0) return;
  const [why] = skipped;
  const reason = why?.reasonCode === closed ? testWords.writeFirst : why?.reason;
  throw new Failure('invalid', reason ?? toasts.errors.contacts);
}

function TestForm({ onDone, message, media }: Text & { onDone: () => void }) {
  const { db, userID } = useSession();
  const [number, setNumber] = useLocalStorage({
    key: `qasid.own-number.${db}.${userID}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const { isBusy, problem, runForm, clearError } = useAction({ showError: inForm });
  // A voucher belongs to a family, but the test phone belongs to no family. So the test is sent without the voucher.
  const isPaper = paperIn(media) !== undefined;
  const submit = runForm(async () => {
    await sendOrReject(number, { message, media: isPaper ? '' : media });
    toastDone(toasts.done.messageSent);
    onDone();
  });
  return (
    <form className={classes.test} onSubmit={submit}>
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
          clearError();
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
