import { Input, MultiSelect, Pill } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { groupWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { Segments } from '../../ui/segments.tsx';
import { countWho, type Draft, type Who, whoFilters } from './rules.ts';
import classes from './send-panel.module.css';

type ChosenProps = { count: number; billing: string; onRemove: () => void };

/** Shows how many bills the user has selected. */
function ChosenBills({ count, billing, onRemove }: ChosenProps) {
  return (
    <Pill
      className={classes.chosen}
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': sendWords.removeChosen, tabIndex: 0, 'aria-hidden': false }}
    >
      {sendWords.chosenBills(count)} {sendWords.chosenOf} <bdi>{billing}</bdi>
    </Pill>
  );
}

type Props = {
  groups: GroupSummary[];
  draft: Draft;
  onChoose: (groupIDs: number[]) => void;
  onWho: (who: Who) => void;
  error: string | undefined;
  /** A link on the line of the label. It leads to the panel that writes to classes instead. */
  beside: ReactNode;
  /** The field that decides whether a family gets one message, or one message per bill. */
  howOften: ReactNode;
};

function Billings({ groups, draft, onChoose, onWho, error, howOften }: Omit<Props, 'beside'>) {
  const counts = countWho(groups, draft.groupIDs);
  return (
    <>
      <MultiSelect
        label={sendWords.group}
        placeholder={draft.groupIDs.length === 0 ? sendWords.groupHint : ''}
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.groupIDs.map(String)}
        onChange={(ids) => onChoose(ids.map(Number))}
        nothingFoundMessage={noRecords}
        clearButtonProps={{ 'aria-label': commonWords.clearSearch }}
        maxDropdownHeight={280}
        error={error}
        searchable
        hidePickedOptions
      />
      {draft.groupIDs.length > 0 && (
        <div className={classes.who}>
          <Segments
            label={sendWords.who}
            value={draft.who}
            onChange={onWho}
            segments={whoFilters.map((who) => ({
              value: who,
              label: sendWords.whoNames[who],
              count: counts[who],
              unit: who === draft.who ? groupWords.figures.bills(counts[who]) : undefined,
            }))}
          />
          {howOften}
        </div>
      )}
    </>
  );
}

/** The field that chooses billings and an audience. If bills were selected, it shows them instead. */
export function GroupField({ beside, ...props }: Props) {
  const { groups, draft, onChoose } = props;
  const count = draft.contactIDs.length;
  const field = useRef<HTMLDivElement>(null);
  const billing = groups.find(({ id }) => id === draft.groupIDs[0])?.name ?? '';
  const removeSelection = (): void => {
    onChoose([]);
    // The pressed button disappears, so the focus moves to the field that replaces it.
    setTimeout(() => field.current?.querySelector('input')?.focus());
  };
  return (
    <div ref={field} className={classes.labelled}>
      {count === 0 ? (
        <Billings {...props} />
      ) : (
        <Input.Wrapper label={sendWords.group} labelElement="div">
          <ChosenBills count={count} billing={billing} onRemove={removeSelection} />
          <div className={classes.who}>{props.howOften}</div>
        </Input.Wrapper>
      )}
      <div className={classes.beside}>{beside}</div>
    </div>
  );
}
