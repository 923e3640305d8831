import { notifications } from '@mantine/notifications';
import { commonWords } from '#shared/words/screen.ts';

const frame = { withBorder: true, closeButtonProps: { 'aria-label': commonWords.close } };

/** What was done; spoken politely, gone by itself. */
export function toastDone(message: string): void {
  notifications.show({ ...frame, message, color: 'teal' });
}

/** What went wrong; stays long enough to be read. */
export function toastError(title: string, message: string): void {
  notifications.show({ ...frame, title, message, color: 'red', autoClose: 8000, role: 'alert' });
}
