/**
 * A long send by two workers on PostgreSQL. Every fifth message fails, one worker is frozen for a minute, and the other
 * is killed every twenty seconds. None may be lost or sent twice, an unknown message must be one that nobody can know
 * about, and the send must take little longer than the rate demands. PACE_MESSAGES sets the size; without it the test
 * is skipped.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { noPace } from '#shared/calls/senders.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { readOpaque } from '../../src/server/outbox/broadcasts/attempts-rules.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Fault } from '../peers/graph/faults.ts';
import { acceptedTwice, type Graph, startGraph } from '../peers/graph.ts';
import { engines } from '../support/engines.ts';
import { ask } from '../support/fault-clerk.ts';
import { type MainProcess, startMain } from '../support/fault-main.ts';
import { makePlace, seed, signIn } from '../support/fault-place.ts';
import { type Left, read } from '../support/fault-store.ts';
import { approve, connect, fill } from '../support/storm-desk.ts';
import { findWrongs } from '../support/storm-findings.ts';

const messages = Number(process.env.PACE_MESSAGES ?? 0);
const perMinute = 4800;
/** Milliseconds that the rate alone takes, and the longest time allowed. */
const alone = (messages / perMinute) * 60_000;
const longest = 2 * alone + 120_000;

/** The worker itself stamps the time of each request. */
const stamp = new URL('../support/stamp-sends.ts', import.meta.url).href;

