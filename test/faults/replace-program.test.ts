/** `npm run update`: a newer program takes over, is taken back, and is killed at every step. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateWords } from '#shared/words/command-line.ts';
import { currentProgram, readCurrent, versionIn, writeCurrent } from '../../scripts/programs.mjs';
import { holdLock } from '../../src/server/platform/db/open-sqlite.ts';
import { makeSchoolFolder, type SchoolFolder, withStep } from '../support/school-folder.ts';

let school: SchoolFolder;
beforeAll(async () => {
  school = makeSchoolFolder();
  await school.run('web-build.mjs');
  expect(await school.run('self-check.mjs')).toMatchObject({ code: 0 });
  school.write("insert into school (slug, name, createdAt) values ('main', 'x', '2026-11-01T00:00:00.000Z')");
  school.keep();
});
afterAll(() => school.remove());
beforeEach(() => school.reset());

const present = () => versionIn(currentProgram(school.home));
const programs = () => readdirSync(join(school.home, 'programs')).sort();
const steps = () => school.read('select name from migration');
const schools = () => school.read('select slug from school order by slug');
const update = () => school.run('update.mjs', school.newer);
const goBack = () => school.run('update.mjs', '--back', '--yes');
/** Starts the current program, which migrates the data when needed. */
async function expectStart(): Promise<void> {
  const script = relative(
    join(school.home, 'scripts'),
    join(currentProgram(school.home), 'scripts/self-check.mjs'),
  );
  expect(await school.run(script)).toMatchObject({ code: 0 });
}

/** Milliseconds. Each test starts a dozen processes, and the machine may be busy. */
const patience = { timeout: 300_000 };

describe('Update to a newer program', patience, () => {
  it('An update backs the data up and takes over; "--back" restores the old program and its data.', async () => {
    school.spoil('src/server/platform/db/migrate.ts', withStep);
    expect(await update()).toMatchObject({
      code: 0,
      output: expect.stringContaining(updateWords.done('0.2.0')),
    });
    expect(present()).toBe('0.2.0');
    expect(steps()).toContain('9999-later');
    expect(schools()).toEqual(['main']);
    expect(readCurrent(school.home).before).toMatchObject({ program: '.', version: '0.1.0' });
    school.write(
      "insert into school (slug, name, createdAt) values ('new', 'x', '2026-11-02T00:00:00.000Z')",
    );

    const unasked = await school.run('update.mjs', '--back');
    expect(unasked).toMatchObject({ code: 1, output: expect.stringContaining(updateWords.needsYes) });
    expect(present()).toBe('0.2.0');
    expect(await goBack()).toMatchObject({
      code: 0,
      output: expect.stringContaining(updateWords.restored),
    });
    expect(present()).toBe('0.1.0');
    expect(steps()).not.toContain('9999-later');
    expect(schools()).toEqual(['main']);
    expect(readdirSync(school.dataDir).some((name) => name.startsWith('before-restore-'))).toBe(true);
    await expectStart();
    expect(await goBack()).toMatchObject({
      code: 1,
      output: expect.stringContaining(updateWords.noWayBack),
    });
  });

  it('If both versions use the same data format, "--back" keeps everything that was done since the update.', async () => {
    expect(await update()).toMatchObject({ code: 0 });
    school.write(
      "insert into school (slug, name, createdAt) values ('new', 'x', '2026-11-02T00:00:00.000Z')",
    );
    expect(await goBack()).toMatchObject({
      code: 0,
      output: expect.stringContaining(updateWords.nothingLost),
    });
    expect(present()).toBe('0.1.0');
    expect(schools()).toEqual(['main', 'new']);
  });

  it('After a second update only the current program and the one before it are kept.', async () => {
    expect(await update()).toMatchObject({ code: 0 });
    const third = (text: string) => text.replace('"0.2.0"', '"0.3.0"');
    for (const name of ['package.json', 'package-lock.json']) school.spoil(name, third);
    expect(await update()).toMatchObject({ code: 0 });
    expect([present(), programs()]).toEqual(['0.3.0', ['0.2.0', '0.3.0', 'current.json']]);
    expect(await goBack()).toMatchObject({ code: 0 });
    expect(present()).toBe('0.2.0');
    await expectStart();
  });

  it('An update to the version that already runs is refused.', async () => {
    expect(await update()).toMatchObject({ code: 0 });
    const again = await update();
    expect(again).toMatchObject({
      code: 1,
      output: expect.stringContaining(updateWords.problems.sameVersion('0.2.0')),
    });
    expect(present()).toBe('0.2.0');
  });

  it('"--back" is refused if the backup of the older data no longer exists.', async () => {
    school.spoil('src/server/platform/db/migrate.ts', withStep);
    await update();
    const { before } = readCurrent(school.home);
    rmSync(join(school.dataDir, 'backups', before?.backup ?? 'none'), { recursive: true });
    const refused = await goBack();
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining(updateWords.goneBackup(before?.backup ?? '')),
    });
    expect(present()).toBe('0.2.0');
    await expectStart();
  });
});

