import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { orderOf, quietLog, voucherBill, voucherPage } from '../../../../test/support/voucher-pages.ts';
import { computer } from '../../runtime.ts';
import { createPaperMaker } from './paper-maker.ts';

const order = orderOf([voucherPage()]);
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Timers that fire when a test calls them, by their duration in milliseconds. */
function createTimers() {
  const set = new Map<number, () => void>();
  const after = (milliseconds: number, call: () => void) => {
    set.set(milliseconds, call);
    return { cancel: () => void (set.get(milliseconds) === call && set.delete(milliseconds)) };
  };
  return { after, set };
}

/** Starts processes with these programs, one for each start, and the last one for all later starts. */
function createPrograms(...does: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'qasid-papers-'));
  const started: ChildProcess[] = [];
  const start = (): ChildProcess => {
    const path = join(folder, `${started.length}.mjs`);
    writeFileSync(path, does[Math.min(started.length, does.length - 1)] ?? '');
    const child = fork(path, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    started.push(child);
    return child;
  };
  return { start, started };
}

const answers = `process.on('message', ({ id, order }) => process.send({ id, bytes: Buffer.from(order.title) }));`;
const dies = `process.on('message', () => process.exit(1));`;
/** Dies on a page that contains the word, like the real program on a text that it cannot set. */
const diesOn = (word: string): string => `
  process.on('message', ({ id, order }) => {
    if (!JSON.stringify(order.pages).includes('${word}')) return process.send({ id, bytes: Buffer.from(String(order.pages.length)) });
    process.stderr.write('when slicing \`${word}\`');
    process.exit(134);
  });`;
const hangs = `process.on('message', () => {});`;
const refuses = `process.on('message', ({ id }) => process.send({ id, failed: 'no such letter' }));`;

function createMaker(...does: readonly string[]) {
  const timers = createTimers();
  const programs = createPrograms(...does);
  const logged: unknown[] = [];
  const log = { error: (fields: unknown) => void logged.push(fields) };
  const maker = createPaperMaker({ runtime: timers, log }, programs.start);
  stops.push(maker.stop);
  return { ...timers, ...programs, ...maker, logged };
}

const untilTimerSet = async (set: Map<number, unknown>, milliseconds: number): Promise<void> => {
  while (!set.has(milliseconds)) await computer.sleep(5);
};

it('Papers are made in a child process that is kept until it is idle for a minute.', async () => {
  const { draw, started, set } = createMaker(answers);
  expect((await draw(order)).toString()).toBe('Vouchers');
  await draw(order);
  expect(started).toHaveLength(1);
  set.get(60_000)?.();
  await draw(order);
  expect(started).toHaveLength(2);
});

it('A paper whose process dies is tried once in another process, and then fails as unavailable.', async () => {
  const once = createMaker(dies, answers);
  expect((await once.draw(order)).toString()).toBe('Vouchers');
  expect(once.started).toHaveLength(2);
  const always = createMaker(dies);
  const failure = await always.draw(order).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable' });
  // The third one tried a page without texts, so the texts are not the cause.
  expect(always.started).toHaveLength(3);
});

it('The pages on which the process crashes are found, with the texts to change, and the crash is logged.', async () => {
  const { draw, logged } = createMaker(diesOn('bad'));
  const names = ['Ali', 'bad one', 'Bina', 'Sana', 'Umar'];
  const pages = names.map((name, at) =>
    voucherPage(voucherBill({ name, head1: at === 4 ? 'a bad head' : 'Fee' })),
  );
  const failure = await draw(orderOf(pages)).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('“bad one” (Student)'),
    pages: [
      { at: 1, texts: [{ field: 'Student', text: 'bad one' }] },
      { at: 4, texts: [{ field: 'Fee head', text: 'a bad head' }] },
    ],
  });
  // The quoted text may be a part of a name.
  expect(logged[0]).toEqual({ code: 134, signal: null, stderr: 'when slicing `…`' });
});

it('A process that has disconnected is killed, and the next paper is made in another one.', async () => {
  const leaves = `process.on('message', ({ id, order }) =>
    process.send({ id, bytes: Buffer.from(order.title) }, () => process.disconnect()));
    setInterval(() => {}, 1000);`;
  const { draw, started } = createMaker(leaves, answers);
  await draw(order);
  const [first] = started;
  if (first?.connected) await once(first, 'disconnect');
  expect((await draw(order)).toString()).toBe('Vouchers');
  expect(started).toHaveLength(2);
  expect(first?.killed).toBe(true);
});

it('A process that hangs is killed after 30 seconds without a retry, and the next paper gets another process.', async () => {
  const { draw, started, set } = createMaker(hangs, answers);
  const hanging = draw(order);
  const refused = expect(hanging).rejects.toMatchObject({ code: 'unavailable' });
  await untilTimerSet(set, 30_000);
  set.get(30_000)?.();
  await refused;
  expect(started[0]?.killed).toBe(true);
  expect((await draw(order)).toString()).toBe('Vouchers');
});

it('A compile error fails the paper, and the process is kept.', async () => {
  const { draw, started } = createMaker(refuses);
  await expect(draw(order)).rejects.toThrow('no such letter');
  await expect(draw(order)).rejects.toThrow('no such letter');
  expect(started).toHaveLength(1);
});

it('Stopping the paper maker fails papers in progress and later ones as unavailable.', async () => {
  const { draw, stop, set } = createMaker(hangs);
  const refused = expect(draw(order)).rejects.toMatchObject({ code: 'unavailable' });
  await untilTimerSet(set, 30_000);
  await stop();
  await refused;
  await expect(draw(order)).rejects.toMatchObject({ code: 'unavailable' });
});

it('The real compiler makes a PDF.', async () => {
  const maker = createPaperMaker({ runtime: computer, log: quietLog });
  stops.push(maker.stop);
  expect((await maker.draw(order)).subarray(0, 5).toString()).toBe('%PDF-');
});
