/** WhatsApp refuses a message because the window is closed, although our own data say that it is open. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { insertInbound } from '../../src/server/chat/chat-queries.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { showWindow } from '../../src/server/outbox/limits/windows.ts';
import { applyReceipts } from '../../src/server/outbox/receipts/receipts.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { putSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { emptyOutbox, nextSlug } from '../races/one-message.ts';
import { createApprover } from '../support/approving-provider.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

const text = 'Dear parent, the fee of {{name}}, {{total}}, is due now. Thank you.';
const number = '+923001111111';
const hour = 3_600_000;
const refusal = { reason: providerReason('No'), code: '131047', policy: 'switchToTemplate' as const };

describe.each(engines)('A window that WhatsApp calls closed on %s', (engine) => {
  const approver = createApprover();
  let now = new Date('2026-11-09T06:00:00.000Z');
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo: approver.provider }, now: () => now });
  });
  afterEach(async () => {
    await emptyOutbox(world);
    approver.got.length = 0;
  });
  afterAll(() => world.stop());

  let wrote = 0;
  const write = ({ scope, id }: CampusInTest) =>
    insertInbound(scope.db, {
      campusID: id,
      senderID: `s${id}`,
      providerID: `in${++wrote}`,
      number,
      text: 'Salam',
      media: '',
      audio: '',
      at: now.toISOString(),
    });

  async function approve({ scope, template }: CampusInTest) {
    const { id: templateID = 0 } = (await template('Fee', text)) ?? {};
    const submitted = { language: 'en', category: 'UTILITY', providerID: '1', state: 'approved' as const };
    const content = { reason: '' as const, message: text, media: '', stopButton: 1, syncedAt: null };
    const name = `fee_${templateID}`;
    await putSubmitted(scope, { templateID, name, ...submitted, ...content, submittedAt: now.toISOString() });
    return templateID;
  }

  const send = async () => {
    while ((await sendNext(world.deps)) > 0);
  };
  const readRun = ({ scope }: CampusInTest, broadcastID: number) =>
    scope.db
      .selectFrom('message')
      .select(['status', 'reason'])
      .where('broadcastID', '=', broadcastID)
      .executeTakeFirst();

  describe.each(['at once', 'later'] as const)('Refused %s', (when) => {
    /** A parent wrote an hour ago. WhatsApp refuses free text to the parent, and a person then retries the message. */
    async function openClosed({ isByTemplate = false } = {}) {
      const campus = await world.school(nextSlug());
      const group = await campus.group({ bills: [makeBill({ number })] });
      const words = { message: text, ...(isByTemplate ? { templateID: await approve(campus) } : {}) };
      await write(campus);
      pass(hour);
      approver.answer = ({ opaque }) =>
        when === 'at once'
          ? { kind: 'rejected', ...refusal }
          : { kind: 'accepted', providerID: `p.${opaque}` };
      const { broadcastID } = await campus.message({ groupIDs: [group.id], ...words });
      await send();
      expect(approver.got.map(({ template }) => template)).toEqual([undefined]);
      approver.answer = ({ opaque }) => ({ kind: 'accepted', providerID: `p.${opaque}` });
      pass(1000);
      if (when === 'later') {
        const receipt = {
          recipient: null,
          senderID: `s${campus.id}`,
          providerID: `p.${approver.got[0]?.opaque}`,
          ...refusal,
        };
        const at = now.toISOString();
        await inTransaction({ db: campus.scope.db }, ({ db }) =>
          applyReceipts(db, [{ ...receipt, status: 'failed', at }], { now: at, chance: Math.random }),
        );
      }
      expect(await readRun(campus, broadcastID)).toEqual({ status: 'failed', reason: providerReason('No') });
      expect((await retry(campus.scope, world.deps, { broadcastID })).changed).toBe(1);
      await send();
      return { campus, group, broadcastID };
    }

    it('A retry after WhatsApp has reported a closed window uses the template of its send.', async () => {
      const { campus, broadcastID } = await openClosed({ isByTemplate: true });
      expect(approver.got[1]?.template?.name).toMatch(/^fee_/);
      expect(await readRun(campus, broadcastID)).toMatchObject({ status: 'accepted' });
    });

    it('A retry without a template is skipped as windowClosed until the parent writes again.', async () => {
      const { campus, group, broadcastID } = await openClosed();
      expect(approver.got).toHaveLength(1);
      const closed = { status: 'skipped', reason: makeReason('windowClosed') };
      expect(await readRun(campus, broadcastID)).toEqual(closed);
      const window = () => showWindow(campus.scope, world.deps, number);
      expect(await window()).toEqual({ isNeeded: true, openUntil: null });
      const again = () => campus.message({ groupIDs: [group.id], message: text });
      expect((await again()).queued).toBe(0);
      await write(campus);
      const openUntil = new Date(now.getTime() + 24 * hour).toISOString();
      expect(await window()).toEqual({ isNeeded: true, openUntil });
      expect((await again()).queued).toBe(1);
      await send();
      expect(approver.got).toHaveLength(2);
    });
  });

  it('A message that WhatsApp refused for another reason leaves the window open.', async () => {
    const campus = await world.school(nextSlug());
    await write(campus);
    pass(hour);
    approver.answer = () => ({
      kind: 'rejected',
      reason: providerReason('No'),
      code: '131026',
      policy: 'failRecipient',
    });
    await campus.message({ contacts: number });
    await send();
    expect((await showWindow(campus.scope, world.deps, number)).openUntil).not.toBeNull();
  });
});
