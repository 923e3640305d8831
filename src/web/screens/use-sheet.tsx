/** One import as a panel shows it; features do not know each other, so the screen brings them together. */
import type { ReactNode } from 'react';
import { leaveConfirmation } from '#shared/words/importing.ts';
import { reloadImports } from '../features/import/api.ts';
import type { GroupToSave, Saved } from '../features/import/asking.ts';
import { ImportFooter } from '../features/import/import-footer.tsx';
import { ImportSteps } from '../features/import/import-steps.tsx';
import type { ImportGiven } from '../features/import/import-work.ts';
import { rowsToSave, type Verb } from '../features/import/rules.ts';
import { useImport } from '../features/import/use-import.ts';
import { useKeptWork } from './use-kept-work.ts';

type Given = ImportGiven & {
  label: string;
  verb: Verb;
  whenSaved: (saved: { id?: number }) => ReactNode;
};

export function useSheet({ label, verb, whenSaved, ...given }: Given) {
  const work = useImport(given);
  const { step, fileName, summary, saved, isTouched, isFollowed, compared } = work.state;
  useKeptWork(isTouched, leaveConfirmation);
  const save = async (group: GroupToSave | null): Promise<Saved | null> => {
    const saved = await work.moves.save(group);
    if (saved) await reloadImports();
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
