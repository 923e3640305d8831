import { notifications } from '@mantine/notifications';

/** What was done; spoken politely, gone by itself. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
}

/** What went wrong; stays long enough to be read. */
export function toastError(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', withBorder: true, autoClose: 8000, role: 'alert' });
}
