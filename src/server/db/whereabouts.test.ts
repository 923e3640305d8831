import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configFor } from '../../../test/support/config.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import { besideFile } from './whereabouts.ts';

let folder: string;
let store: Store;
/** One that takes nothing any more, as when the program is ended. */
let gone: Store;
const knowsAll = async () => true;
const whereabouts = () => besideFile(join(folder, 'qasid.db'), () => new Date());
const isSame = () => whereabouts().isSame(store.db, knowsAll);
const listTraces = async () => (await readdir(folder)).filter((name) => name.startsWith('qasid.db.sent-'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qasid-where-'));
  gone = await openStore(configFor(folder, undefined));
  await gone.close();
  store = await openStore(configFor(folder, undefined));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

it('is the same place again, and another where its trace is gone', async () => {
  expect(await isSame()).toBeUndefined();
  await whereabouts().keep(store.db);
  expect(await isSame()).toBe(true);
  for (const name of await listTraces()) await rm(join(folder, name));
  expect(await isSame()).toBe(false);
});

it('is no copy where the program was ended before the store knew of its trace', async () => {
  await expect(whereabouts().keep(gone.db)).rejects.toThrow();
  expect(await isSame()).toBeUndefined();
  await whereabouts().keep(store.db);
  expect(await isSame()).toBe(true);
});

it('is the same place where the program was ended when the store had just heard of its trace', async () => {
  await whereabouts().keep(store.db);
  const [trace = ''] = await listTraces();
  await rename(join(folder, trace), join(folder, 'qasid.db.place'));
  expect(await isSame()).toBe(true);
  expect(await listTraces()).toEqual([trace]);
});

it('is a copy where the store knows of another trace than the one that is coming', async () => {
  await whereabouts().keep(store.db);
  const [trace = ''] = await listTraces();
  await rename(join(folder, trace), join(folder, 'kept'));
  await expect(whereabouts().keep(gone.db)).rejects.toThrow();
  expect(await isSame()).toBe(false);
});
