import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Message } from '#shared/calls/outbox.ts';
import { commonWords, groupWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { ExportButton } from '../features/exports/export-button.tsx';
import type { OutboxWanted } from '../features/outbox/api.ts';
import { OutboxList } from '../features/outbox/outbox-list.tsx';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const route = getRouteApi('/desk/outbox');

export function Outbox() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const rights = useRights();
  usePageTitle(`${outboxWords.title} · ${commonWords.product}`);
  if (!rights.outbox) return <Empty level={1} title={outboxWords.noRight} />;

  const wanted = { status: search.status ?? 'all', search: search.q ?? '', run: search.run };
  const want = (change: Partial<OutboxWanted>): void => {
    const next = { ...wanted, ...change };
    const status = next.status === 'all' ? undefined : next.status;
    void navigate({
      search: { status, q: next.search, run: next.run },
      replace: change.search !== undefined,
    });
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
  return (
    <main>
      <OutboxList
        wanted={wanted}
        onWant={want}
        onChat={chat}
        prompt={prompt}
        exportButton={<ExportButton title={outboxWords.title} wanted={{ kind: 'outbox', ...wanted }} />}
      />
    </main>
  );
}
