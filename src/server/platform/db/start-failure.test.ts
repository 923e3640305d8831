import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openExistingStore, openStoreToRead } from './open-store.ts';
import { isDiskFull } from './start-failure.ts';

it.each([openStoreToRead, openExistingStore])(
  'A command names a missing or an empty database as such, and creates nothing.',
  async (open) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'qasid-empty-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const where = { databaseUrl: undefined, dataDir };
    await expect(open(where)).rejects.toThrow(/^There is no database at .*qasid\.db\./);
    await writeFile(join(dataDir, 'qasid.db'), '');
    await expect(open(where)).rejects.toThrow(/qasid\.db is empty: it holds no data\. .*npm run restore/);
    await expect(open(where)).rejects.toThrow('is empty');
  },
);

it('A full disk is recognised by the codes of SQLite, PostgreSQL and the operating system.', () => {
  for (const error of [{ errcode: 13 }, { code: '53100' }, { code: 'ENOSPC' }, { code: 'EDQUOT' }])
    expect(isDiskFull(error)).toBe(true);
  for (const error of [{ errcode: 5 }, { code: '53300' }, { code: 'EACCES' }, {}])
    expect(isDiskFull(error)).toBe(false);
});
