/**
 * Runs today's program on the stores of earlier versions and compares API answers and counts. Nothing may be lost, and
 * unfinished work can be continued, undone or retried. README.md says how the stores were made. UPGRADE_FROM=last
 * leaves out the oldest.
 * @module-tag proof
 */
import { describe, expect, it } from 'vitest';
import { codeOf, type Reason, reasonOf, sayForMany, sayReason, tellReason } from '#shared/reasons.ts';
import { toReason } from '../../src/server/platform/db/migrations/0023-reason-codes.ts';
import { engines } from '../support/engines.ts';
import type { Fixture } from './load.ts';
import type { Answer } from './make/answers.ts';
import { endOfStory, importLate } from './make/bills.ts';
import type { Body } from './make/desk.ts';
import { countNewer, first, last, minutesLater, readFigures, useUpgraded } from './upgraded.ts';

const [girls, boys] = [1, 2];

/** The order of equal items depends on the engine, or has changed since the first version. */
const unordered = new Set(['/Outbox/Failures', '/Chat/LoadChatAdmin']);
const byItself = (a: Body, b: Body) => ((a.id ?? a.reason) < (b.id ?? b.reason) ? -1 : 1);

const held = [
  { row: 0, reason: 'A message about it was sent or is queued.' },
  { row: 1, reason: 'It is paid.' },
];

/**
 * The earlier version counted failures by sentence. Failures with the same code are one group now, with a sentence
 * without details.
 */
function groupByCode(failures: { reason: string; count: number }[]) {
  const groups = Map.groupBy(failures, ({ reason }) => codeOf(toReason(reason) as Reason));
  return [...groups].map(([reasonCode, [first, ...others]]) => ({
    reasonCode,
    reason: others.length === 0 ? first?.reason : sayForMany(toReason(first?.reason ?? '') as Reason),
    count: others.reduce((sum, { count }) => sum + count, first?.count ?? 0),
  }));
}

const stoodStill = /^The outbox stands still since (.+)\. Messages are due and nothing sends them: /;

/** Replaces sentences of an earlier version by those of today; a reason is matched by its code. */
function inTodaysWords(said: unknown): unknown {
  if (Array.isArray(said)) return said.map(inTodaysWords);
  if (typeof said === 'object' && said !== null)
    // The text of a message is data, so an upgrade does not change it.
    return Object.fromEntries(
      Object.entries(said).map(([key, value]) => [key, key === 'message' ? value : inTodaysWords(value)]),
    );
  if (typeof said !== 'string') return said;
  const since = stoodStill.exec(said)?.[1];
  if (since) return expect.stringContaining(`since ${since},`);
  const reason = toReason(said) as Reason;
  return codeOf(reason) === 'other' ? said : sayReason(reason);
}

/** The campus that has a message for every reason. */
const reasonsOf = ({ answers }: Fixture): number =>
  answers.find(({ body }) => body[0]?.text === 'Every reason')?.cID ?? 0;

const versions = process.env.UPGRADE_FROM === 'last' ? [last] : [first, last];

