/** A worker asks for all campuses together, so the statements of an idle round do not grow with their number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/server/deps.ts';
import type { Loop } from '../../src/server/loop.ts';
import { resumeAfterApproval } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { sendingWorker } from '../../src/server/outbox/delivery/worker.ts';
import { receiptsWorker } from '../../src/server/outbox/receipts/worker.ts';
import { putReminderSetting, putRule } from '../../src/server/reminders/reminders-queries.ts';
import { remindersWorker } from '../../src/server/reminders/runs/worker.ts';
import { putSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { approvalsWorker } from '../../src/server/templates/approvals/worker.ts';
import { trailWorker } from '../../src/server/trail/chain/worker.ts';
import { webhookWorker } from '../../src/server/webhooks/dispatch/worker.ts';
import { mediaWorker } from '../../src/server/webhooks/media/media.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const makeWorkers: readonly ((deps: Deps) => Loop)[] = [
  sendingWorker,
  receiptsWorker,
  webhookWorker,
  mediaWorker,
  (deps) => approvalsWorker(deps, resumeAfterApproval),
  trailWorker,
  remindersWorker,
];

describe.each(engines)('Queries of idle workers on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  /** Opens a campus whose reminders ran today, with a rule for each kind of look. */
  async function openIdleCampus(slug: string): Promise<void> {
    const { scope } = await world.school(slug);
    const now = world.deps.now().toISOString();
    await putReminderSetting(scope, { ranOn: '2999-01-01', importsUpTo: now });
    for (const sendOn of ['due-3', 'bill', 'paid']) {
      const { id } = await scope.db
        .insertInto('template')
        .values({ campusID: scope.campusID, title: sendOn, message: 'Hello', sendOn, createdAt: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await putRule(scope, { templateID: id, sendOn, startsOn: '2026-01-01', createdAt: now });
      await putSubmitted(scope, {
        ...{ templateID: id, name: sendOn, language: 'en', category: 'utility', providerID: '' },
        ...{ state: 'approved', reason: '', message: 'Hello', media: '', stopButton: 0 },
        ...{ submittedAt: now, syncedAt: now },
      });
    }
  }

  /** Counts the statements of the first round of every worker. In the first round each of them looks at everything. */
  async function countStatements(): Promise<number> {
    let count = 0;
    const { store } = world.deps;
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => {
        count += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const deps = { ...world.deps, store: { ...store, db } };
    for (const makeWorker of makeWorkers) await makeWorker(deps).tick();
    return count;
  }

  it('The queries of an idle round do not grow with the number of campuses.', async () => {
    for (const slug of ['one', 'two']) await openIdleCampus(slug);
    // The first round seals the entries about the new campuses.
    await countStatements();
    const ofTwo = await countStatements();
    for (let campus = 3; campus <= 12; campus += 1) await openIdleCampus(`campus ${campus}`);
    // The first round seals the entries about the new campuses.
    await countStatements();
    expect(await countStatements()).toBe(ofTwo);
  });
});
