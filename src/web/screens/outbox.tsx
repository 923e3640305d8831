import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Message } from '#shared/calls/outbox.ts';
import { maySend } from '#shared/rights.ts';
import { byHandWords } from '#shared/words/by-hand.ts';
import { commonWords, groupWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { ExportButton } from '../features/exports/export-button.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import type { OutboxWanted } from '../features/outbox/api.ts';
import { OutboxList } from '../features/outbox/outbox-list.tsx';
import { useByHand } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const route = getRouteApi('/desk/outbox');

export function Outbox() {
  const { status = 'all', q = '', run, billing, message } = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const rights = useRights();
  const isByHand = useByHand();
  const { data: groups } = useQuery({ ...groupsQuery, enabled: rights.outbox });
  usePageTitle(`${outboxWords.title} · ${commonWords.product}`);
  if (!rights.outbox) return <Empty level={1} title={outboxWords.noRight} />;

  const wanted: OutboxWanted = { status, search: q, run, billing };
  const want = (change: Partial<OutboxWanted>): void => {
    const { status, search, ...next } = { ...wanted, ...change };
    const filter = status === 'all' ? undefined : status;
    // What is typed letter by letter is one step back, not many.
    const replace = change.search !== undefined && Object.keys(change).length === 1;
    void navigate({ search: { ...next, status: filter, q: search }, replace });
  };
  const chat = ({ number, groupID, billID }: Message): void => {
    const place = groupID && billID ? { billing: groupID, member: billID } : {};
    void goTo({ to: '/send-messages', search: { ...place, panel: 'chat', chat: number } });
  };
  const prompt = (
    <Button renderRoot={(props) => <Link to="/send-messages" search={{ panel: 'send' }} {...props} />}>
      {groupWords.promptTitle}
    </Button>
  );
  const wayToSend = (run: number) => (
    <Button size="xs" fz="inherit" renderRoot={(props) => <Link to="/by-hand" search={{ run }} {...props} />}>
      {byHandWords.start}
    </Button>
  );
  return (
    <main>
      <OutboxList
        wanted={wanted}
        billings={groups}
        onWant={want}
        opened={message}
        onOpen={(id) => void navigate({ search: (before) => ({ ...before, message: id }) })}
        onChat={chat}
        prompt={prompt}
        wayToSend={isByHand && maySend(rights) ? wayToSend : undefined}
        exportButton={<ExportButton title={outboxWords.title} wanted={{ kind: 'outbox', ...wanted }} />}
      />
    </main>
  );
}
