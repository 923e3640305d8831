/** Looks up the rows of a check on the server, in parts that are small enough for one call. */
import type { AnswerOf } from '#shared/calls/all.ts';
import { mostRowsPerCheck } from '#shared/limits.ts';
import type { Check } from '#shared/sheets/check.ts';
import type { BillKey, ImportKind } from '#shared/sheets/sheet-rows.ts';
import type { Billing, OnProgress, WorkPlace } from './import-model.ts';
import { postJson } from './post.ts';

export type LookUp = {
  check: Check;
  kind: ImportKind;
  place: WorkPlace;
  billing: Billing;
  file: { sha256: string; sheet: string };
};

/** Looks up bills, and their students if the sheet may bring children. */
async function checkBills({ check, place, billing }: LookUp, rows: BillKey[], file?: LookUp['file']) {
  const withStudents = check.mayBringChildren;
  const body = { ...billing, ...file, rows, withStudents };
  const answer = await postJson<AnswerOf<'POST /Imports/CheckBills'>>(place, '/Imports/CheckBills', body);
  check.takeFound(answer.rows);
  if (withStudents)
    check.takeChildren(
      rows.map(({ row }) => row),
      answer.students,
    );
  return answer;
}

type Part<T> = { items: T[]; isFirst: boolean };

/** Yields all rows to look up, in parts of the size that the server accepts. The first part may be empty. */
function* partsOf<T>(take: (from: number) => { items: T[]; next: number | null }): Generator<Part<T>> {
  for (let from: number | null = 0; from !== null; ) {
    const { items, next } = take(from);
    yield { items, isFirst: from === 0 };
    from = next;
  }
}

/**
 * Works on two parts at a time, so that one part is sent while the server looks up the other part. Rejects only after
 * both have ended.
 */
async function forEachPart<T>(
  parts: Iterable<Part<T>>,
  work: (part: Part<T>) => Promise<void>,
): Promise<void> {
  const takeParts = async () => {
    for (const part of parts) await work(part);
  };
  const results = await Promise.allSettled([takeParts(), takeParts()]);
  for (const ended of results) if (ended.status === 'rejected') throw ended.reason;
}

async function lookUpBills(job: LookUp, onProgress: OnProgress): Promise<void> {
  const { check, file } = job;
  const total = check.rowCount;
  let done = 0;
  const parts = partsOf((from) => {
    const { keys: items, next } = check.keys(from, mostRowsPerCheck);
    return { items, next };
  });
  await forEachPart(parts, async ({ items, isFirst }) => {
    // The first call also asks whether the same file was imported before. It is made even if no row can be looked up.
    if (items.length === 0 && !isFirst) return;
    const answer = await checkBills(job, items, isFirst ? file : undefined);
    if (isFirst) {
      check.takeSameFile(answer.sameFile, job.place.timeZone);
      check.takeSeries(answer.oneSeries);
    }
    done += items.length;
    onProgress({ done, of: total });
  });
}

async function lookUpStudents({ check, place }: LookUp, onProgress: OnProgress): Promise<void> {
  const total = check.rowCount;
  let done = 0;
  const parts = partsOf((from) => {
    const { regNums: items, next } = check.regNums(from, mostRowsPerCheck);
    return { items, next };
  });
  await forEachPart(parts, async ({ items }) => {
    if (items.length > 0) await lookUpRegNums(check, place, items);
    done += items.length;
    onProgress({ done, of: total });
  });
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

/** Looks up every row. Rejects with a `Failure`. */
export const lookUp = (job: LookUp, onProgress: OnProgress): Promise<void> =>
  job.kind === 'bills' ? lookUpBills(job, onProgress) : lookUpStudents(job, onProgress);

/** Looks up the given rows again. Rows that need no lookup are skipped. */
export async function lookUpRows(job: LookUp, ids: readonly number[], onProgress: OnProgress): Promise<void> {
  const { check, place } = job;
  for (let from = 0; from < ids.length; from += mostRowsPerCheck) {
    const part = ids.slice(from, from + mostRowsPerCheck);
    onProgress({ done: from, of: ids.length });
    if (job.kind === 'students') {
      const regNums = check.regNumsOf(part);
      if (regNums.length > 0) await lookUpRegNums(check, place, regNums);
      continue;
    }
    const keys = check.keysOf(part);
    if (keys.length > 0) await checkBills(job, keys);
  }
}