/** The largest number of these instants within one second. */
function mostASecond(instants: readonly number[]): number {
  const sorted = [...instants].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [last, at] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= at - 1000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

const late = 5;
const faults: readonly Fault[] = [
  { kind: 'reject', code: 130429 },
  { kind: 'reject', code: 131056 },
  { kind: 'html', status: 502 },
  { kind: 'hang' },
  { kind: 'cutBefore' },
  { kind: 'cutAfter', late },
  { kind: 'hangAfter', late },
  { kind: 'drop' },
  { kind: 'repeat' },
  { kind: 'reorder' },
];

/**
 * Explains the unknown messages: the fake server lost them, or their worker died before they left or with a refusal
 * that nobody read. The fake server has accepted none of them.
 */
function explain({ messages }: Pick<Left, 'messages'>, { accepted, lost }: Graph) {
  const attemptKey = ({ opaque }: { opaque: string }) => {
    const { id, attempts } = readOpaque(opaque) ?? { id: 0, attempts: 0 };
    return `${id} ${attempts}`;
  };
  const lostNames = new Set(lost.map(attemptKey));
  const taken = new Set(accepted.map(attemptKey));
  const unknown = messages.filter(({ status }) => status === 'unknown');
  const name = ({ id, attempts }: { id: number; attempts: number }) => `${id} ${attempts}`;
  const atTheirs = unknown.filter((one) => lostNames.has(name(one)) && !taken.has(name(one)));
  const neverLeft = unknown.filter(
    (one) =>
      !lostNames.has(name(one)) && !taken.has(name(one)) && one.reason === makeReason('mayHaveBeenSent'),
  );
  const explained = new Set([...atTheirs, ...neverLeft]);
  return { atTheirs, neverLeft, unexplained: unknown.filter((one) => !explained.has(one)) };
}

describe.skipIf(messages === 0 || !engines.includes('postgres'))('Long send', () => {
  it(`A send of ${messages} messages by workers that freeze and die loses none, repeats none and keeps its rate.`, {
    timeout: longest + 180_000,
  }, async () => {
    const graph = await startGraph({
      account: { tier: 'TIER_UNLIMITED' },
      perSecond: perMinute / 60,
      delays: { sent: 500, delivered: 1500, read: 3000 },
      reviewAfter: 500,
    });
    const { config, remove } = await makePlace(inject('postgresUrl'));
    const lives: MainProcess[] = [];
    onTestFinished(async () => {
      for (const life of lives) {
        void life.end('SIGCONT');
        await life.end('SIGKILL');
      }
      await graph.close();
      await remove();
    });
    const begin = async (role: 'web' | 'worker') => {
      const life = startMain({
        ROLE: role,
        DATA_DIR: config.dataDir,
        DATABASE_URL: config.databaseUrl ?? '',
        ADMIN_PASSWORD: config.adminPassword ?? '',
        WHATSAPP_GRAPH_URL: graph.url,
        LOG_LEVEL: 'error',
        NODE_OPTIONS: `--import=${stamp}`,
      });
      lives.push(life);
      return { life, address: await life.ready() };
    };
    const web = await begin('web');
    const counter = await signIn(web.address);
    await connect(counter, graph);
    const frozen = await begin('worker');
    let mortal = await begin('worker');
    const templateID = await approve(
      { counter },
      'Dear parent, the fee of {{name}} is due on {{dueDate}}. Please pay.',
    );
    const groupID = await fill({ counter }, messages);
    await ask(counter, calls.setSenderPace, { ...noPace, perMinute });
    graph.faults.storm({ seed, share: 0.2, faults });
    const began = performance.now();
    const since = () => performance.now() - began;
    const sent = {
      message: 'Dear parent, the fee of {{name}} is due on {{dueDate}}. Please pay.',
      templateID,
      groupIDs: [groupID],
    };
    expect(await ask(counter, calls.sendToGroups, sent)).toMatchObject({ queued: messages });

    let kills = 0;
    let resumed = 0;
    let isOver = false;
    const accidents = async () => {
      for (let second = 1; !isOver; second += 1) {
        await wait(1000);
        if (second === 15) void frozen.life.end('SIGSTOP');
        if (second === 75) void frozen.life.end('SIGCONT');
        if (second % 20 !== 0 || isOver) continue;
        await mortal.life.end('SIGKILL');
        kills += 1;
        mortal = await begin('worker');
      }
    };
    const accident = accidents();
    let handedOverIn = 0;
    let counts: Record<string, number> = {};
    while (since() < longest + 60_000) {
      ({ counts } = (await ask(counter, calls.listOutbox)) as { counts: Record<string, number> });
      const { alert } = (await ask(counter, calls.countOutbox)) as { alert: string | null };
      if (alert !== null && (counts.pending ?? 0) > 0) {
        await ask(counter, calls.resumeOutbox, {});
        resumed += 1;
      }
      if ((counts.pending ?? 0) + (counts.sending ?? 0) === 0) {
        handedOverIn ||= since();
        if (graph.isIdle()) break;
      }
      await wait(500);
    }
    const took = since();
    isOver = true;
    await accident;
    const store = await openStore(config);
    const left = await read(store);
    await store.close();
    const { atTheirs, neverLeft, unexplained } = explain(left, graph);
    const sends = graph.requests.filter(
      ({ path, sentAt }) => path.endsWith('/messages') && sentAt !== undefined,
    );
    const figures = {
      seed,
      messages,
      seconds: {
        alone: alone / 1000,
        allowed: longest / 1000,
        handedOver: handedOverIn / 1000,
        all: took / 1000,
      },
      kills,
      resumed,
      counts,
      unknown: { lostAtTheirs: atTheirs.length, neverLeft: neverLeft.length },
      atTheirs: { accepted: graph.accepted.length, refused: graph.refused.length, lost: graph.lost.length },
      mostASecond: {
        sent: mostASecond(sends.map(({ sentAt = 0 }) => sentAt)),
        arrived: mostASecond(sends.map(({ arrivedAt = 0 }) => arrivedAt)),
        accepted: mostASecond(graph.accepted.map(({ at }) => at)),
      },
      refusedForPace: graph.counts.refused.throughput,
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    expect(left.messages).toHaveLength(messages);
    expect(acceptedTwice(graph.accepted, ({ opaque }) => String(readOpaque(opaque)?.id))).toEqual([]);
    expect(unexplained).toEqual([]);
    const died = new Set(neverLeft.map(({ id }) => `message ${id} is unknown`));
    const wrongs = findWrongs(left, graph).filter((line) => ![...died].some((one) => line.startsWith(one)));
    expect(wrongs.slice(0, 20), `${wrongs.length} wrongs`).toEqual([]);
    expect(kills).toBeGreaterThan(Math.floor(handedOverIn / 30_000) - 1);
    // The rate limits what leaves. Requests may be delayed on their way and arrive together.
    expect(figures.mostASecond.sent).toBeLessThanOrEqual(perMinute / 60);
    expect(figures.refusedForPace).toBeLessThanOrEqual(messages / 100);
    expect(handedOverIn).toBeGreaterThan(0);
    expect(handedOverIn).toBeLessThan(longest);
  });
});
