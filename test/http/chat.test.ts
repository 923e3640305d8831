import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Item = {
  message: string;
  fromAdmin: boolean;
  status: string | null;
  reason: string | null;
  date: string;
};
const told = (items: Item[]) => items.map(({ message, fromAdmin }) => [fromAdmin ? 'we' : 'they', message]);

describe.each(engines)('chat on %s', (engine) => {
  const here = useCampus(engine);
  const number = '0300-7654321';
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const say = (message: string) =>
    here.clerk.get(calls.sendToMember, { body: { message, contacts: number, media: '/files/a.png' } });
  const reply = (message: string) => here.clerk.get(calls.replyFromPhone, { body: { number, message } });
  const load = (query: Record<string, unknown> = {}) =>
    here.clerk.get(calls.loadChat, { query: { number, ...query } });

  it('is what we and they wrote, oldest first', async () => {
    const { clock, world } = here;
    // The clock moves between them, so that the order is by time and not by chance.
    const at = (minute: number) => {
      clock.now = new Date(Date.UTC(2030, 0, 1, 8, minute));
    };
    at(0);
    await say('Fees are due');
    await world.work();
    at(1);
    await reply('Paid today');
    at(2);
    await say('Thank you');
    const items = await load();
    expect(told(items)).toEqual([
      ['we', 'Fees are due'],
      ['they', 'Paid today'],
      ['we', 'Thank you'],
    ]);
    expect(items[0]).toMatchObject({ date: '2030-01-01T08:00:00.000Z', media: '/files/a.png', audio: '' });
    expect(items[1]).toMatchObject({ date: '2030-01-01T08:01:00.000Z', status: null });
    expect(items[2]).toMatchObject({ status: 'queued', reason: null });
  });

  it('is found by the first number of a field, however it is written', async () => {
    await say('Salam');
    for (const typed of ['03007654321', '+92 300 7654321', `${number}, 0321 1234567`, '923007654321']) {
      expect(told(await load({ number: typed }))).toEqual([['we', 'Salam']]);
    }
    expect(await load({ number: '0321 1234567, 03007654321' })).toEqual([]);
    expect(await load({ number: 'no number' })).toEqual([]);
    expectFailure(await here.clerk.ask(calls.loadChat), 'malformed');
  });

  it('tells why a message of ours did not arrive, and leaves out what was never written', async () => {
    const { campus, clerk, world } = here;
    const absent = '0300-1234500';
    await clerk.get(calls.sendToMember, { body: { message: 'Salam', contacts: absent } });
    const { id } = await campus.group({ bills: [makeBill({ number: absent, dueDate: null })] });
    await campus.message({ groupIDs: [id], message: 'Due {{dueDate}}' });
    await world.work();
    const items = await load({ number: absent });
    expect(items).toMatchObject([
      { message: 'Salam', status: 'failed', reason: 'This number is not on WhatsApp' },
    ]);
  });

  it('is the campus’s own: with cID that campus’s, without it the session’s', async () => {
    const { campus, caller } = here;
    const sister = await campus.sister();
    const head = await caller({ view: true }, [sister]);
    await say('From the first campus');
    await sister.message({ contacts: number, message: 'From the second campus' });
    const loaded = (cID: number | undefined) =>
      head.get(calls.loadChat, { query: { number, cID } }).then(told);
    expect(await loaded(campus.id)).toEqual([['we', 'From the first campus']]);
    expect(await loaded(sister.id)).toEqual([['we', 'From the second campus']]);
    expect(await loaded(undefined)).toEqual([['we', 'From the first campus']]);
  });
});
