/** One import as a panel shows it; features do not know each other, so the screen brings them together. */
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { leaveConfirmation } from '#shared/words/importing.ts';
import { commonWords } from '#shared/words/screen.ts';
import { reloadImports } from '../features/import/api.ts';
import type { GroupToSave } from '../features/import/asking.ts';
import { ImportFooter } from '../features/import/import-footer.tsx';
import { ImportSteps } from '../features/import/import-steps.tsx';
import type { ImportGiven } from '../features/import/import-work.ts';
import { rowsToSave } from '../features/import/rules.ts';
import { useImport } from '../features/import/use-import.ts';
import { currentSession } from '../lib/session.ts';
import { confirm } from '../ui/confirm.tsx';

type Given = ImportGiven & {
  label: string;
  /** The button's word before the count of rows. */
  verb: 'save' | 'add';
  whenSaved: (saved: { id?: number }) => ReactNode;
};

type Place = { pathname: string; search: { panel?: string | undefined; billing?: number | undefined } };
const isSamePanel = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname &&
  one.search.panel === other.search.panel &&
  one.search.billing === other.search.billing;

/** Work on a checked file is not thrown away by a slip: not by Back, Escape, another billing, or a closed window. */
function useKeptWork(isTouched: boolean): void {
  useBlocker({
    disabled: !isTouched,
    enableBeforeUnload: isTouched,
    shouldBlockFn: async ({ current, next }) => {
      // A session that is over leaves nothing to keep.
      if (!currentSession() || isSamePanel(current as Place, next as Place)) return false;
      return !(await confirm({ ...leaveConfirmation, cancel: commonWords.cancel }));
    },
  });
}

export function useSheet({ label, verb, whenSaved, ...given }: Given) {
  const work = useImport(given);
  const { step, fileName, summary, saved, isTouched, isFollowed, compared } = work.state;
  useKeptWork(isTouched);
  const save = async (group: GroupToSave | null): Promise<boolean> => {
    const isSaved = (await work.moves.save(group)) !== null;
    if (isSaved) await reloadImports();
    return isSaved;
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
    field: <ImportSteps kind={given.kind} label={label} work={work} />,
    contacts: summary ? rowsToSave(summary) : 0,
    isWide: step !== 'file',
    isLocked: step === 'save',
    isFollowed: isFollowed && compared !== null,
    // A file that could not be read is none.
    footer: fileName !== null && (step !== 'file' || work.state.doing !== null) ? footer : null,
    save,
  };
}
