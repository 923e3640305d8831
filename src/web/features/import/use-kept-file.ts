import { createDraftStore } from '../../lib/draft-store.ts';

/** What a reload leaves of a file is its name: the browser opens no file again by itself. */
type KeptFile = { name: string; file: File | null };

const files = createDraftStore<Record<string, KeptFile>>('import-files', {});

/** The file that was chosen for one place and is not saved yet; absent: there is none. */
export function useKeptFile(place: string) {
  const kept = files.use()[place];
  return {
    name: kept?.name || undefined,
    // As stored it is an empty object.
    file: kept?.file instanceof File ? kept.file : undefined,
    keep: (file: File | null) => files.change({ [place]: { name: file?.name ?? '', file } }),
  };
}
