import { type NotificationData, notifications } from '@mantine/notifications';
import { commonWords } from '#shared/words/screen.ts';

const mostShown = 3;
let shown: { id: string; message: string }[] = [];

function hide(id: string): void {
  shown = shown.filter((toast) => toast.id !== id);
  notifications.hide(id);
}

/** The oldest makes room, and so does one that says the same: a toast that waits its turn comes too late. */
function show(toast: NotificationData & { message: string }): void {
  for (const { id, message } of shown) if (message === toast.message) hide(id);
  for (const { id } of shown.slice(0, Math.max(0, shown.length - mostShown + 1))) hide(id);
  const closeButtonProps = { 'aria-label': commonWords.close };
  const onClose = ({ id }: NotificationData): void => {
    shown = shown.filter((one) => one.id !== id);
  };
  const id = notifications.show({ withBorder: true, closeButtonProps, onClose, ...toast });
  shown.push({ id, message: toast.message });
}

/** What was done; gone by itself. */
export const toastDone = (message: string): void => show({ message, color: 'teal' });

/** What went wrong; stays long enough to be read. */
export const toastError = (title: string, message: string): void =>
  show({ title, message, color: 'red', autoClose: 8000, role: 'alert' });

/** What is being done, until `end`; closing it gives it up. */
export function toastWorking(message: string, onCancel: () => void) {
  const closeButtonProps = { 'aria-label': commonWords.cancel };
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
