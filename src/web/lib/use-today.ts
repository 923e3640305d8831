import { useDocumentVisibility, useInterval, useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { dayIn } from '#shared/dates.ts';
import { useSession } from './session.ts';

/** Milliseconds after which a page notices at the latest that it is another day. */
const lookEvery = 20_000;

/** The day in the campus: another one after midnight, also on a page that is left open, or a computer that slept. */
export function useToday(): string {
  const { timeZone } = useSession();
  const now = (): string => dayIn(timeZone, new Date());
  const [, setToday] = useState(now);
  const look = (): void => setToday(now());
  useInterval(look, lookEvery, { autoInvoke: true });
  useWindowEvent('focus', look);
  // Whoever comes back to the page draws it anew.
  useDocumentVisibility();
  return now();
}
