import { Link } from '@tanstack/react-router';
import { commonWords } from '#shared/words/screen.ts';
import { Empty } from '../ui/empty.tsx';
import classes from './not-found.module.css';

export function NotFound() {
  return (
    <main className={classes.page}>
      <Empty level={1} title={commonWords.notFound} text={commonWords.notFoundText}>
        <Link to="/send-messages">{commonWords.toBillings}</Link>
      </Empty>
    </main>
  );
}
