import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Run } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import type { MessageCounts } from '#shared/message-states.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { useSession } from '../../lib/session.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type OutboxWanted, runsQuery } from './api.ts';
import classes from './outbox-list.module.css';
import { shownFilters, titleOf } from './rules.ts';

type Props = {
  wanted: OutboxWanted;
  counts: MessageCounts | undefined;
  onWant: (change: Partial<OutboxWanted>) => void;
};

/** Which messages to show. */
export function OutboxFilters({ wanted, counts, onWant }: Props) {
  const { timeZone } = useSession();
  const { data } = useQuery(runsQuery);
  const nameRun = (run: Run): string => `${titleOf(run.text)} · ${formatInstant(run.createdAt, timeZone)}`;
  return (
    <div className={classes.filters}>
      <Segments
        label={outboxWords.stateFilter}
        segments={shownFilters(counts, wanted.status)}
        value={wanted.status}
        onChange={(status) => onWant({ status })}
      />
      <div className={classes.narrow}>
        <Select
          aria-label={outboxWords.run}
          placeholder={outboxWords.everyRun}
          data={(data ?? []).map((run) => ({ value: String(run.broadcastID), label: nameRun(run) }))}
          value={wanted.run === undefined ? null : String(wanted.run)}
          onChange={(id) => onWant({ run: id === null ? undefined : Number(id) })}
          clearable
          searchable
          className={classes.run}
          comboboxProps={{ width: 320, position: 'bottom-end' }}
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
