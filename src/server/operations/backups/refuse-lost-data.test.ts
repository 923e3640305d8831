import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { refuseLostData } from './refuse-lost-data.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qasid-traces-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});
const write = (name: string, text = 'something') => writeFile(join(folder, name), text);

it.each(['uploads', 'uploads/2026/11'])(
  'A data folder without a database that still holds a file in %s is not treated as new.',
  async (inFolder) => {
    await mkdir(join(folder, inFolder), { recursive: true });
    await expect(refuseLostData(folder)).resolves.toBeUndefined();
    await write(`${inFolder}/a.png`);
    await expect(refuseLostData(folder)).rejects.toThrow(
      /^There is no database at .*qasid\.db, but Qasid has been in use here: uploads\. .*npm run restore/,
    );
    await write('qasid.db', '');
    await expect(refuseLostData(folder)).rejects.toThrow(
      /qasid\.db is empty, but Qasid has been in use here/,
    );
    await write('qasid.db');
    await expect(refuseLostData(folder)).resolves.toBeUndefined();
  },
);

it('A data folder that does not exist, or is empty, is treated as new.', async () => {
  await expect(refuseLostData(folder)).resolves.toBeUndefined();
  await expect(refuseLostData(join(folder, 'nowhere'))).resolves.toBeUndefined();
});
