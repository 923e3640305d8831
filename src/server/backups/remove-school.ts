/** Removes a school for good: its rows and its files, once it was exported and its grace is over. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchoolRow } from '../auth/schools/queries.ts';
import { deleteSchool } from '../db/delete-school.ts';
import { type ExportDeps, exportSchool } from './export-school.ts';

/** Days for which whoever asked for it may think better of it. */
export const graceDays = 30;

/**
 * It is suspended since its grace began; what families wrote since is in the export that is made now. Files go before
 * rows: ended in between, the same command does the rest.
 */
export async function removeSchool(
  deps: ExportDeps,
  school: SchoolRow,
): Promise<{ rows: number; files: number; folder: string; damaged: string[] }> {
  const { file, folder, uploads, damaged } = await exportSchool(deps, school);
  for (const name of uploads) await rm(join(deps.config.uploadsDir, name), { force: true });
  const gone = await deleteSchool(deps.store, { schoolID: school.id, like: file });
  const rows = [...gone.values()].reduce((sum, count) => sum + count, 0);
  return { rows, files: uploads.size, folder, damaged };
}
