/** A long conversation in pages: back to its beginning, while it grows, and of the own campus only. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { insertMany } from '../../src/server/platform/db/long-lists.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Page = { items: { id: string; message: string; date: string }[]; start: string | null };
type ChatEntry = { by: 'we' | 'they'; at: string; text: string };

const number = '+923007654321';
const second = (at: number): string => new Date(Date.UTC(2030, 0, 1, 8, 0, at)).toISOString();

/** Stores these messages as they look some time later; ours are read. */
async function say({ scope, message }: CampusInTest, entries: ChatEntry[]) {
  const { db, campusID } = scope;
  const { broadcastID } = await message({ contacts: '0300-7654399' });
  const { id: _id, ...row } = await db
    .selectFrom('message')
    .selectAll()
    .where('broadcastID', '=', broadcastID)
    .executeTakeFirstOrThrow();
  const ours = entries.filter(({ by }) => by === 'we');
  const sent = { status: 'read', dueAt: null, number } as const;
  await insertMany(
    db,
    'message',
    ours.map(({ at, text }) => ({ ...row, ...sent, createdAt: at, acceptedAt: at, text })),
  );
  const theirs = entries.filter(({ by }) => by === 'they');
  const from = { campusID, senderID: row.senderID, number, media: '', audio: '', seen: 0, groupID: null };
  const inbound = theirs.map(({ at, text }, index) => ({
    ...from,
    at,
    text,
    providerID: `${text} ${index}`,
  }));
  await insertMany(db, 'inbound', inbound);
}

