import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MessageCounts } from '#shared/messages/message-states.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { ownScript } from '../../ui/own-direction.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type OutboxQuery, pendingQuery } from './api.ts';
import classes from './outbox-list.module.css';
import { type FilterChoice, type StateFilter, shownFilters, withChosen } from './rules.ts';

type ChooseProps = {
  label: string;
  /** The text that is shown while nothing is chosen. */
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
  /** The buttons that act on the shown messages. */
  children?: ReactNode;
  filters: OutboxQuery;
  counts: MessageCounts | undefined;
  billings: FilterChoice[] | undefined;
  onWant: (change: Partial<OutboxQuery>) => void;
};

/** The filters of the messages. For a single send only the search is shown, because its figures act as filters. */
export function OutboxFilters({ filters: wanted, counts, billings, onWant, children }: Props) {
  const { data: { undecided = 0 } = {} } = useQuery(pendingQuery);
  // `undecided` counts messages of the whole campus, so it is not shown if the messages are filtered.
  const isNarrowed = wanted.search !== '' || wanted.billing !== undefined;
  const isOfSend = wanted.run !== undefined;
  return (
    <div className={classes.filters}>
      {!isOfSend && (
        <Segments
          label={outboxWords.stateFilter}
          segments={shownFilters(counts, { chosen: wanted.status, undecided: isNarrowed ? 0 : undecided })}
          value={wanted.status as StateFilter}
          onChange={(status) => onWant({ status })}
        />
      )}
      <div className={classes.narrow}>
        {!isOfSend && (
          <Choose
            label={outboxWords.billing}
            all={outboxWords.everyBilling}
            choices={withChosen(billings, wanted.billing, outboxWords.goneBilling)}
            value={wanted.billing}
            onChoose={(billing) => onWant({ billing })}
          />
        )}
        <SearchBox
          label={outboxWords.search}
          clearLabel={commonWords.clearSearch}
          value={wanted.search}
          onSearch={(search) => onWant({ search })}
        />
        {children}
      </div>
    </div>
  );
}
