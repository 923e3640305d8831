import { useQuery } from '@tanstack/react-query';
import { demoWords } from '#shared/words/chats.ts';
import { senderQuery } from '../../lib/sender.ts';
import classes from './test-sender.module.css';

/** Warns on every page that messages are sent to a test server, not to WhatsApp. */
export function TestSenderNote() {
  const { data } = useQuery(senderQuery);
  if (!data?.testHost) return null;
  return (
    <p className={classes.note} role="status" data-testid="test-sender">
      {demoWords.testSender(data.testHost)}
    </p>
  );
}