describe.each(engines)('Pages of a chat on %s', (engine) => {
  const here = useCampus(engine);
  const load = (query: Record<string, unknown> = {}, clerk = here.clerk): Promise<Page> =>
    clerk.get(calls.loadChatPage, { query: { number, ...query } });
  const textsOf = ({ items }: Pick<Page, 'items'>) => items.map(({ message }) => message);

  /** Reads all pages from the latest to the first. */
  async function readAll(take: number): Promise<Page['items']> {
    const pages = [await load({ take })];
    for (let { start } = pages[0] ?? { start: null }; start !== null; ) {
      const page = await load({ take, before: start });
      pages.unshift(page);
      start = page.start;
    }
    for (const { items } of pages.slice(1)) expect(items).toHaveLength(take);
    return pages.flatMap(({ items }) => items);
  }

  it('Chat pages contain every entry once, even if entries of the same instant are on two pages.', async () => {
    // In turn four messages of one instant, one of ours, and three of theirs.
    const bys = ['we', 'they', 'we', 'they', 'we', 'they', 'they', 'they'] as const;
    const entries = Array.from({ length: 48 }, (_, index) => {
      const turn = index % bys.length;
      const instant = Math.floor(index / bys.length) * 3 + (turn < 4 ? 0 : turn === 4 ? 1 : 2);
      return { by: bys[turn] ?? 'we', at: second(instant), text: `No. ${index}` };
    });
    await say(here.campus, entries);
    const whole = await here.clerk.get(calls.loadChat, { query: { number } });
    expect(new Set(textsOf({ items: whole })).size).toBe(48);
    for (const take of [1, 2, 3, 5, 7, 47, 48, 49]) expect(await readAll(take)).toEqual(whole);
    expect((await load({ take: 48 })).start).toBeNull();
    expect(await load({ number: '0300-7654300' })).toEqual({ items: [], start: null });
  });

  it('Chat pages work if only one side has written, and a later entry of the other side appears on the right page.', async () => {
    const ours = Array.from({ length: 5 }, (_, index) => ({
      by: 'we' as const,
      at: second(9),
      text: `${index}`,
    }));
    await say(here.campus, [{ by: 'they', at: second(1), text: 'Salam' }, ...ours]);
    const latest = await load({ take: 3 });
    expect(textsOf(latest)).toEqual(['2', '3', '4']);
    // No message of theirs was shown yet: new ones come after the page’s start, older ones before it.
    await say(here.campus, [{ by: 'they', at: second(9), text: 'Paid' }]);
    const again = await load({ from: latest.start });
    expect(textsOf(again)).toEqual(['Paid', '2', '3', '4']);
    expect(again.start).toBe(latest.start);
    expect(textsOf(await load({ before: latest.start }))).toEqual(['Salam', '0', '1']);
  });

  it('The bounds of loaded chat pages stay the same while messages arrive, disappear and come back.', async () => {
    const { db } = here.campus.scope;
    const makeEntries = (from: number, to: number): ChatEntry[] =>
      Array.from({ length: to - from }, (_, index) => ({
        by: 'we',
        at: second(from + index),
        text: `${from + index}`,
      }));
    await say(here.campus, makeEntries(0, 12));
    const latest = await load({ take: 4 });
    const before = await load({ take: 4, before: latest.start });
    expect([latest, before].map(textsOf)).toEqual([
      ['8', '9', '10', '11'],
      ['4', '5', '6', '7'],
    ]);
    await say(here.campus, makeEntries(12, 15));
    const leave = (status: 'skipped' | 'read', text: string) =>
      db
        .updateTable('message')
        .set({ status })
        .where('campusID', '=', here.campus.id)
        .where('number', '=', number)
        .where('text', '=', text)
        .execute();
    for (const text of ['8', '5']) await leave('skipped', text);
    const now = await load({ from: latest.start });
    expect(textsOf(now)).toEqual(['9', '10', '11', '12', '13', '14']);
    const earlier = { before: latest.start, from: before.start };
    expect(textsOf(await load(earlier))).toEqual(['4', '6', '7']);
    expect([now.start, (await load(earlier)).start]).toEqual([latest.start, before.start]);
    for (const text of ['8', '5']) await leave('read', text);
    expect(textsOf(await load(earlier))).toEqual(['4', '5', '6', '7']);
    // With more messages than `take` the page starts later, and the earlier ones are the next page.
    const part = await load({ from: latest.start, take: 5 });
    expect(textsOf(part)).toEqual(['10', '11', '12', '13', '14']);
    expect(textsOf(await load({ before: part.start, take: 5 }))).toEqual(['5', '6', '7', '8', '9']);
  });

  it('Chat pages contain only entries of the own campus, whatever position is requested.', async () => {
    const sister = await here.campus.sister();
    const makeEntries = (who: string): ChatEntry[] =>
      (['we', 'they', 'we', 'they'] as const).map((by, index) => ({
        by,
        at: second(index),
        text: `${who} ${index}`,
      }));
    await say(here.campus, makeEntries('Ours'));
    await say(sister, makeEntries('Theirs'));
    const other = callerOf(here.world, sister, await sister.user());
    const { start } = await load({ take: 2 }, other);
    const everything = 'm999999999999999.i999999999999999';
    const pages = [{ before: start }, { before: everything }, { from: start }, { from: 'm0.i0' }];
    for (const place of pages) for (const text of textsOf(await load(place))) expect(text).toMatch(/^Ours/);
    expect(textsOf(await load({ before: everything }))).toHaveLength(4);
    expectFailure(
      await other.ask(calls.loadChatPage, { query: { number, cID: here.campus.id } }),
      'notFound',
    );
    const none = await here.caller({ add: true, edit: true, outbox: true });
    expectFailure(await none.ask(calls.loadChatPage, { query: { number } }), 'forbidden');
  });

  it.each(['m1', 'i1', 'm1.i', 'i1.m1', 'm-1.i1', 'm1.i1234567890123456', '5'])(
    'A malformed position of a chat page is refused: %s.',
    async (place) => {
      for (const name of ['before', 'from'])
        expectFailure(
          await here.clerk.ask(calls.loadChatPage, { query: { number, [name]: place } }),
          'malformed',
        );
    },
  );
});
