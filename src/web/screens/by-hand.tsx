import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { maySend } from '#shared/people/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { ByHand } from '../features/by-hand/by-hand.tsx';
import { senderQuery } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './by-hand.module.css';

const route = getRouteApi('/desk/by-hand');

/** The waiting messages, which the clerk sends by hand. */
export function SendByHand() {
  const { run } = route.useSearch();
  const rights = useRights();
  const { data: sender } = useQuery(senderQuery);
  usePageTitle(`${byHandWords.title} · ${commonWords.product}`);
  if (!maySend(rights)) return <Empty level={1} title={byHandWords.mayNot} />;
  const isByHand = sender?.provider === 'assisted';
  const onward = (
    <>
      <Button renderRoot={(props) => <Link to="/send-messages" search={{ panel: 'send' }} {...props} />}>
        {byHandWords.write}
      </Button>
      {rights.outbox && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/outbox" search={run ? { run } : {}} {...props} />}
        >
          {byHandWords.toOutbox}
        </Button>
      )}
    </>
  );
  return (
    <main className={classes.page}>
      <header>
        <h1>{byHandWords.title}</h1>
        {sender && (
          <p>{isByHand ? byHandWords.about : `${byHandWords.notByHand} ${byHandWords.notByHandText}`}</p>
        )}
      </header>
      <ByHand broadcast={run} onward={onward} />
    </main>
  );
}
