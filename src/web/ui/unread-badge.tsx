import classes from './unread-badge.module.css';

/** There is room for two digits. */
const maxShown = 99;

type Props = {
  count: number;
  /** For example: 2 new messages. */
  say: (count: number) => string;
  className?: string | undefined;
};

/** The number of unread messages. Nothing is shown if there are none. */
export function UnreadBadge({ count, say, className }: Props) {
  if (count === 0) return null;
  return (
    <span
      className={[classes.badge, className].filter(Boolean).join(' ')}
      role="img"
      aria-label={say(count)}
      title={say(count)}
    >
      {count > maxShown ? `${maxShown}+` : count}
    </span>
  );
}
