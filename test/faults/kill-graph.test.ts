/**
 * The program is killed while WhatsApp has its messages and has not answered: which message has which name is known
 * again from what WhatsApp tells later, and what cannot be known is shown as what may have been sent.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Message } from '#shared/calls/outbox.ts';
import { openStore } from '../../src/server/db/open-store.ts';
import { type Graph, startGraph } from '../peers/graph.ts';
import { engines } from '../support/engines.ts';
import { ask, type Counter } from '../support/fault-clerk.ts';
import { type MainProcess, startMain } from '../support/fault-main.ts';
import { makePlace, signIn } from '../support/fault-place.ts';
import { read } from '../support/fault-store.ts';
import { connect } from '../support/storm-desk.ts';

const password = 'killed-again';
const [told, untold, calm] = ['+923001000001', '+923001000002', '+923001000003'] as const;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (await isSo()) return;
    await wait(50);
  }
  throw new Error(`never came: ${what}`);
}

const listMessages = async (counter: Counter) =>
  ((await ask(counter, calls.listOutbox)) as { items: Message[] }).items;

async function statesOf(counter: Counter): Promise<Record<string, string>> {
  return Object.fromEntries((await listMessages(counter)).map(({ number, status }) => [number, status]));
}

/** Each has written, so that it can be answered freely. */
async function haveWritten(counter: Counter, graph: Graph): Promise<void> {
  for (const number of [told, untold, calm]) graph.phone(number).writes('Salam');
  await until('what parents wrote', async () => {
    const { items } = (await ask(counter, calls.listConversations)) as { items: unknown[] };
    return items.length === 3;
  });
}

describe.each(engines)('a kill between the call and its recording on %s', (engine) => {
  it('loses no name, and claims nothing that nobody knows', { timeout: 120_000 }, async () => {
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
    graph.faults.next({ kind: 'hangAfter', late: 4 }, { to: told });
    graph.faults.next({ kind: 'hang' }, { to: untold });
    await ask(first.counter, calls.sendToMember, {
      contacts: [told, untold, calm].join(','),
      message: 'Shukria',
    });
    await until('all three calls', async () => {
      const { [calm]: state } = await statesOf(first.counter);
      return state === 'read' && graph.lost.length === 1 && graph.accepted.length === 2;
    });
    expect(await statesOf(first.counter)).toMatchObject({ [told]: 'sending', [untold]: 'sending' });
    await first.life.end('SIGKILL');

    const { life, counter } = await begin();
    await graph.hooks.subscribe(
      ((await ask(counter, calls.getConnection)) as { webhook: { url: string; verifyToken: string } })
        .webhook,
    );
    await until('the late news', async () => (await statesOf(counter))[told] === 'read');
    // Elsewhere another process may still be at it, until its lease ends.
    if (engine === 'sqlite') {
      const unsure = (await listMessages(counter)).find(({ number }) => number === untold);
      expect(unsure).toMatchObject({ status: 'unknown', reasonCode: 'mayHaveBeenSent' });
    }
    await life.end('SIGTERM');

    const store = await openStore(config);
    const { messages } = await read(store);
    await store.close();
    const names = Object.fromEntries(messages.map(({ number, providerID }) => [number, providerID]));
    const given = Object.fromEntries(graph.accepted.map(({ to, wamid }) => [to, wamid]));
    expect(names).toEqual({ ...given, [untold]: null });
    expect(graph.accepted).toHaveLength(2);
  });
});
