import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CollectedDay } from '#shared/calls/today.ts';
import { formatShort } from '#shared/money/money.ts';
import { weekdayOf } from '#shared/time/dates.ts';
import { todayWords } from '#shared/words/screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './today.module.css';

/** The height of the highest bar in pixels. */
const height = 64;

/** Shows the collected amount of each day as a bar that links to the payments of the day. */
export function CollectedWeek({ days, today }: { days: readonly CollectedDay[]; today: string }) {
  const { say } = useMoney();
  const most = Math.max(...days.map(({ amount }) => amount), 1);
  return (
    <ul className={classes.week}>
      {days.map(({ day, payments, amount }) => (
        <li key={day} data-today={day === today || undefined}>
          <Link
            to="/reports"
            search={{ report: 'day-book', from: day, to: day }}
            title={todayWords.collectedOn(day, say(amount), payments)}
          >
            <VisuallyHidden>{todayWords.collectedOn(day, say(amount), payments)}</VisuallyHidden>
            <span aria-hidden>{amount !== 0 && formatShort(amount)}</span>
            <span
              className={classes.amount}
              style={{ height: Math.round((Math.max(amount, 0) / most) * height) }}
            />
            <span aria-hidden>{todayWords.weekdays[weekdayOf(day)]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
