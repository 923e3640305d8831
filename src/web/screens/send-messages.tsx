import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maySeeSidebar, maySend } from '#shared/rights.ts';
import { historyWords } from '#shared/words/import-screen.ts';
import { billWords, commonWords, groupWords } from '#shared/words/screen.ts';
import { MemberList } from '../features/bills/member-list.tsx';
import { groupsQuery } from '../features/groups/api.ts';
import { GroupList } from '../features/groups/group-list.tsx';
import { LiveBroadcasts } from '../features/outbox/live-broadcasts.tsx';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { BillingView } from './billing-view.tsx';
import { DeskPanels } from './desk-panels.tsx';
import classes from './send-messages.module.css';
import { useDesk } from './use-desk.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

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
      {rights.outbox && (
        <ActionIcon
          renderRoot={(props) => <Link to="/outbox" {...props} />}
          aria-label={groupWords.openOutbox}
          title={groupWords.openOutbox}
        >
          <IconInbox size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </>
  );
  return (
    <GroupList
      find={search.find ?? ''}
      onFind={moves.find}
      onOpen={moves.openBilling}
      onUpload={() => moves.openPanel('new-billing')}
      onMessage={moves.writeTo}
      icons={icons}
    />
  );
}

function Members({ groupID }: { groupID: number }) {
  const { search, moves } = useDesk();
  const rights = useRights();
  return (
    <MemberList
      key={groupID}
      groupID={groupID}
      chat={search.panel === 'chat' ? search.chat : undefined}
      opened={search.panel === 'bill' || search.panel === 'member' ? search.member : undefined}
      find={search.q ?? ''}
      onFind={moves.searchBills}
      onBack={() => (search.view === 'members' ? moves.showMembers(false) : moves.backToBillings())}
      onUpload={() => moves.openPanel('add-members')}
      onChat={moves.openChat}
      onEdit={rights.edit || rights.delete ? moves.editMember : undefined}
    />
  );
}

/** Nothing is open: what is being sent, and the way to send something. */
function Prompt() {
  const { moves } = useDesk();
  const rights = useRights();
  const { data: groups } = useQuery(groupsQuery);
  return (
    <div className={classes.prompt}>
      <LiveBroadcasts
        billings={groups}
        linkToOutbox={(text) => (rights.outbox ? <Link to="/outbox">{text}</Link> : text)}
      />
      <Empty
        icon={<IconSend size={26} stroke={1.6} aria-hidden />}
        title={groupWords.promptTitle}
        text={groupWords.promptText}
      >
        {maySend(rights) && <Button onClick={() => moves.openPanel('send')}>{groupWords.promptTitle}</Button>}
      </Empty>
    </div>
  );
}

/**
 * Whether the list beside an opened billing is drawn. A phone shows one of the two: a list that nobody has looked at
 * need not be made before the bills are there. Once shown it stays, so that it is found as it was left.
 */
function useList({ billing, view }: ReturnType<typeof useDesk>['search']): boolean {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const [wasShown, setShown] = useState(false);
  const isShown = !isPhone || billing === undefined || view !== undefined;
  if (isShown && billing !== undefined && !wasShown) setShown(true);
  return isShown || wasShown;
}

/** The heart of the product: billings at the left, bills in the middle, one panel at the right. */
export function SendMessages() {
  const { search, moves } = useDesk();
  const rights = useRights();
  const { billing, panel, view } = search;
  usePageTitle(`${groupWords.title} · ${commonWords.product}`);
  useEscape(panel !== undefined, moves.stepBack);
  useReturnFocus(panel !== undefined);
  const hasSidebar = maySeeSidebar(rights);
  const isListDrawn = useList(search);
  const { data: groups } = useQuery(groupsQuery);
  // Of a billing that is gone there are no members to ask for.
  const isGone = billing !== undefined && groups !== undefined && !groups.some(({ id }) => id === billing);
  const hasMembers = billing !== undefined && !isGone;
  return (
    <main
      className={classes.desk}
      data-sidebar={hasSidebar || undefined}
      data-billing={billing !== undefined || undefined}
      data-view={view}
      data-panel={panel}
    >
      {/* Whatever stands in front of it on a phone, the screen has its name. */}
      <VisuallyHidden component="h1">{groupWords.screen}</VisuallyHidden>
      {hasSidebar && (
        <section className={classes.list} aria-label={hasMembers ? billWords.listTitle : groupWords.title}>
          {!hasMembers && <Billings />}
          {hasMembers && isListDrawn && <Members groupID={billing} />}
        </section>
      )}
      <div className={classes.main} data-testid="desk-main">
        {billing !== undefined && <BillingView key={billing} groupID={billing} />}
        {billing === undefined && hasSidebar && <Prompt />}
        {/* Whoever may only look has no sidebar, and must still find the billings. */}
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
