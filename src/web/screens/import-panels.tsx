/** The panels that import a file: for a new billing, and for new members of one. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { dayIn, fullMonthNames } from '#shared/time/dates.ts';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { importWords, saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { AddMembersPanel } from '../features/bills/add-members-panel.tsx';
import { billingsAlike } from '../features/groups/alike.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { GroupPanel } from '../features/groups/group-panel.tsx';
import {
  type BillingDraft,
  billingBefore,
  draftForFile,
  emptyForm,
  formOf,
  type GroupForm,
  isMonthChosen,
  nameOfPeriod,
  typedBy,
} from '../features/groups/rules.ts';
import type { SavedImport } from '../features/import/import-model.ts';
import { nameOfMonth } from '../features/import/month-rules.ts';
import type { BillingRead } from '../features/import/read-billing.ts';
import { createDraftStore } from '../lib/draft-store.ts';
import { useSession } from '../lib/session.ts';
import { confirm } from '../ui/confirm.tsx';
import { toastDone } from '../ui/toast.ts';
import { useDesk } from './use-desk.ts';
import { useImportPanel } from './use-sheet.tsx';

type Period = { month: number; year: number };
type Billing = Period & { name: string };

const noDraft: BillingDraft = { typed: {}, fileName: null };
const billingDraft = createDraftStore('billing-draft', noDraft);

/** The draft of a new billing. */
const useBillingDraft = () => ({
  ...billingDraft.use(),
  type: (typed: Partial<GroupForm>) => billingDraft.change({ typed }),
  restore: (draft: unknown) => billingDraft.change({ typed: draft as Partial<GroupForm> }),
  chooseFile: (fileName: string) => billingDraft.change(draftForFile(billingDraft.current(), fileName)),
  forget: () => billingDraft.change(noDraft),
});

/**
 * The form of the new billing. A field that nobody has typed into takes a proposal from the file or from the previous
 * billing.
 */
function useNewForm() {
  const { timeZone } = useSession();
  const { data: groups = [] } = useQuery(groupsQuery);
  const draft = useBillingDraft();
  const { typed } = draft;
  const [read, setRead] = useState<BillingRead | null>(null);
  const proposed = read && { period: read.proposal, rest: read.rest };
  const today = emptyForm(dayIn(timeZone, new Date()));
  const form = formOf(typed, { proposed, before: '', today });
  const { month, year } = form;
  const before = read && month && year ? billingBefore(groups, { month, year }) : undefined;
  const isChosen = isMonthChosen(typed);
  const isRead = Boolean(read?.proposal) && !isChosen;
  const mark = (isMarked: boolean) => (isMarked ? importWords.fromFile : undefined);
  return {
    today,
    isChosen,
    typed,
    restore: draft.restore,
    onRead: setRead,
    form: { ...form, description: typed.description ?? before?.description ?? '' },
    marks: {
      month: mark(isRead),
      year: mark(isRead),
      name: mark(isRead && typed.name === undefined),
      description:
        before && typed.description === undefined ? groupWords.asIn(sayPeriod(before, year)) : undefined,
    },
    type: (form: GroupForm, next: GroupForm) => draft.type(typedBy(typed, form, next)),
    chooseFile: draft.chooseFile,
    forget: draft.forget,
  };
}

/** `October`, or `December 2025` for another year. */
const sayPeriod = ({ month, year }: { month: number; year: number }, thisYear: number | null): string =>
  year === thisYear ? (fullMonthNames[month - 1] ?? '') : nameOfPeriod({ month, year });

/** The billings that a save makes: that of the form, or one for each month of the sheet. */
function billingsToMake(form: Billing, months: readonly Period[]): Billing[] {
  if (months.length === 0) return [form];
  return months.map(({ month, year }) => {
    const name = nameOfMonth(form.name, { form, month: { month, year } });
    return { name, month, year };
  });
}

/** The panel of a new billing. The file fills what was not typed. */
export function NewBilling() {
  const { moves } = useDesk();
  const { cId } = useSession();
  const draft = useNewForm();
  const { today, isChosen } = draft;
  const { data: groups = [] } = useQuery(groupsQuery);
  // Asked once for a file: after a lost answer the billing that it has made would be like itself.
  const isAnswered = useRef(false);
  /** The billing to open once the panel knows that its rows are saved, because an unsaved sheet holds the page. */
  const [opening, setOpening] = useState<number>();
  useEffect(() => {
    if (opening !== undefined) moves.openBilling(opening);
  }, [opening, moves]);
  /** The saved form, which is no draft any more but still shown. */
  const [saved, setSaved] = useState<GroupForm | null>(null);
  const form = saved ?? draft.form;
  const sheet = useImportPanel({
    kind: 'bills',
    label: groupWords.importExcel,
    verb: 'save',
    billing: { groupID: 0, month: form.month ?? today.month, year: form.year ?? today.year },
    mayFollow: !isChosen,
    onRead: draft.onRead,
    draft: draft.typed,
    onDraft: draft.restore,
    onChosen: (fileName) => {
      isAnswered.current = false;
      draft.chooseFile(fileName);
    },
    whenSaved: ({ id }) => (
      <Button size="md" onClick={() => (id ? moves.openBilling(id) : moves.closePanel())}>
        {saveWords.openBilling}
      </Button>
    ),
  });
  return (
    <GroupPanel
      form={form}
      onForm={(next) => draft.type(form, next)}
      onClose={moves.closePanel}
      onSaved={() => undefined}
      onRemoved={moves.backToBillings}
      marks={saved ? {} : draft.marks}
      note={saved ? undefined : sheet.note}
      sheet={{
        ...sheet,
        save: async (details) => {
          if (!isAnswered.current) {
            const made = billingsToMake(details, sheet.months);
            const alike = [...new Set(made.flatMap((one) => billingsAlike(groups, one)))];
            const question = { ...groupWords.second(alike), cancel: commonWords.cancel };
            if (alike.length > 0 && !(await confirm(question))) return false;
            isAnswered.current = true;
          }
          const saved = await sheet.save({ id: 0, ...details, campusID: cId });
          if (saved === null) return false;
          setSaved(form);
          draft.forget();
          if (isWhole(saved)) {
            setOpening(saved.id);
            toastDone(saveWords.savedRows(saved));
          }
          return true;
        },
      }}
    />
  );
}

/** Whether one billing is made of all rows, so that the result has nothing to explain. */
const isWhole = ({ id, refused, held, billings = [] }: SavedImport): boolean =>
  id !== undefined && refused === 0 && held.length === 0 && billings.length < 2;

/** Whether the import has stored anything. If all rows were unchanged, it has stored nothing. */
const hasStored = (saved: SavedImport | null): boolean => saved !== null && saved.added + saved.updated > 0;

export function AddMembers({ group }: { group: GroupSummary }) {
  const { moves } = useDesk();
  const { id, name, month, year } = group;
  const sheet = useImportPanel({
    kind: 'bills',
    label: billWords.uploadFile,
    verb: 'add',
    billing: { groupID: id, month, year },
    mayFollow: false,
    onRead: () => undefined,
    whenSaved: () => (
      <Button size="md" onClick={moves.closePanel}>
        {saveWords.done}
      </Button>
    ),
  });
  return (
    <AddMembersPanel
      groupName={name}
      onClose={moves.closePanel}
      sheet={{ ...sheet, save: async () => hasStored(await sheet.save({ id })) }}
    />
  );
}
