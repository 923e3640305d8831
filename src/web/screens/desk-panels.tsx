import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { SheetResult } from '#shared/sheets/sheet-result.ts';
import { billWords, commonWords, groupWords } from '#shared/words/screen.ts';
import { demoWords, sendWords } from '#shared/words/sending.ts';
import { billQuery } from '../features/bills/api.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import { ClearOutboxButton } from '../features/outbox/clear-button.tsx';
import { useRights } from '../lib/session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Trouble } from '../ui/trouble.tsx';
import type { PanelName } from './search.ts';
import classes from './send-messages.module.css';
import { useDesk } from './use-desk.ts';

const SendPanel = lazy(() =>
  import('../features/messages/send-panel.tsx').then((m) => ({ default: m.SendPanel })),
);
const GroupPanel = lazy(() =>
  import('../features/groups/group-panel.tsx').then((m) => ({ default: m.GroupPanel })),
);
const MemberPanel = lazy(() =>
  import('../features/bills/member-panel.tsx').then((m) => ({ default: m.MemberPanel })),
);
const AddMembersPanel = lazy(() =>
  import('../features/bills/add-members-panel.tsx').then((m) => ({ default: m.AddMembersPanel })),
);
const ChatPanel = lazy(() =>
  import('../features/chat/chat-panel.tsx').then((m) => ({ default: m.ChatPanel })),
);
const SheetField = lazy(() =>
  import('../features/import/sheet-field.tsx').then((m) => ({ default: m.SheetField })),
);

/** The import field and what it has read; features do not know each other, so the screen brings them together. */
function useSheet(label: string) {
  const [sheet, setSheet] = useState<SheetResult | null>(null);
  return {
    contacts: sheet?.bills ?? [],
    sheetField: <SheetField label={label} value={sheet} onChange={setSheet} />,
  };
}

function Send({ groups }: { groups: GroupSummary[] }) {
  const { search, moves } = useDesk();
  const rights = useRights();
  const note = <DemoNote link={<Link to="/demo-phone">{demoWords.title}</Link>} />;
  const linkToRun = (run: number): ReactNode =>
    rights.outbox && (
      <Link to="/outbox" search={{ run }}>
        {sendWords.seeRun}
      </Link>
    );
  return (
    <SendPanel
      groups={groups}
      to={search.to}
      onClose={moves.closePanel}
      clearOutbox={<ClearOutboxButton />}
      note={note}
      linkToRun={linkToRun}
    />
  );
}

function Billing({ group }: { group: GroupSummary | undefined }) {
  const { moves } = useDesk();
  const sheet = useSheet(groupWords.importExcel);
  const saved = (id: number): void => (group ? moves.closePanel() : moves.openBilling(id));
  return (
    <GroupPanel
      group={group}
      onClose={moves.closePanel}
      onSaved={saved}
      onRemoved={moves.backToBillings}
      {...sheet}
    />
  );
}

function AddMembers({ group }: { group: GroupSummary }) {
  const { moves } = useDesk();
  const sheet = useSheet(billWords.uploadFile);
  return <AddMembersPanel groupID={group.id} groupName={group.name} onClose={moves.closePanel} {...sheet} />;
}

function Chat({ number, groupID, memberID }: { number: string; groupID?: number; memberID?: number }) {
  const { moves } = useDesk();
  const { data } = useQuery({
    ...billQuery(groupID ?? 0, memberID ?? 0),
    enabled: groupID !== undefined && memberID !== undefined,
  });
  return (
    <ChatPanel
      key={number}
      number={number}
      name={data?.name ?? ''}
      billID={memberID}
      onClose={moves.closePanel}
    />
  );
}

function Chosen({ panel, groups }: { panel: PanelName; groups: GroupSummary[] }) {
  const { search, moves } = useDesk();
  const { billing, member } = search;
  const group = groups.find(({ id }) => id === billing);
  if (panel === 'send') return <Send groups={groups} />;
  if (panel === 'new-billing') return <Billing key="new" group={undefined} />;
  if (panel === 'chat') {
    const ids = { ...(billing ? { groupID: billing } : {}), ...(member ? { memberID: member } : {}) };
    return <Chat number={search.chat ?? ''} {...ids} />;
  }
  if (!group)
    return (
      <Trouble isInset message={groupWords.gone} tryAgain={commonWords.close} onTryAgain={moves.closePanel} />
    );
  if (panel === 'edit-billing') return <Billing key={group.id} group={group} />;
  if (panel === 'member') {
    return <MemberPanel key={member} groupID={group.id} memberID={member ?? 0} onClose={moves.closePanel} />;
  }
  return <AddMembers key={group.id} group={group} />;
}

/** The one panel that is open, loaded when it is first opened. */
export function DeskPanels({ panel }: { panel: PanelName }) {
  const { data } = useQuery(groupsQuery);
  const waiting = (
    <div className={classes.loading} role="status" aria-label={commonWords.loading}>
      <Skeleton height={24} width={160} mb="lg" />
      <Skeleton height={160} />
    </div>
  );
  return (
    <aside className={classes.side}>
      <ErrorBoundary
        key={panel}
        fallback={(_, retry) => (
          <Trouble isInset message={commonWords.crashed} tryAgain={commonWords.tryAgain} onTryAgain={retry} />
        )}
      >
        <Suspense fallback={waiting}>{data ? <Chosen panel={panel} groups={data} /> : waiting}</Suspense>
      </ErrorBoundary>
    </aside>
  );
}
