import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configFor } from '../../../../test/support/config.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import { besideFile } from './store-identity.ts';

let folder: string;
let store: Store;
/** A closed store: writes to it fail, as if the program had been killed. */
let closedStore: Store;
const knowsAll = async () => true;
const identity = () => besideFile(join(folder, 'qasid.db'), () => new Date());
const isSame = () => identity().isSame(store.db, knowsAll);
const listTraces = async () => (await readdir(folder)).filter((name) => name.startsWith('qasid.db.sent-'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qasid-where-'));
  closedStore = await openStore(configFor(folder, undefined));
  await closedStore.close();
  store = await openStore(configFor(folder, undefined));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

it('A store is in the same place while its trace file is there, and a copy when the file is gone.', async () => {
  expect(await isSame()).toBeUndefined();
  await identity().keep(store.db);
  expect(await isSame()).toBe(true);
  for (const name of await listTraces()) await rm(join(folder, name));
  expect(await isSame()).toBe(false);
});

it('A store is no copy if the program was killed before it stored the place of its trace file.', async () => {
  await expect(identity().keep(closedStore.db)).rejects.toThrow();
  expect(await isSame()).toBeUndefined();
  await identity().keep(store.db);
  expect(await isSame()).toBe(true);
});

it('A kill between storing the place and renaming the trace file leaves the store in the same place.', async () => {
  await identity().keep(store.db);
  const [trace = ''] = await listTraces();
  await rename(join(folder, trace), join(folder, 'qasid.db.place'));
  expect(await isSame()).toBe(true);
  expect(await listTraces()).toEqual([trace]);
});

it('A store is a copy when it knows another trace file than the unfinished one beside it.', async () => {
  await identity().keep(store.db);
  const [trace = ''] = await listTraces();
  await rename(join(folder, trace), join(folder, 'kept'));
  await expect(identity().keep(closedStore.db)).rejects.toThrow();
  expect(await isSame()).toBe(false);
});
