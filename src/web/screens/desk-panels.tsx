import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Imported } from '#shared/calls/imports.ts';
import { billWords, groupWords, leaveGroup, leaveMember } from '#shared/words/bills.ts';
import { demoWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import { isSameForm, type StoredGroupForm, withOther } from '../features/groups/rules.ts';
import { ClearOutboxButton } from '../features/outbox/clear-button.tsx';
import { lazy } from '../lib/lazy.ts';
import { queryClient } from '../lib/query-client.ts';
import { useRights } from '../lib/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { NoRight } from './no-right.tsx';
import type { PanelName } from './search.ts';
import classes from './send-messages.module.css';
import { useAfterSend } from './use-after-send.ts';
import { useDesk } from './use-desk.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const SendPanel = lazy(() =>
  import('../features/messages/send-panel.tsx').then((m) => ({ default: m.SendPanel })),
);
const GroupPanel = lazy(() =>
  import('../features/groups/group-panel.tsx').then((m) => ({ default: m.GroupPanel })),
);
const FamilySide = lazy(() => import('./family-side.tsx').then((m) => ({ default: m.FamilySide })));
const MemberPanel = lazy(() =>
  import('../features/bills/member-panel.tsx').then((m) => ({ default: m.MemberPanel })),
);
const NewBilling = lazy(() => import('./import-panels.tsx').then((m) => ({ default: m.NewBilling })));
const AddMembers = lazy(() => import('./import-panels.tsx').then((m) => ({ default: m.AddMembers })));
const ImportHistory = lazy(() =>
  import('../features/import/import-history.tsx').then((m) => ({ default: m.ImportHistory })),
);
const Templates = lazy(() => import('./desk-templates.tsx').then((m) => ({ default: m.Templates })));

function Send({ groups }: { groups: GroupSummary[] }) {
  const { search, moves } = useDesk();
  const note = <DemoNote link={<Link to="/demo-phone">{demoWords.title}</Link>} />;
  return (
    <SendPanel
      groups={groups}
      opened={groups.find(({ id }) => id === search.billing)?.id}
      to={search.to}
      onBegun={moves.begin}
      onTemplates={moves.openTemplates}
      toClasses={
        <Link to="/students" search={{ panel: 'send' }}>
          {sendWords.toClasses}
        </Link>
      }
      onClose={moves.closePanel}
      clearOutbox={<ClearOutboxButton isInHead />}
      note={note}
      onQueued={useAfterSend()}
    />
  );
}

function EditBilling({ group }: { group: GroupSummary }) {
  const { moves } = useDesk();
  // The state when the panel was opened. A colleague's later change is not this user's unsaved work, and saving must
  // not overwrite it unseen.
  const [opened, setOpened] = useState(group);
  const [form, setForm] = useState<StoredGroupForm>(group);
  useLeaveGuard(form.avatar !== opened.avatar || !isSameForm(form, opened), leaveGroup);
  const change = (part: Partial<StoredGroupForm>): void => setForm((before) => ({ ...before, ...part }));
  const onStale = async (): Promise<void> => {
    const groups = await queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 });
    const other = groups.find(({ id }) => id === group.id);
    if (!other) return;
    setForm((typed) => withOther(typed, opened, other));
    setOpened(other);
  };
  return (
    <GroupPanel
      group={opened}
      form={form}
      onForm={change}
      avatar={form.avatar}
      onAvatar={(avatar) => change({ avatar })}
      onStale={onStale}
      onClose={moves.closePanel}
      onSaved={moves.leaveRemoved}
      onRemoved={moves.leaveBilling}
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
  // Undoing the only import of a billing removes the billing. If it is open, leave it first. Otherwise the desk would
  // try to load the bills of a billing that no longer exists.
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

function Family() {
  const { search, moves } = useDesk();
  const { member, chat, student, tab = 'family' } = search;
  const who =
    member !== undefined
      ? { billID: member, number: chat }
      : student !== undefined
        ? { studentID: student }
        : { number: chat ?? '' };
  return <FamilySide who={who} tab={tab} onTab={moves.showTab} onClose={moves.closePanel} />;
}

function EditMember(ids: { groupID: number; memberID: number }) {
  const { search, moves } = useDesk();
  const [isTouched, setTouched] = useState(false);
  useLeaveGuard(isTouched, leaveMember);
  return (
    <MemberPanel
      {...ids}
      onTouched={setTouched}
      onSaved={moves.leaveMember}
      onRemoved={moves.leaveRemoved}
      onBack={search.from === 'family' ? moves.stepBack : undefined}
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
  if (panel === 'family') return <Family />;
  if (!group)
    return (
      <ErrorAlert
        isInset
        message={groupWords.gone}
        tryAgain={commonWords.close}
        onTryAgain={moves.closePanel}
      />
    );
  if (panel === 'edit-billing') return <EditBilling key={group.id} group={group} />;
  if (panel === 'member') {
    return <EditMember key={member} groupID={group.id} memberID={member ?? 0} />;
  }
  return <AddMembers key={group.id} group={group} />;
}

/** The open panel. The code of each panel is loaded when the panel is first opened. */
export function DeskPanels({ panel }: { panel: PanelName }) {
  const { data } = useQuery(groupsQuery);
  const waiting = (
    <div className={classes.loading} role="status" aria-label={commonWords.loading}>
      <Skeleton height={24} width={160} mb="lg" />
      <Skeleton height={160} />
    </div>
  );
  return (
    <div className={classes.side}>
      <ErrorBoundary
        key={panel}
        fallback={(_, retry) => (
          <ErrorAlert
            isInset
            message={commonWords.crashed}
            tryAgain={commonWords.tryAgain}
            onTryAgain={retry}
          />
        )}
      >
        <Suspense fallback={waiting}>{data ? <Chosen panel={panel} groups={data} /> : waiting}</Suspense>
      </ErrorBoundary>
    </div>
  );
}
