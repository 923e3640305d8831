import { ActionIcon } from '@mantine/core';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { monthName } from '#shared/time/dates.ts';
import { groupWords } from '#shared/words/bills.ts';
import { chatWords } from '#shared/words/chats.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { onIntent } from '../../ui/on-intent.ts';
import classes from './group-list.module.css';
import { collectedPercent, paidPercent } from './rules.ts';

type Props = {
  group: GroupSummary;
  /** The index of the billing in the list. */
  row: number;
  onOpen: (id: number) => void;
  /** Prefetches the billing, because the user may open it soon. */
  onAhead: (id: number) => void;
  onMessage?: ((id: number) => void) | undefined;
};

function stateOf({ bills, unpaid, partPaid, paid }: GroupSummary): string {
  if (bills > 0 && paid === bills) return groupWords.allPaid;
  return bills > 1 && unpaid === bills && partPaid === 0
    ? groupWords.allUnpaid
    : groupWords.unpaid(unpaid, partPaid);
}

/** Shows one billing with its month, its name, and its progress. */
export function GroupRow({ group, row, onOpen, onAhead, onMessage }: Props) {
  // The progress is measured in money, as in the opened billing. If the bills have no amounts, paid bills are counted.
  const percent = group.expected > 0 ? collectedPercent(group) : paidPercent(group);
  const state = stateOf(group);
  return (
    <li className={classes.row} data-row={row}>
      <button
        type="button"
        className={classes.open}
        onClick={() => onOpen(group.id)}
        {...onIntent(() => onAhead(group.id))}
      >
        <span className={classes.month}>
          {monthName(group.month)}
          <small>{group.year}</small>
        </span>
        <span className={classes.what}>
          <NameText text={group.name} className={classes.name} title={group.name} />
          <small>
            {groupWords.bills(group.bills)} · {state}
          </small>
        </span>
        <span className={classes.paid}>
          <span aria-hidden>{percent}%</span>
          <span className={classes.bar} role="img" aria-label={groupWords.paidShare(percent)}>
            <span style={{ width: `${percent}%` }} />
          </span>
        </span>
        <CountBadge count={group.toAnswer} say={chatWords.toAnswer} className={classes.toAnswer} />
      </button>
      {onMessage && (
        <ActionIcon
          className={classes.message}
          variant="default"
          size={32}
          aria-label={groupWords.messageTo(group.name)}
          onClick={() => onMessage(group.id)}
        >
          <IconSend size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  );
}
