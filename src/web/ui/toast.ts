import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { Words } from './name-text.tsx';
import { WithUndo } from './with-undo.tsx';

/** On a phone a third would lie over what one works in. */
const mostShown = (): number => (window.matchMedia('(max-width: 700px)').matches ? 2 : 3);
let shown: { id: string; text: string | null; isError: boolean }[] = [];

function hide(id: string): void {
  shown = shown.filter((toast) => toast.id !== id);
  notifications.hide(id);
}

type Toast = NotificationData & { id: string; text: string | null; isError?: boolean };

/**
 * The oldest makes room, and so does one that says the same: a toast that waits its turn comes too late. What went wrong
 * makes room for whatever comes next: by then it was mended, or tried once more.
 */
function show({ text, isError = false, ...toast }: Toast): void {
  for (const one of shown) if (one.isError || (text !== null && one.text === text)) hide(one.id);
  for (const { id } of shown.slice(0, Math.max(0, shown.length - mostShown() + 1))) hide(id);
  const onClose = ({ id }: NotificationData): void => {
    shown = shown.filter((one) => one.id !== id);
  };
  notifications.show({ withBorder: true, onClose, ...toast });
  shown.push({ id: toast.id, text, isError });
}

/** `label` is what the button says, `act` takes back what was done. */
export type Undo = { label: string; act: () => void };

/** What was done; gone by itself, with a way to take it back a little later. */
export function toastDone(message: string, undo?: Undo | undefined): void {
  const id = randomId();
  const color = 'teal';
  if (undo) {
    const onUndo = (): void => {
      hide(id);
      undo.act();
    };
    const line = createElement(WithUndo, { text: message, label: undo.label, onUndo });
    // Another that says the same takes back something else, so that it does not make room.
    show({ id, text: null, message: line, color, autoClose: 10_000 });
  } else show({ id, text: message, message: createElement(Words, { text: message }), color });
}

/** What went wrong; stays long enough to be read. */
export const toastError = (title: string, message: string): void =>
  show({
    id: randomId(),
    text: message,
    isError: true,
    title,
    message: createElement(Words, { text: message }),
    color: 'red',
    autoClose: 8000,
    role: 'alert',
  });

/** What is being done, until `end`; closing it gives it up. */
export function toastWorking(message: string, cancelLabel: string, onCancel: () => void) {
  const closeButtonProps = { 'aria-label': cancelLabel };
  let isOver = false;
  const onClose = (): void => {
    if (!isOver) onCancel();
  };
  const around = {
    loading: true,
    autoClose: false,
    withBorder: true,
    role: 'status',
    closeButtonProps,
    onClose,
  };
  const id = notifications.show({ ...around, message });
  return {
    say: (next: string): void => void notifications.update({ ...around, id, message: next }),
    end: (): void => {
      isOver = true;
      notifications.hide(id);
    },
  };
}
