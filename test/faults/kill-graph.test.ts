/**
 * Kills the program while WhatsApp has its messages and has not answered. Later webhooks must give the messages their
 * WhatsApp ids; what nobody can know becomes unknown.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Message } from '#shared/calls/outbox.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { type Graph, startGraph } from '../peers/graph.ts';
import { engines } from '../support/engines.ts';
import { ask, type Counter } from '../support/fault-clerk.ts';
import { type MainProcess, startMain } from '../support/fault-main.ts';
import { makePlace, signIn } from '../support/fault-place.ts';
import { read } from '../support/fault-store.ts';
import { connect } from '../support/storm-desk.ts';

const password = 'killed-again';
const [reported, unreported, calm] = ['+923001000001', '+923001000002', '+923001000003'] as const;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (await isSo()) return;
    await wait(50);
  }
  throw new Error(`timed out waiting for ${what}`);
}

const listMessages = async (counter: Counter) =>
  ((await ask(counter, calls.listOutbox)) as { items: Message[] }).items;

async function statesOf(counter: Counter): Promise<Record<string, string>> {
  return Object.fromEntries((await listMessages(counter)).map(({ number, status }) => [number, status]));
}

/** Each parent writes, so that free text reaches them. */
async function haveWritten(counter: Counter, graph: Graph): Promise<void> {
  for (const number of [reported, unreported, calm]) graph.phone(number).writes('Salam');
  await until('the messages of the parents', async () => {
    const { items } = (await ask(counter, calls.listConversations)) as { items: unknown[] };
    return items.length === 3;
  });
}

describe.each(engines)('Kill between a call to WhatsApp and its recording on %s', (engine) => {
  it('After a kill, late webhooks give messages their WhatsApp ids, and the other messages in flight become unknown.', {
    timeout: 120_000,
  }, async () => {
    const graph = await startGraph({ delays: { sent: 20, delivered: 40, read: 60 } });
    const { config, remove } = await makePlace(engine === 'postgres' ? inject('postgresUrl') : undefined);
    const lives: MainProcess[] = [];
    onTestFinished(async () => {
      for (const life of lives) await life.end('SIGKILL');
      await graph.close();
      await remove();
    });
    const begin = async () => {
      const life = startMain({
        DATA_DIR: config.dataDir,
        ADMIN_PASSWORD: password,
        WHATSAPP_GRAPH_URL: graph.url,
        ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
      });
      lives.push(life);
      return { life, counter: await signIn(await life.ready()) };
    };

    const first = await begin();
    await connect(first.counter, graph);
    await haveWritten(first.counter, graph);
    graph.faults.next({ kind: 'hangAfter', late: 4 }, { to: reported });
    graph.faults.next({ kind: 'hang' }, { to: unreported });
    await ask(first.counter, calls.sendToMember, {
      contacts: [reported, unreported, calm].join(','),
      message: 'Shukria',
    });
    await until('all three calls', async () => {
      const { [calm]: state } = await statesOf(first.counter);
      return state === 'read' && graph.lost.length === 1 && graph.accepted.length === 2;
    });
    expect(await statesOf(first.counter)).toMatchObject({ [reported]: 'sending', [unreported]: 'sending' });
    await first.life.end('SIGKILL');

    const { life, counter } = await begin();
    await graph.hooks.subscribe(
      ((await ask(counter, calls.getConnection)) as { webhook: { url: string; verifyToken: string } })
        .webhook,
    );
    await until('the late webhook', async () => (await statesOf(counter))[reported] === 'read');
    // On PostgreSQL another process may still hold the message until its lease ends.
    if (engine === 'sqlite') {
      const unsure = (await listMessages(counter)).find(({ number }) => number === unreported);
      expect(unsure).toMatchObject({ status: 'unknown', reasonCode: 'mayHaveBeenSent' });
    }
    await life.end('SIGTERM');

    const store = await openStore(config);
    const { messages } = await read(store);
    await store.close();
    const names = Object.fromEntries(messages.map(({ number, providerID }) => [number, providerID]));
    const given = Object.fromEntries(graph.accepted.map(({ to, wamid }) => [to, wamid]));
    expect(names).toEqual({ ...given, [unreported]: null });
    expect(graph.accepted).toHaveLength(2);
  });
});
