import { Button, Group, Modal, Textarea } from '@mantine/core';
import IconMessageOff from '@tabler/icons-react/dist/esm/icons/IconMessageOff.mjs';
import { useState } from 'react';
import type { OptOut } from '#shared/calls/chat.ts';
import { dayIn, formatDay } from '#shared/time/dates.ts';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { addOptOut, removeOptOut } from './api.ts';
import classes from './chat-panel.module.css';

const longestNote = 300;

type ModalProps = { number: string; isOpen: boolean; onClose: () => void };

type NoteProps = Pick<ModalProps, 'isOpen' | 'onClose'> & {
  title: string;
  text: string;
  hint: string;
  confirm: string;
  color?: string;
  /** Makes the change, with the note that the user typed. */
  act: (note: string) => Promise<unknown>;
};

/** Asks for confirmation and a note before a number is opted out or allowed again. */
function NoteModal({ isOpen, onClose, title, text, hint, confirm, color, act }: NoteProps) {
  const [note, setNote] = useState('');
  const { isBusy, run } = useAction();
  const submit = (): void =>
    void run(async () => {
      await act(note.trim());
      setNote('');
      onClose();
    });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size="sm">
      <p className={classes.question}>{text}</p>
      <Textarea
        label={chatWords.optOutNote}
        placeholder={hint}
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
        <Button color={color} loading={isBusy} onClick={submit}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}

export function OptOutModal({ number, isOpen, onClose }: ModalProps) {
  const sayNumber = useSayNumber();
  return (
    <NoteModal
      {...{ isOpen, onClose }}
      title={chatWords.optOut}
      text={`${sayNumber(number)}. ${chatWords.optOutText}`}
      hint={chatWords.optOutNoteHint}
      confirm={chatWords.optOutConfirm}
      color="red"
      act={(note) => addOptOut(number, note)}
    />
  );
}

function AllowModal({ number, isOpen, onClose }: ModalProps) {
  const sayNumber = useSayNumber();
  return (
    <NoteModal
      {...{ isOpen, onClose }}
      title={chatWords.allow}
      text={`${sayNumber(number)}. ${chatWords.allowText}`}
      hint={chatWords.allowNoteHint}
      confirm={chatWords.allowConfirm}
      act={(note) => removeOptOut(number, note)}
    />
  );
}

type BannerProps = { number: string; optOut: OptOut; mayChange: boolean };

/** Shows the opt-out of the number with its day and note, and a button that allows messages again. */
export function OptOutBanner({ number, optOut, mayChange }: BannerProps) {
  const { timeZone } = useSession();
  const [isOpen, setOpen] = useState(false);
  const day = formatDay(dayIn(timeZone, new Date(optOut.at)));
  return (
    <div className={classes.banner} role="status">
      <IconMessageOff size={20} stroke={1.6} aria-hidden />
      <div>
        <p dir="auto">{chatWords.optedOut(day, optOut.note)}</p>
        <small>{optOut.by ? chatWords.notedBy(optOut.by) : chatWords.byOwnWord}</small>
      </div>
      {mayChange && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {chatWords.allow}
        </Button>
      )}
      <AllowModal number={number} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
