/** A file imported a second time changes nothing, and the check says so before. Tested with every readable sheet. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { mostRowsPerCheck } from '#shared/limits.ts';
import type { Check } from '#shared/sheets/check.ts';
import { bytesOf, readVouchers } from '../sheets/voucher-files.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';

const vouchers = new URL('../vouchers/', import.meta.url);
const sheets = ['good', 'messy', 'dialects'].flatMap((folder) =>
  readdirSync(new URL(folder, vouchers))
    .filter((name) => !name.endsWith('.json'))
    .map((name) => `${folder}/${name}`),
);
const period = { month: 11, year: 2026 };

describe.each(engines)('Importing a file twice on %s', (engine) => {
  const here = useCampus(engine);

  async function askAbout(check: Check, groupID: number): Promise<void> {
    for (let from: number | null = 0; from !== null; ) {
      const { keys, next } = check.keys(from, mostRowsPerCheck);
      const body = { groupID, ...period, rows: keys };
      check.takeFound((await here.clerk.get(calls.checkBills, { body })).rows);
      from = next;
    }
  }

  it.each(sheets)(
    'The second import of %s changes nothing, and the check says so before.',
    { timeout: 60_000 },
    async (path) => {
      const { check, summary: read } = await readVouchers(path);
      // A sheet without a total asks how much its bills charge.
      for (const { key, answers } of read.questions) check.answerSheet(key, answers[0]?.name ?? null);
      const summary = check.summary();
      const sha256 = createHash('sha256').update(bytesOf(path)).digest('hex');
      const rows = [...check.rowsToSave()] as NewBill[];
      const save = (group: Record<string, unknown>) => {
        const head = { group, saveID: randomUUID(), file: { name: path, sha256 }, left: check.left() };
        return here.clerk.get(calls.importBills, asLines(head, rows));
      };
      const { refused } = summary.outcomes;
      const first = await save({ name: 'November', description: 'Monthly fee', ...period });
      expect(first).toMatchObject({ added: rows.length, updated: 0, skipped: 0, refused });
      expect(rows.length + refused).toBe(summary.rows);
      await askAbout(check, first.id);
      expect(check.summary().outcomes).toEqual({ ...summary.outcomes, add: 0, same: rows.length });
      const second = await save({ id: first.id });
      expect(second).toMatchObject({ added: 0, updated: 0, skipped: rows.length, refused, held: [] });
    },
  );
});
