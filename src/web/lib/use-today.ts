import { useDocumentVisibility, useInterval, useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { dayIn } from '#shared/time/dates.ts';
import { useSession } from './session.ts';

/** Milliseconds within which a page notices a new day. */
const lookEvery = 20_000;

/** The current day in the campus. It changes after midnight, even on a page left open or after the computer slept. */
export function useToday(): string {
  const { timeZone } = useSession();
  const now = (): string => dayIn(timeZone, new Date());
  const [, setToday] = useState(now);
  const look = (): void => setToday(now());
  useInterval(look, lookEvery, { autoInvoke: true });
  useWindowEvent('focus', look);
  // Returning to the page renders it again.
  useDocumentVisibility();
  return now();
}
