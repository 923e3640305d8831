import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { Words } from './name-text.tsx';
import { WithUndo } from './with-undo.tsx';

/** On a phone a third toast would cover the content. */
const maxShown = (): number => (window.matchMedia('(max-width: 700px)').matches ? 2 : 3);
let shown: { id: string; text: string | null; isError: boolean }[] = [];

function hide(id: string): void {
  shown = shown.filter((toast) => toast.id !== id);
  notifications.hide(id);
}

type Toast = NotificationData & { id: string; text: string | null; isError?: boolean };

/**
 * Shows a toast. If there are too many toasts, the oldest are removed, because a toast in a queue would be shown too
 * late. A toast with the same text is removed too. So is every error, because the person has acted since.
 */
function show({ text, isError = false, ...toast }: Toast): void {
  for (const one of shown) if (one.isError || (text !== null && one.text === text)) hide(one.id);
  for (const { id } of shown.slice(0, Math.max(0, shown.length - maxShown() + 1))) hide(id);
  const onClose = ({ id }: NotificationData): void => {
    shown = shown.filter((one) => one.id !== id);
  };
  notifications.show({ withBorder: true, onClose, ...toast });
  shown.push({ id: toast.id, text, isError });
}

/** `label` is the text of the button, and `act` undoes the action. */
export type Undo = { label: string; act: () => void };

/** Reports a success. It disappears by itself, and later if it has an undo button. */
export function toastDone(message: string, undo?: Undo | undefined): void {
  const id = randomId();
  const color = 'teal';
  if (undo) {
    const onUndo = (): void => {
      hide(id);
      undo.act();
    };
    const line = createElement(WithUndo, { text: message, label: undo.label, onUndo });
    // Two toasts with the same text undo different actions, so neither replaces the other.
    show({ id, text: null, message: line, color, autoClose: 10_000 });
  } else show({ id, text: message, message: createElement(Words, { text: message }), color });
}

/** Reports an error and stays long enough to be read. */
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

/** Shows running work until `end` is called. Closing it cancels the work. */
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
