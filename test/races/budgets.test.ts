/** Several numbers share a messaging limit while several workers send for each of them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { countedFor } from '../../src/server/outbox/limits/messaging-limits-rules.ts';
import { updateSender } from '../../src/server/senders/settings/settings-queries.ts';
import { putSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { createApprover } from '../support/approving-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { emptyOutbox, nextSlug } from './one-message.ts';

const text = 'Dear parent, the fee of {{name}} is due now. Thank you.';
const perDay = 70;

describe.each(engines)('Shared messaging limit on %s', (engine) => {
  const approver = createApprover();
  let now = new Date('2026-11-09T06:00:00.000Z');
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo: approver.provider }, now: () => now });
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  /** A campus of this portfolio with a send to so many people outside their windows. */
  async function queue(portfolio: string, bills: number) {
    const campus = await world.school(nextSlug());
    await updateSender(campus.scope, { perDay, portfolio });
    const group = await campus.group({ bills });
    const templateID = (await campus.template('Fee', text))?.id ?? 0;
    await putSubmitted(campus.scope, {
      templateID,
      name: `fee_${templateID}`,
      language: 'en',
      category: 'UTILITY',
      providerID: '1',
      state: 'approved',
      reason: '',
      message: text,
      media: '',
      stopButton: 0,
      submittedAt: now.toISOString(),
      syncedAt: null,
    });
    await campus.message({ groupIDs: [group.id], message: text, templateID });
  }

  /** Runs four workers at once until they find nothing more. Returns how many people were reached. */
  async function drain(): Promise<number> {
    approver.got.length = 0;
    const work = async () => {
      for (let idle = 0; idle < 3; ) idle = (await sendNext(world.deps)) === 0 ? idle + 1 : 0;
    };
    await Promise.all([work(), work(), work(), work()]);
    return new Set(approver.got.map(({ to }) => to)).size;
  }

  it.each([
    ['three numbers of one portfolio', 'one portfolio', 3, perDay],
    ['one number without a portfolio', '', 1, perDay],
    ['two numbers without a portfolio', '', 2, 2 * perDay],
  ])(
    'With %s, several workers keep the messaging limit, day after day.',
    { timeout: 60_000 },
    async (_what, portfolio, senders, limit) => {
      for (let count = 0; count < senders; count++) await queue(portfolio, 200);
      const days: number[] = [];
      for (let day = 0; day < 3; day++) {
        days.push(await drain());
        now = new Date(now.getTime() + countedFor);
      }
      expect(days).toEqual([limit, limit, Math.min(limit, senders * 200 - 2 * limit)]);
    },
  );
});
