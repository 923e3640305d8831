import { MultiSelect } from '@mantine/core';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { Segments } from '../../ui/segments.tsx';
import { countWho, type Draft, whoFilters } from './rules.ts';
import classes from './send-panel.module.css';

type Props = { groups: GroupSummary[]; draft: Draft; onChange: (change: Partial<Draft>) => void };

/** Which billings, and whom of them. */
export function GroupField({ groups, draft, onChange }: Props) {
  const counts = countWho(groups, draft.groupIDs);
  return (
    <>
      <MultiSelect
        label={sendWords.group}
        placeholder={draft.groupIDs.length === 0 ? sendWords.groupHint : ''}
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.groupIDs.map(String)}
        onChange={(ids) => onChange({ groupIDs: ids.map(Number) })}
        nothingFoundMessage={noRecords}
        clearButtonProps={{ 'aria-label': commonWords.clearSearch }}
        maxDropdownHeight={280}
        searchable
        hidePickedOptions
      />
      {draft.groupIDs.length > 0 && (
        <div className={classes.who}>
          <Segments
            label={sendWords.who}
            value={draft.who}
            onChange={(who) => onChange({ who })}
            segments={whoFilters.map((who) => ({
              value: who,
              label: sendWords.whoNames[who],
              count: counts[who],
            }))}
          />
        </div>
      )}
    </>
  );
}
