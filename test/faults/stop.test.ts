/**
 * A program that is told to stop settles what is in flight and keeps the rest queued; the next start goes on from
 * there.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { MessageCounts } from '#shared/messages/message-states.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { ask, type Counter } from '../support/fault-clerk.ts';
import { startMain } from '../support/fault-main.ts';
import { lookInto } from '../support/fault-store.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';

const password = 'stopped-kindly';
const bills = 3000;

describe.each(engines)('Stop on %s', (engine) => {
  const name = `stop_${randomUUID().replaceAll('-', '')}`;
  let dataDir: string;
  let databaseUrl: string | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'qasid-stop-'));
    databaseUrl = engine === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', name) : undefined;
  });
  afterAll(async () => {
    if (databaseUrl) await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(dataDir, { recursive: true, force: true });
  });

  const begin = () =>
    startMain({
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });

  async function signIn(address: string): Promise<Counter> {
    const { token } = (await ask({ address, token: '' }, calls.login, { userName: 'admin', password })) as {
      token: string;
    };
    return { address, token };
  }

  async function countsWhen(
    counter: Counter,
    isSo: (counts: MessageCounts) => boolean,
  ): Promise<MessageCounts> {
    for (let patience = 400; patience > 0; patience--) {
      const { counts } = (await ask(counter, calls.listOutbox)) as { counts: MessageCounts };
      if (isSo(counts)) return counts;
      await wait(25);
    }
    throw new Error('the outbox did not reach the expected counts');
  }

  const statesLeft = async () => {
    const { complaints, messages } = await lookInto({ ...configFor(dataDir, databaseUrl), role: 'all' });
    expect(complaints).toEqual([]);
    return messages.map(({ status }) => status);
  };

  it('A stop during a send settles the messages in flight, keeps the others queued, and the next start sends them.', {
    timeout: 60_000,
  }, async () => {
    const program = begin();
    const counter = await signIn(await program.ready());
    // A demo phone takes up to 1.5 seconds, so hundreds of messages are in flight when the signal comes.
    await ask(counter, calls.setPace, { pace: 'natural' });
    const contacts = Array.from({ length: bills }, (_, index) => ({
      name: `Child ${index}`,
      number: `0300${2_000_001 + index * 10}`,
    }));
    const group = { id: 0, name: 'November', month: 11, year: 2026, description: 'Fee', campusID: 1 };
    const { id } = (await ask(counter, calls.saveGroup, { group, contacts })) as { id: number };
    await ask(counter, calls.sendToGroups, { message: 'Dear {{name}}', groupIDs: [id] });
    await countsWhen(counter, ({ sending }) => sending > 50);
    expect(await program.end('SIGTERM')).toMatchObject({ code: 0, signal: null, complained: '' });

    const left = await statesLeft();
    const handed = left.filter((state) => state !== 'queued').length;
    expect(new Set(left)).toEqual(new Set(['accepted', 'queued']));
    expect(handed).toBeGreaterThanOrEqual(100);
    expect(handed).toBeLessThan(bills);

    const next = begin();
    const again = await signIn(await next.ready());
    await ask(again, calls.setPace, { pace: 'instant' });
    await countsWhen(again, ({ pending, sending }) => pending + sending === 0);
    expect((await next.end('SIGINT')).code).toBe(0);
    const ended = await statesLeft();
    expect(ended).toHaveLength(bills);
    expect(ended.filter((state) => ['queued', 'sending', 'unknown', 'failed'].includes(state))).toEqual([]);
  });
});
