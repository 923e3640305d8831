import { Button, Group, Modal, Textarea } from '@mantine/core';
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs';
import { useState } from 'react';
import type { OptOut } from '#shared/calls/chat.ts';
import { dayIn, formatDay } from '#shared/dates.ts';
import { chatWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { toastError } from '../../ui/toast.ts';
import { addOptOut, removeOptOut } from './api.ts';
import classes from './chat-panel.module.css';

const longestNote = 300;

/** Makes a change, and says what went wrong; answers whether it was made. */
function useChange() {
  const [isBusy, setBusy] = useState(false);
  const make = async (change: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    try {
      await change();
      return true;
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, make };
}

type ModalProps = { number: string; isOpen: boolean; onClose: () => void };

/** Asks before a number is sent nothing more, and why. */
export function OptOutModal({ number, isOpen, onClose }: ModalProps) {
  const [note, setNote] = useState('');
  const { isBusy, make } = useChange();
  const optOut = async (): Promise<void> => {
    if (!(await make(() => addOptOut(number, note.trim())))) return;
    setNote('');
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={chatWords.optOut}
      size="sm"
      closeButtonProps={{ 'aria-label': commonWords.close }}
    >
      <p className={classes.question}>
        {number}. {chatWords.optOutText}
      </p>
      <Textarea
        label={chatWords.optOutNote}
        placeholder={chatWords.optOutNoteHint}
        value={note}
        attributes={ownDirection(note)}
        maxLength={longestNote}
        autosize
        minRows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {commonWords.cancel}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void optOut()}>
          {chatWords.optOutConfirm}
        </Button>
      </Group>
    </Modal>
  );
}

type BannerProps = { number: string; optOut: OptOut; mayChange: boolean };

/** The number asked for no messages: since when, why, and the way to write to it again. */
export function OptOutBanner({ number, optOut, mayChange }: BannerProps) {
  const { timeZone } = useSession();
  const { isBusy, make } = useChange();
  const day = formatDay(dayIn(timeZone, new Date(optOut.at)));
  return (
    <div className={classes.banner} role="status">
      <IconMessageOff size={20} stroke={1.6} aria-hidden />
      <div>
        <p dir="auto">{chatWords.optedOut(day, optOut.note)}</p>
        {optOut.by && <small>{chatWords.notedBy(optOut.by)}</small>}
      </div>
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          onClick={() => void make(() => removeOptOut(number))}
        >
          {chatWords.allow}
        </Button>
      )}
    </div>
  );
}
