/** Removes a school for good, with its rows and files, after an export and the grace period. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchoolRow } from '../../auth/schools/schools-queries.ts';
import { deleteSchool } from '../../platform/db/delete-school.ts';
import { type ExportDeps, exportSchool } from './export-school.ts';

/** Days in which the request can be withdrawn. */
export const graceDays = 30;

/**
 * The school has been suspended since the grace period began; messages that families wrote since are in this export.
 * Files are deleted before rows, so that after an interruption the same command does the rest.
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
