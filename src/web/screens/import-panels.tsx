/** The panels that take a file: a new billing, and new members of one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { dayIn } from '#shared/dates.ts';
import { importWords, saveWords } from '#shared/words/import-screen.ts';
import { billWords, groupWords } from '#shared/words/screen.ts';
import { AddMembersPanel } from '../features/bills/add-members-panel.tsx';
import { GroupPanel } from '../features/groups/group-panel.tsx';
import { emptyForm, type GroupForm, nameOfPeriod } from '../features/groups/rules.ts';
import { useBillingDraft } from '../features/groups/use-draft.ts';
import type { SavedImport } from '../features/import/import-model.ts';
import { useSession } from '../lib/session.ts';
import { useDesk } from './use-desk.ts';
import { useSheet } from './use-sheet.tsx';

/** A new billing. Its month and year are the file's, unless they were chosen. */
export function NewBilling() {
  const { moves } = useDesk();
  const { cId, timeZone } = useSession();
  const draft = useBillingDraft();
  const { isChosen } = draft;
  /** As it was saved: no draft any more, but still in sight. */
  const [saved, setSaved] = useState<GroupForm | null>(null);
  const today = emptyForm(dayIn(timeZone, new Date()));
  const form = saved ?? draft.form ?? today;
  const change = (next: GroupForm): void => {
    const isOther = next.month !== form.month || next.year !== form.year;
    const isTakenAway = next.month === null || next.year === null;
    draft.change({ form: next, isChosen: !isTakenAway && (isChosen || isOther) });
  };
  const sheet = useSheet({
    kind: 'bills',
    label: groupWords.importExcel,
    verb: 'save',
    billing: { groupID: 0, month: form.month ?? today.month, year: form.year ?? today.year },
    mayFollow: !isChosen,
    onFollow: (period) =>
      draft.change({ form: { ...form, ...period, name: form.name.trim() || nameOfPeriod(period) } }),
    whenSaved: ({ id }) => (
      <Button onClick={() => (id ? moves.openBilling(id) : moves.closePanel())}>
        {saveWords.openBilling}
      </Button>
    ),
  });
  return (
    <GroupPanel
      form={form}
      onForm={change}
      onClose={moves.closePanel}
      onSaved={() => undefined}
      onRemoved={moves.backToBillings}
      sheet={{
        ...sheet,
        note: sheet.isFollowed && !isChosen ? importWords.fromFile(nameOfPeriod(form)) : undefined,
        save: async (details) => {
          if ((await sheet.save({ id: 0, ...details, campusID: cId })) === null) return false;
          setSaved(form);
          draft.forget();
          return true;
        },
      }}
    />
  );
}

/** Rows that were all there already are no members added. */
const hasStored = (saved: SavedImport | null): boolean => saved !== null && saved.added + saved.updated > 0;

export function AddMembers({ group }: { group: GroupSummary }) {
  const { moves } = useDesk();
  const { id, name, month, year } = group;
  const sheet = useSheet({
    kind: 'bills',
    label: billWords.uploadFile,
    verb: 'add',
    billing: { groupID: id, month, year },
    mayFollow: false,
    onFollow: () => undefined,
    whenSaved: () => <Button onClick={moves.closePanel}>{saveWords.done}</Button>,
  });
  return (
    <AddMembersPanel
      groupID={id}
      groupName={name}
      onClose={moves.closePanel}
      sheet={{ ...sheet, save: async () => hasStored(await sheet.save({ id })) }}
    />
  );
}