describe.each(engines.flatMap((engine) => versions.map((version) => ({ engine, version }))))(
  'Store of $version on $engine',
  ({ engine, version }) => {
    const here = useUpgraded(engine, version);

    it('An upgrade keeps every row, state, text, number and amount.', async () => {
      expect(await readFigures(here.world.deps.store.db)).toEqual(here.before.figures);
      if (here.isLast) expect(await countNewer(here.world.deps.store.db)).toMatchObject(here.before.newer);
    });

    it('After the upgrade the API gives the stored answers again, with reasons by code and in the current wording.', async () => {
      here.now = minutesLater(0);
      expect(here.fixture.answers.length).toBeGreaterThan(20);
      const look = async ({ cID, path, query, body }: Answer) => {
        const answered = await here.deskAt(cID).try('GET', path, undefined, query);
        expect(answered.status, path).toBe(200);
        const inOrder = (body: Body) => (unordered.has(path) ? [...body].sort(byItself) : body);
        const was = path === '/Outbox/Failures' ? groupByCode(body) : body;
        expect({ path, cID, body: inOrder(answered.body) }).toMatchObject({
          path,
          cID,
          body: inOrder(inTodaysWords(was)),
        });
      };
      for (let at = 0; at < here.fixture.answers.length; at += 10)
        await Promise.all(here.fixture.answers.slice(at, at + 10).map(look));
      here.now = minutesLater(1);
    });

    it('A request that is repeated after the upgrade is recognised by its clientID.', async () => {
      const desk = here.deskAt(girls);
      const { items } = await desk.get('/Groups/1/Contacts');
      const send = {
        message: 'Dear parent of {{name}}, {{total}} is due on {{dueDate}}.',
        groupIDs: [items[0].groupID],
        clientID: 'upgrade-run-1',
      };
      const again = await desk.post('/Chat/SendWhatsAppGroup', send);
      expect(again).toMatchObject({
        broadcastID: (await here.run(girls, 'Dear parent')).broadcastID,
        queued: 11,
      });
      expect(again.skipped).toEqual([
        { number: '', name: 'Javeria', ...tellReason(reasonOf('noNumber')) },
        {
          number: '+923001000012',
          name: 'Laiba',
          ...tellReason(reasonOf('missing', { names: ['dueDate'] })),
        },
      ]);
      const other = await desk.try('POST', '/Chat/SendWhatsAppGroup', { ...send, message: 'Something else' });
      expect(other.status).toBe(409);
      // The first version did not store the recipients of a request.
      const wider = await desk.try('POST', '/Chat/SendWhatsAppGroup', { ...send, family: true });
      expect(wider.status).toBe(here.isLast ? 409 : 200);
      const saved = await importLate(desk, items[0].groupID);
      expect(saved).toMatchObject({ importID: 8, added: 0, updated: 0, refused: 1 });
      expect(saved.held).toEqual(held);
    });

    it('After the upgrade, waiting messages are sent and a paused send can be resumed.', async () => {
      const { broadcastID } = await here.run(girls, 'Paused');
      await here.world.work();
      expect(await here.statesOf(girls, 'Waiting')).toEqual(['read', 'read']);
      expect(await here.statesOf(girls, 'Paused')).toEqual(['queued', 'queued']);
      expect(await here.deskAt(girls).post('/Outbox/Resume', { broadcastID })).toEqual({ changed: 1 });
      await here.world.work();
      expect(await here.statesOf(girls, 'Paused')).toEqual(['read', 'read']);
      expect(here.parents.got).toContain('Paused: school is closed tomorrow');
    });

    it('Receipts for messages that were sent before the upgrade are accepted.', async () => {
      const about = ['علی رضا', 'Bilal', 'Dania'];
      const of = (messages: Body[]) =>
        messages.filter(({ name }) => about.includes(name)).map(({ status }) => status);
      const was = here.fixture.answers.find(({ cID, path }) => cID === girls && path === '/Outbox/Export');
      const ours = was?.body.filter(({ text }: Body) => text.startsWith('Dear parent'));
      expect(of(ours)).toEqual(['accepted', 'sent', 'delivered']);
      await here.world.work();
      expect(of(await here.messagesOf(girls, 'Dear parent'))).toEqual(['read', 'read', 'read']);
    });

    it('Messages that were cleared or cancelled before the upgrade can be restored within ten minutes.', async () => {
      here.now = minutesLater(9);
      for (const [cID, text] of [
        [boys, 'Cleared'],
        ...(here.isLast ? [[girls, 'Cancelled'] as const] : []),
      ] as const) {
        const [cancelled] = await here.deskAt(cID).get('/Outbox/Cancelled');
        expect(cancelled).toEqual({ at: endOfStory, count: 2, left: 60_000 });
        expect(await here.deskAt(cID).post('/Outbox/Restore', { at: cancelled.at })).toEqual({ changed: 2 });
        await here.world.work();
        expect(await here.statesOf(cID, text)).toEqual(['read', 'read']);
      }
    });

    it('A receipt that came before the answer finds its message after the upgrade.', async () => {
      const cID = reasonsOf(here.fixture);
      const isUnknown = ({ status }: Body) => status === 'unknown';
      const [{ id }] = (await here.messagesOf(cID, 'Every reason')).filter(isUnknown);
      here.parents.answerWith('nobody.1');
      expect(await here.deskAt(cID).post('/Outbox/Retry', { ids: [id] })).toMatchObject({ changed: 1 });
      await here.world.work();
      here.parents.answerWith(undefined);
      expect(await here.deskAt(cID).get(`/Outbox/${id}`)).toMatchObject({
        status: 'delivered',
        reason: null,
      });
    });

    it('A retry by each reason puts back the failures of the earlier version.', async () => {
      const cID = reasonsOf(here.fixture);
      const desk = here.deskAt(cID);
      const { broadcastID } = await here.run(cID, 'Every reason');
      const failures: Body[] = await desk.get('/Outbox/Failures', { broadcastID });
      expect(failures).toHaveLength(here.isLast ? 75 : 3);
      for (const { reasonCode, count } of failures)
        expect(await desk.post('/Outbox/Retry', { broadcastID, reasonCode }), reasonCode).toMatchObject({
          changed: count,
        });
      expect(await desk.get('/Outbox/Failures', { broadcastID })).toEqual([]);
    });

    it('Imports of the earlier version can be undone.', async () => {
      const desk = here.deskAt(girls);
      const undo = async (fileName: string) => {
        const { items } = await desk.get('/Imports');
        return desk.post(`/Imports/${items.find((one: Body) => one.fileName === fileName).id}/Undo`);
      };
      expect(await undo('december-more.csv')).toEqual({ removed: 1, restored: 1, tookBilling: false });
      const all: Body[] = await desk.get('/Groups/LoadData');
      const december = all.find(({ group }) => group.name === 'December 2026');
      expect(december.contacts.map(({ name, total }: Body) => [name, total])).toEqual(
        [1, 2, 3].map((index) => [`December ${index}`, 7000.25]),
      );
      expect(await undo('december.csv')).toEqual({ removed: 3, restored: 0, tookBilling: true });
      expect(await undo('roster-2.xlsx')).toEqual({ removed: 1, restored: 1, tookBilling: false });
      expect(await undo('roster-1.xlsx')).toEqual({ removed: 3, restored: 0, tookBilling: false });
      expect((await desk.get('/Classes')).map(({ students }: Body) => students)).not.toContain(1);
    });
  },
);
