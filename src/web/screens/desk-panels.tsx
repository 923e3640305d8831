import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Imported } from '#shared/calls/imports.ts';
import { billWords, commonWords, groupWords } from '#shared/words/screen.ts';
import { demoWords, sendWords } from '#shared/words/sending.ts';
import { billQuery } from '../features/bills/api.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import type { GroupForm } from '../features/groups/rules.ts';
import { ClearOutboxButton } from '../features/outbox/clear-button.tsx';
import { useRights } from '../lib/session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { NoRight } from './no-right.tsx';
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
const NewBilling = lazy(() => import('./import-panels.tsx').then((m) => ({ default: m.NewBilling })));
const AddMembers = lazy(() => import('./import-panels.tsx').then((m) => ({ default: m.AddMembers })));
const ImportHistory = lazy(() =>
  import('../features/import/import-history.tsx').then((m) => ({ default: m.ImportHistory })),
);
const ChatPanel = lazy(() =>
  import('../features/chat/chat-panel.tsx').then((m) => ({ default: m.ChatPanel })),
);
const Templates = lazy(() => import('./desk-templates.tsx').then((m) => ({ default: m.Templates })));

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
      onBegun={moves.begin}
      onTemplates={moves.openTemplates}
      onClose={moves.closePanel}
      clearOutbox={<ClearOutboxButton />}
      note={note}
      linkToRun={linkToRun}
    />
  );
}

function EditBilling({ group }: { group: GroupSummary }) {
  const { moves } = useDesk();
  const [form, setForm] = useState<GroupForm>(group);
  return (
    <GroupPanel
      group={group}
      form={form}
      onForm={setForm}
      onClose={moves.closePanel}
      onSaved={moves.closePanel}
      onRemoved={moves.backToBillings}
    />
  );
}

function Imports({ group }: { group: GroupSummary | undefined }) {
  const { moves } = useDesk();
  const linkToGroup = (id: number, name: string): ReactNode => (
    <Link to="/send-messages" search={{ billing: id }}>
      {name}
    </Link>
  );
  // An opened billing that goes with its only import would ask for its bills again.
  const leave = ({ groupID, added }: Imported): void => {
    if (group && groupID === group.id && added >= group.bills) moves.leaveForImports();
  };
  return (
    <ImportHistory
      kind="bills"
      group={group}
      linkToGroup={linkToGroup}
      onUndo={leave}
      onClose={moves.closePanel}
    />
  );
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
  const rights = useRights();
  const { billing, member } = search;
  const group = groups.find(({ id }) => id === billing);
  if (panel === 'send') return <Send groups={groups} />;
  if (panel === 'new-billing' || panel === 'add-members') {
    const title = panel === 'new-billing' ? groupWords.panel : billWords.addPanel;
    if (!rights.add) return <NoRight title={title} onClose={moves.closePanel} />;
  }
  if (panel === 'templates') return <Templates groups={groups} />;
  if (panel === 'new-billing') return <NewBilling />;
  if (panel === 'imports') return <Imports group={group} />;
  if (panel === 'chat') {
    const ids = { ...(billing ? { groupID: billing } : {}), ...(member ? { memberID: member } : {}) };
    return <Chat number={search.chat ?? ''} {...ids} />;
  }
  if (!group)
    return (
      <Trouble isInset message={groupWords.gone} tryAgain={commonWords.close} onTryAgain={moves.closePanel} />
    );
  if (panel === 'edit-billing') return <EditBilling key={group.id} group={group} />;
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
