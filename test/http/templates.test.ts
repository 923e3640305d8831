import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

describe.each(engines)('templates on %s', (engine) => {
  const here = useCampus(engine);

  it('are the campus’s own, in the order they were made', async () => {
    const { clerk, campus, world } = here;
    expect(await clerk.get(calls.listTemplates)).toEqual([]);
    await campus.template('Reminder', 'Dear {{name}}');
    const holiday = await campus.template('Holiday', 'چھٹی');
    await (await campus.sister()).template('Not ours', 'x');
    const planned = { media: '/files/a.png', sendOn: '2026-12-01' };
    await world.deps.store.db
      .updateTable('template')
      .set(planned)
      .where('id', '=', holiday?.id ?? 0)
      .execute();
    expect(await clerk.get(calls.listTemplates)).toMatchObject([
      { title: 'Reminder', message: 'Dear {{name}}', media: '', sendOn: null },
      { title: 'Holiday', message: 'چھٹی', ...planned },
    ]);
  });
});
