/** Combines the import feature with a panel. It is here because features must not import each other. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { formatDay } from '#shared/time/dates.ts';
import { readWords } from '#shared/words/import-problems.ts';
import { checkWords, importWords, leaveConfirmation } from '#shared/words/import-screen.ts';
import { ImportFile } from '../features/import/import-file.tsx';
import { ImportFooter } from '../features/import/import-footer.tsx';
import type { GroupToSave, SavedImport } from '../features/import/import-model.ts';
import type { ImportMoves, ImportOptions } from '../features/import/import-moves.ts';
import type { ImportState } from '../features/import/import-reducer.ts';
import { workOf } from '../features/import/import-work.tsx';
import { rowsToSave, type Verb } from '../features/import/rules.ts';
import { useImport } from '../features/import/use-import.ts';
import { createDraftStore } from '../lib/draft-store.ts';
import { reloadAfter } from '../lib/send-write.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const files = createDraftStore<Record<string, File | null>>('import-files', {});

/** The file that was chosen for this import and is not saved yet. `importKey` names the kind and the billing. */
function useChosenFile(importKey: string) {
  const file = files.use()[importKey];
  return {
    // After a reload this is an empty object, because a file cannot be stored as JSON.
    file: file instanceof File ? file : undefined,
    keep: (file: File | null) => files.change({ [importKey]: file }),
  };
}

type SheetOptions = Omit<ImportOptions, 'onFile'> & {
  /** What the person has typed beside the file. */
  draft?: unknown;
  label: string;
  verb: Verb;
  whenSaved: (saved: { id?: number }) => ReactNode;
  /** Called with the name of the chosen file. */
  onChosen?: (fileName: string) => void;
};

type FileKeeper = ReturnType<typeof useChosenFile>;

/** Reads the chosen file again when the panel reopens. If rows were changed, the person is offered to continue. */
function useReopenedFile(moves: ImportMoves, isTouched: boolean, { file, keep }: FileKeeper): void {
  const initial = useRef(file);
  useEffect(() => {
    if (initial.current) moves.choose(initial.current);
  }, [moves]);
  const latest = useRef({ isTouched, keep });
  useLayoutEffect(() => {
    latest.current = { isTouched, keep };
  });
  useEffect(
    () => () => {
      if (latest.current.isTouched) latest.current.keep(null);
    },
    [],
  );
}

/** The note below the file: where its month was read, whether the form has another month, and its due dates. */
function noteOf({ read, compared, isFollowed, summary }: ImportState): string | undefined {
  const { firstDue, lastDue } = summary?.totals ?? {};
  const proposal = read?.proposal;
  const isOther = proposal && (proposal.month !== compared?.month || proposal.year !== compared.year);
  const from = proposal && isFollowed && !isOther ? readWords.from(proposal) : undefined;
  const days =
    firstDue &&
    lastDue &&
    (firstDue === lastDue ? formatDay(firstDue) : checkWords.range(formatDay(firstDue), formatDay(lastDue)));
  const all = [from, proposal && isOther && readWords.instead(proposal), days && readWords.due(days)];
  return all.filter(Boolean).join(' ') || undefined;
}

export function useImportPanel({ label, verb, whenSaved, onChosen, draft, ...given }: SheetOptions) {
  const chosenFile = useChosenFile(`${given.kind}.${given.billing.groupID}`);
  const onFile = (file: File | null): void => {
    if (file) onChosen?.(file.name);
    chosenFile.keep(file);
  };
  const work = useImport({ ...given, onFile });
  const { step, fileName, summary, saved, isTouched, isFollowed, compared } = work.state;
  useLeaveGuard(isTouched, leaveConfirmation);
  useReopenedFile(work.moves, isTouched, chosenFile);
  useEffect(() => work.moves.keepDraft(draft), [work.moves, draft]);
  const save = async (group: GroupToSave | null): Promise<SavedImport | null> => {
    const saved = await work.moves.save(group);
    // The rows are saved by a web worker, which has no data of the page.
    if (saved) await reloadAfter('POST /Imports/Bills');
    return saved;
  };
  const footer = (onSave: () => void) => (
    <ImportFooter
      kind={given.kind}
      work={work}
      verb={verb}
      onSave={onSave}
      whenSaved={saved && whenSaved(saved)}
    />
  );
  return {
    label: importWords.title,
    /** The field for the file. `error`: the message to show while no file is chosen. */
    file: (error?: string) => <ImportFile kind={given.kind} label={label} error={error} work={work} />,
    work: workOf({ kind: given.kind, work }),
    contacts: summary ? rowsToSave(summary) : 0,
    /** The months that become billings of their own. */
    months: summary?.months?.answer ? summary.months.months : [],
    isLocked: step === 'save',
    /** Whether the form takes its month and year from the file. */
    isFollowed: isFollowed && compared !== null,
    note: noteOf(work.state),
    // An unreadable file counts as no file.
    footer: fileName !== null && (step !== 'file' || work.state.doing !== null) ? footer : null,
    save,
  };
}
