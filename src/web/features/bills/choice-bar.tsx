import { ActionIcon, Button, Menu } from '@mantine/core';
import IconCash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { voucherWords } from '#shared/words/papers.ts';
import { useMoney } from '../../lib/use-money.ts';
import { sumQuery } from './api.ts';
import classes from './choice-bar.module.css';
import type { BillChoice } from './use-choice.ts';

/** The actions on the selected bills. */
export type ChoiceActs = {
  onSend: () => void;
  /** Undefined if the user has no right to edit. */
  onMarkPaid: (() => void) | undefined;
  onVouchers: () => void;
  isBusy: boolean;
};

type Props = {
  groupID: number;
  choice: BillChoice;
  /** The number of bills that match search and filters. */
  count: number;
  actions: ChoiceActs | null;
};

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

function Chosen({ groupID, ids }: { groupID: number; ids: ReadonlySet<number> }) {
  const { say } = useMoney();
  const { data } = useQuery(sumQuery(groupID, ids));
  return (
    <p className={classes.sum} role="status">
      <b>{billWords.chosen(ids.size)}</b>
      {data && (
        <>
          <span className={classes.wide}>
            {billWords.chosenFamilies(data.families)} · {billWords.chosenPayable}
          </span>
          <span className={classes.narrow}>·</span>
          <b>{say(data.payable)}</b>
        </>
      )}
    </p>
  );
}

/** Shows the number of selected bills, their sum and the actions on them. The bar stays at the bottom of the page. */
export function ChoiceBar({ groupID, choice, count, actions }: Props) {
  const { ids, isBusy, isAll, chooseAll, clear } = choice;
  const mayChooseAll = count > 0 && !isAll;
  const markPaid = ids.size > 0 ? actions?.onMarkPaid : undefined;
  const vouchers = ids.size > 0 ? actions?.onVouchers : undefined;
  return (
    <section className={classes.place} aria-label={billWords.choice} data-takes-escape>
      <div className={classes.bar}>
        {ids.size > 0 ? (
          <Chosen groupID={groupID} ids={ids} />
        ) : (
          <p className={classes.sum} role="status">
            {billWords.chooseSome}
          </p>
        )}
        {mayChooseAll && (
          <Button
            className={classes.wide}
            variant="subtle"
            px="xs"
            onClick={() => void chooseAll()}
            loading={isBusy}
          >
            {billWords.chooseAll(count)}
          </Button>
        )}
        {markPaid && (
          <Button
            className={classes.wide}
            variant="subtle"
            px="xs"
            leftSection={<IconCash {...icon} />}
            onClick={markPaid}
            loading={actions?.isBusy ?? false}
          >
            {billWords.markPaid}
          </Button>
        )}
        {vouchers && (
          <Button
            className={classes.wide}
            variant="subtle"
            px="xs"
            leftSection={<IconReceipt {...icon} />}
            onClick={vouchers}
          >
            {voucherWords.printAll}
          </Button>
        )}
        {(mayChooseAll || markPaid || vouchers) && (
          <Menu position="top-end">
            <Menu.Target>
              <ActionIcon className={classes.narrow} aria-label={groupWords.more}>
                <IconDots size={18} stroke={1.7} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {mayChooseAll && (
                <Menu.Item onClick={() => void chooseAll()}>{billWords.chooseAll(count)}</Menu.Item>
              )}
              {markPaid && <Menu.Item onClick={markPaid}>{billWords.markPaid}</Menu.Item>}
              {vouchers && <Menu.Item onClick={vouchers}>{voucherWords.printAll}</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        )}
        {actions && ids.size > 0 && (
          <Button
            className={classes.send}
            aria-label={billWords.sendMessage}
            leftSection={<IconSend {...icon} />}
            onClick={actions.onSend}
          >
            <span className={classes.wide}>{billWords.sendMessage}</span>
            <span className={classes.narrow}>{groupWords.sendShort}</span>
          </Button>
        )}
        <ActionIcon aria-label={billWords.clearChoice} title={billWords.clearChoice} onClick={clear}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </div>
    </section>
  );
}
