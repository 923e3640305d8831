import { ActionIcon, Button, Menu } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { Link, useRouter } from '@tanstack/react-router';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { maySeeSidebar } from '#shared/people/rights.ts';
import { billWords, exportWords, groupWords } from '#shared/words/bills.ts';
import { historyWords } from '#shared/words/import-screen.ts';
import { voucherWords } from '#shared/words/papers.ts';
import { noRecords, toasts } from '#shared/words/toasts.ts';
import { billIDsQuery } from '../features/bills/api.ts';
import { useExport } from '../features/exports/use-export.ts';
import { askAndRemoveGroup } from '../features/groups/remove-group.ts';
import { whoFilters } from '../features/messages/rules.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { useAction } from '../lib/use-action.ts';
import { Face } from '../ui/face.tsx';
import { NameText } from '../ui/name-text.tsx';
import { toastError } from '../ui/toast.ts';
import classes from './billing-header.module.css';
import { useBillsView } from './use-bills-view.ts';
import { useDesk } from './use-desk.ts';

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

type Props = {
  group: GroupSummary;
  /** Undefined if the user may do nothing with selected bills. */
  onChoose: (() => void) | undefined;
  onVouchers: () => void;
};

function MoreMenu({ group, onChoose, onVouchers }: Props) {
  const { search, moves } = useDesk();
  const { rights } = useSession();
  const exports = useExport();
  const { view, filters } = useBillsView();
  const startExport = (kind: 'bills' | 'report'): void => exports.start(group.name, { kind, ...filters });
  const isPhone = useMediaQuery('(max-width: 700px)');
  const otherView = view === 'cards' ? 'table' : 'cards';
  const { status, q, class: classID, section } = search;
  const printed = { billing: group.id, status, q, class: classID, section, sort: filters.sort };
  const router = useRouter();
  // The browser would print the cards that are in sight.
  useHotkeys([
    ['mod+P', () => window.open(router.buildLocation({ to: '/print', search: printed }).href, '_blank')],
  ]);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={groupWords.more} loading={exports.isBusy}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rights.add && (
          <Menu.Item onClick={() => moves.openPanel('add-members')}>{groupWords.addMembers}</Menu.Item>
        )}
        {rights.edit && (
          <Menu.Item onClick={() => moves.openPanel('edit-billing')}>{groupWords.edit}</Menu.Item>
        )}
        {onChoose && <Menu.Item onClick={onChoose}>{groupWords.choose}</Menu.Item>}
        {/* A wide screen has a button for this instead. */}
        {isPhone && (
          <Menu.Item onClick={() => moves.showBillsAs(otherView)}>{billWords.showAs[otherView]}</Menu.Item>
        )}
        {isPhone && maySeeSidebar(rights) && (
          <Menu.Item onClick={() => moves.showMembers(true)}>{groupWords.members}</Menu.Item>
        )}
        <Menu.Item renderRoot={(props) => <Link to="/print" search={printed} target="_blank" {...props} />}>
          {groupWords.print}
        </Menu.Item>
        <Menu.Item onClick={onVouchers}>{voucherWords.printAll}</Menu.Item>
        <Menu.Item onClick={() => startExport('bills')}>{exportWords.exportBills}</Menu.Item>
        <Menu.Item onClick={() => startExport('report')}>{exportWords.messageReport}</Menu.Item>
        {maySeeSidebar(rights) && (
          <Menu.Item onClick={() => moves.openPanel('imports')}>{historyWords.title}</Menu.Item>
        )}
        {rights.delete && (
          <Menu.Item c="var(--q-unpaid)" onClick={() => void askAndRemoveGroup(group, moves.backToBillings)}>
            {groupWords.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Starts a message to the bills that match the filters, or to the whole billing if there is no filter. */
function useSendToListed(groupID: number) {
  const { moves } = useDesk();
  const { filters } = useBillsView();
  const { isBusy, run } = useAction();
  const { status, class: classID, section } = filters;
  const who = whoFilters.find((one) => one === status) ?? 'all';
  const choose = async (): Promise<void> => {
    const ids = await queryClient.fetchQuery(billIDsQuery(filters));
    if (ids.length > 0) moves.writeToBills(ids, groupID, who);
    else toastError(toasts.errorTitle, noRecords);
  };
  const send = (): void => {
    const isWhole = filters.search === '' && classID === undefined && section === undefined;
    if (isWhole && status === 'all') moves.writeTo(groupID);
    else if (isWhole && who !== 'all') moves.writeToAudience(groupID, who);
    else void run(choose);
  };
  return { send, isBusy };
}

/** The name of the billing and its actions. */
export function BillingHeader({ group, onChoose, onVouchers }: Props) {
  const { moves } = useDesk();
  const { rights, campuses, cId } = useSession();
  const campus = campuses.find(({ id }) => id === cId)?.name;
  const hasSidebar = maySeeSidebar(rights);
  const { isListFolded } = useBillsView();
  const { send, isBusy } = useSendToListed(group.id);
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.back}
        data-on-phone={(hasSidebar && !isListFolded) || undefined}
        aria-label={billWords.backToBillings}
        onClick={moves.backToBillings}
      >
        <IconArrowLeft size={20} stroke={1.6} />
      </ActionIcon>
      {group.avatar && <Face name={group.name} url={group.avatar} size={44} />}
      <div className={classes.title}>
        <h2>
          <NameText text={group.name} title={group.name} />
        </h2>
        <p>
          <NameText text={group.description} title={group.description} />
          {campus && <span>· {campus}</span>}
        </p>
      </div>
      <div className={classes.actions}>
        <MoreMenu group={group} onChoose={onChoose} onVouchers={onVouchers} />
        {rights.add && (
          <Button
            className={classes.onDesk}
            variant="default"
            leftSection={<IconPlus {...icon} />}
            onClick={() => moves.openPanel('add-members')}
          >
            {groupWords.addMembers}
          </Button>
        )}
        {rights.edit && (
          <Button
            aria-label={groupWords.send}
            leftSection={<IconSend {...icon} />}
            loading={isBusy}
            onClick={send}
          >
            <span className={classes.long}>{groupWords.send}</span>
            <span className={classes.short}>{groupWords.sendShort}</span>
          </Button>
        )}
      </div>
    </header>
  );
}
