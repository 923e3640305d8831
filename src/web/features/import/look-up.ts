/** Asks the server what it knows of the rows of a check, in parts it takes. */
import type { AnswerOf } from '#shared/calls/all.ts';
import type { BillKey, ImportKind } from '#shared/calls/imports.ts';
import { mostRowsPerCheck } from '#shared/limits.ts';
import type { Check } from '#shared/sheets/check.ts';
import type { Billing, Period, Progress, WorkPlace } from './asking.ts';
import { postJson } from './post.ts';

export type LookUp = {
  check: Check;
  kind: ImportKind;
  place: WorkPlace;
  billing: Billing;
  sha256: string;
};
type OnProgress = (progress: Progress) => void;

const ask = ({ place, billing }: LookUp, rows: BillKey[], sha256?: string) =>
  postJson<AnswerOf<'POST /Imports/CheckBills'>>(place, '/Imports/CheckBills', {
    ...billing,
    ...(sha256 ? { sha256 } : {}),
    rows,
  });

async function lookUpBills(job: LookUp, onProgress: OnProgress): Promise<void> {
  const { check, sha256 } = job;
  const of = check.summary().rows;
  let from: number | null = 0;
  let done = 0;
  while (from !== null) {
    const part: ReturnType<Check['keys']> = check.keys(from, mostRowsPerCheck);
    // The first part also asks whether this very file is known, even where none of its rows can be.
    const isFirst = from === 0;
    if (part.keys.length > 0 || isFirst) {
      const answer = await ask(job, part.keys, isFirst ? sha256 : undefined);
      check.takeFound(answer.rows);
      if (isFirst) check.takeSameFile(answer.sameFile);
    }
    done += part.keys.length;
    onProgress({ done, of });
    from = part.next;
  }
}

async function lookUpStudents({ check, place }: LookUp, onProgress: OnProgress): Promise<void> {
  const of = check.summary().rows;
  let from: number | null = 0;
  let done = 0;
  while (from !== null) {
    const part: ReturnType<Check['regNums']> = check.regNums(from, mostRowsPerCheck);
    if (part.regNums.length > 0) await lookUpRegNums(check, place, part.regNums);
    done += part.regNums.length;
    onProgress({ done, of });
    from = part.next;
  }
}

async function lookUpRegNums(check: Check, place: WorkPlace, regNums: string[]): Promise<void> {
  const body = { regNums };
  const { students } = await postJson<AnswerOf<'POST /Imports/CheckStudents'>>(
    place,
    '/Imports/CheckStudents',
    body,
  );
  check.takeStudents(students);
}

/** Every row. Rejects with a `Failure`. */
export const lookUp = (job: LookUp, onProgress: OnProgress): Promise<void> =>
  job.kind === 'bills' ? lookUpBills(job, onProgress) : lookUpStudents(job, onProgress);

/** One row again, after it was edited. */
export async function lookUpRow(job: LookUp, id: number): Promise<void> {
  if (job.kind === 'students') {
    const { regNums } = job.check.regNums(id, 1);
    if (regNums.length > 0) await lookUpRegNums(job.check, job.place, regNums);
    return;
  }
  const key = job.check.keyOf(id);
  if (key) job.check.takeFound((await ask(job, [key])).rows);
}

/** The month and year that every row names; null where they differ or none names them. */
export function periodOf(check: Check): Period | null {
  let from: number | null = 0;
  let found: Period | null = null;
  while (from !== null) {
    const part: ReturnType<Check['keys']> = check.keys(from, mostRowsPerCheck);
    for (const { month, year } of part.keys) {
      if (!month || !year) return null;
      if (found && (found.month !== month || found.year !== year)) return null;
      found ??= { month, year };
    }
    from = part.next;
  }
  return found;
}
