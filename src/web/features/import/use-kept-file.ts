import { createDraftStore } from '../../lib/draft-store.ts';

/** After a reload only the name of the file is left, because a browser does not open a file again by itself. */
type KeptFile = { name: string; file: File | null };

const files = createDraftStore<Record<string, KeptFile>>('import-files', {});

/** The file chosen for one place and not saved yet, if any. */
export function useKeptFile(place: string) {
  const kept = files.use()[place];
  return {
    name: kept?.name || undefined,
    // Stored as JSON, a file becomes an empty object.
    file: kept?.file instanceof File ? kept.file : undefined,
    keep: (file: File | null) => files.change({ [place]: { name: file?.name ?? '', file } }),
  };
}
