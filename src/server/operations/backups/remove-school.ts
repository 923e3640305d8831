/** Removes a school permanently with its rows and files, after the grace period and an export. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchoolRow } from '../../auth/schools/schools-queries.ts';
import { deleteSchool } from '../../platform/db/delete-school.ts';
import { type ExportDeps, exportSchool } from './export-school.ts';

/** During this many days the removal can be cancelled. */
export const graceDays = 30;

/**
 * Exports the school and then removes its files and rows. The school has been suspended since the grace period began,
 * and the export contains messages that families wrote since then. Files are deleted before rows: after an
 * interruption, the same command can find the remaining files in the rows.
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