describe('Update to a bad program', patience, () => {
  const expectAsBefore = async () => {
    expect([present(), steps().includes('9999-later'), schools()]).toEqual(['0.1.0', false, ['main']]);
    expect(existsSync(join(school.home, 'programs/0.2.0'))).toBe(false);
    await expectStart();
  };

  it.each([
    [
      'cannot bring the data up to date',
      'src/server/platform/db/migrate.ts',
      (text: string) => withStep(text).replace('create table later', 'create nonsense'),
    ],
    ['does not start', 'src/server/start.ts', () => 'throw new Error("spoiled");'],
    [
      'answers nobody',
      'src/server/auth/setup/setup-queries.ts',
      (text: string) =>
        text.replace(
          "selectFrom('school')",
          "selectFrom('school').where('slug', '=', (() => { throw new Error('spoiled'); })())",
        ),
    ],
    ['cannot be built', 'scripts/web-build.mjs', () => 'process.exit(1);'],
    ['cannot be installed', 'scripts/install.mjs', () => 'console.error("spoiled"); process.exit(1);'],
  ])(
    'A newer program that %s is rejected, and program and data stay as they were.',
    async (_what, path, change) => {
      school.spoil(path, change);
      expect(await update()).toMatchObject({ code: 1 });
      await expectAsBefore();
    },
  );

  it('When a newer program passes its trial and then fails on the real data, program and data are restored.', async () => {
    school.spoil('src/server/platform/db/migrate.ts', withStep);
    // The trial runs in a copy of the data, so the program fails only in its real place.
    school.spoil('scripts/self-check.ts', (text) =>
      text.replace(
        'await opened.stop();',
        "await opened.stop();\n    if (!config.dataDir.includes('.trial')) throw new StartFailure('spoiled');",
      ),
    );
    const { code, output } = await update();
    expect([code, output]).toEqual([1, expect.stringContaining(updateWords.restored)]);
    await expectAsBefore();
  });

  it('An update waits until the running program is stopped.', async () => {
    const lock = holdLock(join(school.dataDir, 'qasid.db'), 'running');
    const child = school.begin('update.mjs', school.newer);
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    for await (const line of lines) if (line === updateWords.stopIt) lock.close();
    expect(present()).toBe('0.2.0');
  });
});

describe('Killed updates', patience, () => {
  const atChange: string[] = [updateWords.backingUp, updateWords.trying, updateWords.updating];
  /** All steps when UPDATE_KILLS is set, otherwise those that change the data or the program. */
  const texts = [
    updateWords.placing,
    updateWords.taken,
    updateWords.building,
    updateWords.backingUp,
    updateWords.trying,
    updateWords.tried,
    updateWords.updating,
    updateWords.done('0.2.0'),
  ].filter((text) => process.env.UPDATE_KILLS === '1' || atChange.includes(text));

  /** Kills the update right after it has printed this line, like a power cut. */
  async function killAfter(text: string, ...args: string[]): Promise<void> {
    const child = school.begin('update.mjs', ...args);
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    for await (const line of lines) if (line === text) process.kill(-(child.pid ?? 0), 'SIGKILL');
  }

  it.each(texts)(
    'After a kill at “%s” the old or the new program starts, and the update can be run again.',
    async (text) => {
      school.spoil('src/server/platform/db/migrate.ts', withStep);
      await killAfter(text, school.newer);
      expect(['0.1.0', '0.2.0']).toContain(present());
      await expectStart();
      expect(schools()).toEqual(['main']);
      if (present() === '0.1.0') expect(await update()).toMatchObject({ code: 0 });
      expect(present()).toBe('0.2.0');
      await expectStart();
    },
  );

  it('If "--back" is killed after the data are restored, the newer program starts and "--back" can be run again.', async () => {
    school.spoil('src/server/platform/db/migrate.ts', withStep);
    await update();
    const current = readCurrent(school.home);
    await goBack();
    // As if the way back was cut off before it named the former program.
    writeCurrent(school.home, current);
    await expectStart();
    expect(steps()).toContain('9999-later');
    expect(await goBack()).toMatchObject({ code: 0 });
    expect(present()).toBe('0.1.0');
    await expectStart();
  });

  it('While the file with the name of the new program is half written, the former program is used.', async () => {
    writeCurrent(school.home, { program: '.' });
    writeFileSync(join(school.home, 'programs/current.json.part'), '{"program":"0.2');
    expect(present()).toBe('0.1.0');
    await expectStart();
  });
});
