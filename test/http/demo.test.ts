import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

describe.each(engines)('Demo phone on %s', (engine) => {
  const here = useCampus(engine);
  const setPace = (pace: string) => here.clerk.get(calls.setPace, { body: { pace } });
  const phones = (query: Record<string, unknown> = {}) => here.clerk.get(calls.listPhones, { query });

  it('The demo phone is the sender of a new campus, at a pace its administrator sets.', async () => {
    const { clerk, campus } = here;
    const sister = await campus.sister();
    expect(await clerk.get(calls.getDemo)).toEqual({ isDemo: true, pace: 'quick' });
    expect(await setPace('natural')).toEqual({ pace: 'natural' });
    expect(await clerk.get(calls.getDemo)).toEqual({ isDemo: true, pace: 'natural' });
    const rows = await here.world.deps.store.db
      .selectFrom('sender')
      .select('pace')
      .where('campusID', '=', sister.id)
      .execute();
    expect(rows).toEqual([{ pace: 'quick' }]);
    expectFailure(await clerk.ask(calls.setPace, { body: { pace: 'never' } }), 'malformed');
  });

  it('The demo phone lists the numbers that got messages, latest first.', async () => {
    const { campus, world } = here;
    await setPace('instant');
    const bills = [
      makeBill({ name: 'Ayesha', number: '0300-7654321' }),
      makeBill({ name: 'Bilal', number: '0300-7654322' }),
    ];
    const group = await campus.group({ bills });
    await campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    expect(await phones()).toEqual({ items: [], count: 0 });
    await world.work();
    await campus.message({ contacts: '03007654321', message: 'Again' });
    await world.work();
    const { items, count } = await phones();
    expect(count).toBe(2);
    expect(items).toMatchObject([
      { number: '+923007654321', text: 'Again', messages: 2, isOnWhatsApp: true },
      { number: '+923007654322', name: 'Bilal', text: 'Dear Bilal', messages: 1 },
    ]);
    for (const search of ['BILAL', '0300-7654322']) expect((await phones({ search })).items).toHaveLength(1);
    expect((await phones({ take: 1 })).items).toHaveLength(1);
  });

  it('The demo phone reports receipts by the server’s clock.', async () => {
    const { campus, world, clock } = here;
    await setPace('instant');
    clock.now = new Date('2020-01-01T08:00:00Z');
    const { id } = await campus.group({ bills: 1 });
    await campus.message({ groupIDs: [id], message: 'Due: {{name}}' });
    await world.work();
    const rows = await world.deps.store.db
      .selectFrom('message')
      .select('status')
      .where('campusID', '=', campus.id)
      .execute();
    expect(rows).toEqual([{ status: 'read' }]);
  });

  it('A demo phone keeps its known name, and a reply from the phone moves it to the top of the list.', async () => {
    const { campus, clerk, world, clock } = here;
    await setPace('instant');
    clock.now = new Date('2030-01-01T08:00:00Z');
    const number = '0300-7654321';
    const bills = [
      makeBill({ name: 'Maryam Qureshi', number }),
      makeBill({ name: 'Bilal', number: '0300-7654322' }),
    ];
    const group = await campus.group({ bills });
    await campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    await world.work();
    const names = async () => (await phones()).items.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Bilal', 'Maryam Qureshi']);

    clock.now = new Date('2030-01-01T08:01:00Z');
    await clerk.get(calls.replyFromPhone, { body: { number, message: 'BAND' } });
    const written = (await phones()).items;
    expect(written).toMatchObject([
      { name: 'Maryam Qureshi', text: 'BAND', at: '2030-01-01T08:01:00.000Z', messages: 1 },
      { name: 'Bilal' },
    ]);

    clock.now = new Date('2030-01-01T08:02:00Z');
    await world.work();
    await campus.message({ contacts: '0300-7654322', message: 'Thank you' });
    await world.work();
    expect(await names()).toEqual(['Bilal', 'Maryam Qureshi']);
    const found = (await phones({ search: 'maryam' })).items;
    expect(found).toMatchObject([{ name: 'Maryam Qureshi', messages: 2 }]);
    expect(found[0].text).not.toBe('BAND');
  });

  it('A demo phone shows only messages that arrived, and what its owner wrote.', async () => {
    const { campus, clerk, world } = here;
    await setPace('instant');
    const number = '0300-7654321';
    await campus.message({ contacts: number, message: 'First' });
    await world.work();
    await clerk.get(calls.replyFromPhone, { body: { number, message: ' Paid today ' } });
    await campus.message({ contacts: number, message: 'Still in the outbox' });
    const shown = await clerk.get(calls.showPhone, { query: { number } });
    expect(shown.map(({ message }: { message: string }) => message)).toEqual(['First', 'Paid today']);
  });

  it('A reply from a demo phone may be a picture, with or without text.', async () => {
    const { clerk } = here;
    const number = '0300-7654321';
    const { path } = await clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    const [media] = path;
    const reply = (body: Record<string, unknown>) =>
      clerk.ask(calls.replyFromPhone, { body: { number, ...body } });
    for (const body of [{ media }, { message: 'The slip', media }, { message: 'Paid today' }])
      expect((await reply(body)).status).toBe(204);
    const shown = await clerk.get(calls.loadChat, { query: { number } });
    expect(shown).toMatchObject([
      { message: '', media },
      { message: 'The slip', media },
      { message: 'Paid today', media: '' },
    ]);
    for (const body of [{}, { message: ' ', media: '' }]) expectFailure(await reply(body), 'invalid');
    const refused = [
      { media: 'https://example.com/a.png' },
      { media: '/files/a.png' },
      { message: 'x', media: `${media}/..` },
    ];
    for (const body of refused) expectFailure(await reply(body), 'malformed');
    expect(await clerk.get(calls.loadChat, { query: { number } })).toHaveLength(3);
  });

  it('A reply from a demo phone needs one valid number.', async () => {
    const { clerk, campus, world } = here;
    for (const number of ['', 'Ammi', '0300 1']) {
      const answered = await clerk.ask(calls.replyFromPhone, { body: { number, message: 'Salam' } });
      expectFailure(answered, 'invalid');
    }
    const inbound = world.deps.store.db.selectFrom('inbound').selectAll().where('campusID', '=', campus.id);
    expect(await inbound.execute()).toEqual([]);
  });

  it('The calls of the demo phone are not found once the campus sends by another provider.', async () => {
    const { clerk, campus, world } = here;
    await world.deps.store.db
      .updateTable('sender')
      .set({ provider: 'cloud' })
      .where('campusID', '=', campus.id)
      .execute();
    expect(await clerk.get(calls.getDemo)).toMatchObject({ isDemo: false });
    const number = '03001234567';
    expectFailure(await clerk.ask(calls.setPace, { body: { pace: 'quick' } }), 'notFound');
    expectFailure(await clerk.ask(calls.listPhones), 'notFound');
    expectFailure(await clerk.ask(calls.showPhone, { query: { number } }), 'notFound');
    expectFailure(await clerk.ask(calls.replyFromPhone, { body: { number, message: 'Salam' } }), 'notFound');
  });

  it('Messages sent by the demo phone do not count as already sent once the campus uses another provider.', async () => {
    const { clerk, campus, world } = here;
    await setPace('instant');
    const group = await campus.group({ bills: 2 });
    await campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    await campus.message({ contacts: '0300-7654321', message: 'School is closed' });
    await world.work();
    const alreadySent = async (body: object) => (await clerk.get(calls.planSend, { body })).alreadySent;
    const ofBills = { groupIDs: [group.id], message: 'Dear {{name}}' };
    const ofNumber = { contacts: '0300-7654321', message: 'School is closed' };
    expect([await alreadySent(ofBills), await alreadySent(ofNumber)]).toEqual([2, 1]);
    await world.deps.store.db
      .updateTable('sender')
      .set({ provider: 'assisted' })
      .where('campusID', '=', campus.id)
      .execute();
    expect([await alreadySent(ofBills), await alreadySent(ofNumber)]).toEqual([0, 0]);
  });
});
