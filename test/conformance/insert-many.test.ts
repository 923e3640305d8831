import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMany } from '../../src/server/platform/db/long-lists.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('insertMany on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  it.each([1, 7, 999, 1000, 1001, 2500])(
    '%i rows with columns in different orders are stored with each value in its own column.',
    async (count) => {
      const { db } = world.deps.store;
      const names = Array.from({ length: count }, (_, index) => `${count} ${index}`);
      const rows = names.map((name, index) =>
        index % 3 === 0 ? { name, value: `v ${name}` } : { value: `v ${name}`, name },
      );
      await insertMany(db, 'setting', rows);
      const stored = await db.selectFrom('setting').selectAll().where('name', 'like', `${count} %`).execute();
      expect(stored.length).toBe(count);
      expect(stored.every(({ name, value }) => value === `v ${name}`)).toBe(true);
    },
  );
});
