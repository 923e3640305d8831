import { chatWords } from '#shared/words/chats.ts';
import classes from './unread-badge.module.css';

/** There is room for two digits. */
const most = 99;

/** How many messages nobody has looked at; nothing where there are none. */
export function UnreadBadge({ count, className }: { count: number; className?: string | undefined }) {
  if (count === 0) return null;
  return (
    <span
      className={[classes.badge, className].filter(Boolean).join(' ')}
      role="img"
      aria-label={chatWords.unread(count)}
      title={chatWords.unread(count)}
    >
      {count > most ? `${most}+` : count}
    </span>
  );
}
