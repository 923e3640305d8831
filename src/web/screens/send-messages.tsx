import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maySeeSidebar, maySend } from '#shared/people/rights.ts';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { historyWords } from '#shared/words/import-screen.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { MemberList } from '../features/bills/member-list.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import { GroupList } from '../features/groups/group-list.tsx';
import { pendingQuery } from '../features/outbox/api.ts';
import { useRights } from '../lib/session.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { prefetchBilling, prefetchChatOfBill } from './ahead.ts';
import { BillingView } from './billing-view.tsx';
import { DeskPanels } from './desk-panels.tsx';
import classes from './send-messages.module.css';
import { Today } from './today.tsx';
import { useBillsView } from './use-bills-view.ts';
import { useDesk } from './use-desk.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** The link to the waiting messages. It shows how many messages wait. */
function OutboxIcon() {
  const { data } = useQuery(pendingQuery);
  const pending = data?.pending ?? 0;
  const title = pending > 0 ? outboxWords.waiting(pending) : groupWords.openOutbox;
  return (
    <ActionIcon
      className={classes.outbox}
      renderRoot={(props) => <Link to="/outbox" {...props} />}
      title={title}
    >
      <VisuallyHidden>{groupWords.openOutbox}</VisuallyHidden>
      <IconInbox size={20} stroke={1.6} aria-hidden />
      {pending > 0 && (
        <b className={classes.waiting} data-testid="pending-badge" aria-hidden>
          {pending.toLocaleString('en-US')}
        </b>
      )}
    </ActionIcon>
  );
}

function Billings() {
  const { search, moves } = useDesk();
  const rights = useRights();
  const icons = (
    <>
      {maySend(rights) && (
        <ActionIcon
          aria-label={groupWords.newMessage}
          title={groupWords.newMessage}
          onClick={() => moves.openPanel('send')}
        >
          <IconEdit size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label={historyWords.title}
        title={historyWords.title}
        onClick={() => moves.openPanel('imports')}
      >
        <IconHistory size={20} stroke={1.6} />
      </ActionIcon>
      {rights.outbox && <OutboxIcon />}
    </>
  );
  return (
    <GroupList
      find={search.find ?? ''}
      onFind={moves.find}
      onOpen={moves.openBilling}
      onAhead={prefetchBilling}
      onUpload={() => moves.openPanel('new-billing')}
      onMessage={moves.writeTo}
      icons={icons}
    />
  );
}

function Members({ groupID }: { groupID: number }) {
  const { search, moves } = useDesk();
  const { filters } = useBillsView();
  return (
    <MemberList
      key={groupID}
      wanted={filters}
      chat={search.tab === 'chat' ? search.chat : undefined}
      opened={search.panel === 'family' || search.panel === 'member' ? search.member : undefined}
      onFind={moves.searchBills}
      onBack={() => (search.view === 'members' ? moves.showMembers(false) : moves.backToBillings())}
      onUpload={() => moves.openPanel('add-members')}
      onChat={moves.openChat}
      onAhead={prefetchChatOfBill}
    />
  );
}

/**
 * Whether the member list of an opened billing is rendered. A phone shows either the list or the bills, so there the
 * list is rendered when it is first opened. Afterwards it stays rendered, so that its state is kept.
 */
function useList({ billing, view }: ReturnType<typeof useDesk>['search']): boolean {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const [wasShown, setShown] = useState(false);
  const isShown = !isPhone || billing === undefined || view !== undefined;
  if (isShown && billing !== undefined && !wasShown) setShown(true);
  return isShown || wasShown;
}

/** The main screen: billings at the left, bills in the middle, one panel at the right. */
export function SendMessages() {
  const { search, moves } = useDesk();
  const rights = useRights();
  const { billing, panel, view } = search;
  usePageTitle(`${groupWords.title} · ${commonWords.product}`);
  useEscape(panel !== undefined, moves.stepBack);
  useReturnFocus(panel !== undefined);
  const hasSidebar = maySeeSidebar(rights);
  const isListDrawn = useList(search);
  const { isListFolded } = useBillsView();
  const { data: groups } = useQuery(groupsQuery);
  // A billing that does not exist has no members to load.
  const isGone = billing !== undefined && groups !== undefined && !groups.some(({ id }) => id === billing);
  const hasMembers = billing !== undefined && !isGone;
  return (
    <main
      className={classes.desk}
      data-sidebar={hasSidebar || undefined}
      data-billing={billing !== undefined || undefined}
      data-view={view}
      data-folded={(hasMembers && isListFolded) || undefined}
      data-panel={panel}
    >
      {/* Screen readers need the heading, even if a panel covers the screen on a phone. */}
      <VisuallyHidden component="h1">{groupWords.screen}</VisuallyHidden>
      {hasSidebar && (
        <section className={classes.list} aria-label={hasMembers ? billWords.listTitle : groupWords.title}>
          {!hasMembers && <Billings />}
          {hasMembers && isListDrawn && <Members groupID={billing} />}
        </section>
      )}
      <div className={classes.main} data-testid="desk-main">
        {billing !== undefined && <BillingView key={billing} groupID={billing} />}
        {billing === undefined && hasSidebar && <Today />}
        {/* A user with only the view right has no sidebar, so the list of billings is shown here. */}
        {billing === undefined && !hasSidebar && (
          <div className={classes.alone}>
            <Billings />
          </div>
        )}
      </div>
      {panel && <DeskPanels panel={panel} />}
    </main>
  );
}
