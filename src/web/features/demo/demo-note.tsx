import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { demoWords } from '#shared/words/chats.ts';
import { demoQuery } from './api.ts';
import classes from './demo.module.css';

/**
 * A note on every page that sends messages: the demo phone is in use, so no message leaves the computer. Once WhatsApp
 * is connected, the note is not shown.
 */
export function DemoNote({ link }: { link?: ReactNode }) {
  const { data } = useQuery(demoQuery);
  if (!data?.isDemo) return null;
  return (
    <p className={classes.note} data-testid="demo-note">
      {demoWords.label} {link}
    </p>
  );
}
