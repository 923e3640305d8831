import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '#shared/dates.ts';
import type { MessageCounts } from '#shared/message-states.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { useSession } from '../../lib/session.ts';
import { ownScript } from '../../ui/own-direction.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { broadcastsQuery, type OutboxWanted, pendingQuery } from './api.ts';
import classes from './outbox-list.module.css';
import { type FilterChoice, nameOf, shownFilters, withChosen } from './rules.ts';

type ChooseProps = {
  label: string;
  /** What stands there while nothing is chosen. */
  all: string;
  choices: FilterChoice[];
  value: number | undefined;
  onChoose: (id: number | undefined) => void;
};

function Choose({ label, all, choices, value, onChoose }: ChooseProps) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      attributes={ownScript(choices.find(({ id }) => id === value)?.name ?? '')}
      onChange={(id) => onChoose(id === null ? undefined : Number(id))}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      searchable
      nothingFoundMessage={outboxWords.noSuchChoice}
      className={classes.choose}
      comboboxProps={{ width: 320, position: 'bottom-end' }}
    />
  );
}

type Props = {
  wanted: OutboxWanted;
  counts: MessageCounts | undefined;
  billings: FilterChoice[] | undefined;
  onWant: (change: Partial<OutboxWanted>) => void;
};

/** Which messages to show. */
export function OutboxFilters({ wanted, counts, billings, onWant }: Props) {
  const { timeZone } = useSession();
  const { data } = useQuery(broadcastsQuery);
  const { data: { undecided = 0 } = {} } = useQuery(pendingQuery);
  // That number is of the whole campus.
  const isNarrowed = wanted.search !== '' || wanted.run !== undefined || wanted.billing !== undefined;
  const broadcasts = data?.map(({ broadcastID, createdAt, ...broadcast }) => ({
    id: broadcastID,
    name: `\u2068${nameOf(broadcast)}\u2069 · ${formatInstant(createdAt, timeZone)}`,
  }));
  return (
    <div className={classes.filters}>
      <Segments
        label={outboxWords.stateFilter}
        segments={shownFilters(counts, { chosen: wanted.status, undecided: isNarrowed ? 0 : undecided })}
        value={wanted.status}
        onChange={(status) => onWant({ status })}
      />
      <div className={classes.narrow}>
        <Choose
          label={outboxWords.billing}
          all={outboxWords.everyBilling}
          choices={withChosen(billings, wanted.billing, outboxWords.goneBilling)}
          value={wanted.billing}
          onChoose={(billing) => onWant({ billing })}
        />
        <Choose
          label={outboxWords.broadcast}
          all={outboxWords.everyBroadcast}
          choices={withChosen(broadcasts, wanted.run, outboxWords.olderBroadcast)}
          value={wanted.run}
          onChoose={(run) => onWant({ run })}
        />
        <SearchBox
          label={outboxWords.search}
          clearLabel={commonWords.clearSearch}
          value={wanted.search}
          onSearch={(search) => onWant({ search })}
          hasKey
        />
      </div>
    </div>
  );
}
