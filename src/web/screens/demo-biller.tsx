import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { demoWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { billerWords } from '#shared/words/settings.ts';
import { demoQuery } from '../features/demo/api.ts';
import { BillerView } from '../features/demo/biller-view.tsx';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './demo-biller.module.css';

/** A fake bank app. Its payments are booked through the same interface as those of real billers. */
export function DemoBiller() {
  const { data: demo } = useQuery(demoQuery);
  const rights = useRights();
  usePageTitle(`${billerWords.title} · ${commonWords.product}`);
  if (demo && !demo.isDemo) return <Empty level={1} title={demoWords.off} text={demoWords.offText} />;
  return (
    <main className={classes.page}>
      <header>
        <h1>{billerWords.title}</h1>
        <p>{billerWords.text}</p>
        <p className={classes.links}>
          <Link to="/demo-phone">{billerWords.back}</Link>
          {rights.admin && (
            <Link to="/settings" search={{ part: 'billers' }}>
              {billerWords.settings}
            </Link>
          )}
        </p>
      </header>
      <BillerView />
    </main>
  );
}
