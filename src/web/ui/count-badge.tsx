import classes from './count-badge.module.css';

/** There is room for two digits. */
const maxShown = 99;

type Props = {
  count: number;
  /** For example: 2 chats to answer. */
  say: (count: number) => string;
  className?: string | undefined;
};

/** A number in a coloured circle, with its unit as the tooltip. Nothing is shown for 0. */
export function CountBadge({ count, say, className }: Props) {
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
