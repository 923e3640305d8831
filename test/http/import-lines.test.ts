/** Request bodies of JSON lines: what is accepted, and what is refused. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { largestImport, mostRowsPerImport } from '#shared/limits.ts';
import { toasts } from '#shared/words/toasts.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import type { Answered } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const details = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
const type = 'application/x-ndjson';
const lineOf = (value: unknown) => JSON.stringify(value);
const headLine = (head: Record<string, unknown> = {}) =>
  lineOf({
    group: details,
    saveID: randomUUID(),
    file: { name: 'a.xlsx', sha256: 'c'.repeat(64) },
    ...head,
  });

describe.each(engines)('Imports by lines on %s', (engine) => {
  const here = useCampus(engine);
  const send = (body: string | FormData, more: { type?: string; query?: Record<string, unknown> } = {}) =>
    here.clerk.ask(calls.importBills, { body, type, ...more });
  const expectNothing = async () => {
    expect(await here.clerk.get(calls.listGroups)).toEqual([]);
    expect(await readdir(join(here.world.deps.config.dataDir, 'spool')).catch(() => [])).toEqual([]);
  };

  it('An import accepts lines with any line end, empty lines and a byte order mark.', async () => {
    const body = `\uFEFF${headLine()}\r\n\n${lineOf(makeBill())}\n\r\n${lineOf(makeBill({ name: 'عائشہ' }))}\n`;
    expect((await send(body)).body).toMatchObject({ added: 2 });
    const [billing] = await here.clerk.get(calls.loadData);
    expect(billing.contacts[1].name).toBe('عائشہ');
  });

  it('An import keeps characters that only look like a line end, and accepts a gzip body.', async () => {
    const name = 'A\u2028B\u2029C\u0085D';
    const plain = await send(`${headLine()}\n${lineOf(makeBill({ name }))}`);
    const [billing] = await here.clerk.get(calls.loadData);
    expect(plain.body).toMatchObject({ added: 1 });
    expect(billing.contacts[0].name).toBe(name);
    const file = { name: 'b.xlsx', sha256: 'd'.repeat(64) };
    const packed = gzipSync(`${headLine({ file })}\n${lineOf(makeBill())}`);
    const { sent, answered } = open({ 'content-encoding': 'gzip', 'content-length': packed.length });
    sent.end(packed);
    expect(await answered).toMatchObject({ status: 200, body: { added: 1 } });
  });

  it('Multi-byte characters cut between two chunks of an import are stored intact.', {
    timeout: 60_000,
  }, async () => {
    // Letters of three bytes, so that some are split between two reads.
    const rows = Array.from({ length: 3500 }, (_, at) => makeBill({ name: `${'ﷺ'.repeat(at % 50)} ${at}` }));
    const { body, status } = await send([headLine(), ...rows.map(lineOf)].join('\n'));
    expect({ status, added: body.added }).toEqual({ status: 200, added: rows.length });
    const stored = await here.campus.scope.db
      .selectFrom('bill')
      .select('name')
      .where('groupID', '=', body.id)
      .orderBy('id')
      .execute();
    expect(stored.map(({ name }) => name)).toEqual(rows.map(({ name }) => name?.trim()));
  });

  it.each(['application/json', 'text/plain', 'text/csv'])(
    'An import of the type %s is refused unread.',
    async (type) => {
      expectFailure(await send(`${headLine()}\n${lineOf(makeBill())}`, { type }), 'unsupported');
      await expectNothing();
    },
  );

  it('An import refuses multipart and an empty body, and Groups/Save refuses JSON lines.', async () => {
    const form = new FormData();
    form.set('file', new Blob(['{}']), 'a.ndjson');
    expectFailure(await send(form), 'unsupported');
    expectFailure(await here.clerk.ask(calls.importBills), 'unsupported');
    const save = { body: headLine(), type };
    expectFailure(await here.clerk.ask(calls.saveGroup, save), 'unsupported');
    await expectNothing();
  });

  it.each([
    ['no line', '', 'The first line, which describes what is saved, is missing.'],
    ['empty lines', '\n\r\n\n', 'The first line, which describes what is saved, is missing.'],
    ['a head that is no JSON', '{"group":\n{}', 'Line 1 is not valid JSON.'],
    [
      'a row that is no JSON',
      `${headLine()}\n\n${lineOf(makeBill())}\n{"name":`,
      'Line 4 is not valid JSON.',
    ],
    ['NUL', `${headLine()}\n{"name":"A\\u0000"}`, 'A text contains the character NUL'],
    ['an endless head', `"${'x'.repeat(1_000_000)}`, 'Line 1 is too long.'],
    ['an endless row', `${headLine()}\n"${'x'.repeat(1_000_000)}"\n`, 'Line 2 is too long.'],
  ])('An import is refused with its line number: %s.', async (_what, body, message) => {
    const answered = await send(body);
    expectFailure(answered, 'malformed');
    expect(answered.body.message).toContain(message);
    await expectNothing();
  });

  it('An import of bytes that are not UTF-8 is refused.', async () => {
    const body = Buffer.concat([
      Buffer.from(`${headLine()}\n{"name":"`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    const { sent, answered } = open({ 'content-length': body.length });
    sent.end(body);
    expectFailure(await answered, 'malformed');
    await expectNothing();
  });

  it('An import names each row and field that is wrong.', async () => {
    const rows = [makeBill(), { total: 'much' }, makeBill(), { month: 13, year: 2026 }];
    const answered = await send([headLine(), ...rows.map(lineOf), '[]', 'null'].join('\n'));
    expectFailure(answered, 'malformed');
    expect(answered.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'contacts.1.total',
      'contacts.3.month',
      'contacts.4',
      'contacts.5',
    ]);
    await expectNothing();
  });

  it('An import is refused if its first line has no billing name, has a wrong file hash, or is a bill.', async () => {
    const row = lineOf(makeBill());
    const noName = await send(`${headLine({ group: { ...details, name: ' ' } })}\n${row}`);
    expectFailure(noName, 'invalid');
    expect(noName.body.message).toBe(toasts.errors.details);
    expect(noName.body.issues).toEqual([{ path: 'group.name', message: toasts.errors.details }]);
    const noHash = await send(`${headLine({ file: { name: 'a', sha256: 'A' } })}\n${row}`);
    expectFailure(noHash, 'malformed');
    expect(noHash.body.issues).toEqual([
      { path: 'file.sha256', message: 'Give the SHA-256 of the file in hex.' },
    ]);
    expectFailure(await send(row), 'malformed');
    await expectNothing();
  });

  it('An import needs at least one row.', async () => {
    const ofNew = await send(headLine());
    expectFailure(ofNew, 'invalid');
    expect(ofNew.body.message).toBe(toasts.errors.details);
    await expectNothing();
    const { id } = await here.campus.group({ bills: 1 });
    const ofOld = await send(`${headLine({ group: { id } })}\n\n`);
    expectFailure(ofOld, 'invalid');
    expect(ofOld.body).toMatchObject({ message: toasts.errors.contacts, issues: [{ path: 'contacts' }] });
  });

  it('An import with more rows than the limit is refused.', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: mostRowsPerImport + 1 }, (_, at) => `{"regNum":"${at}"}`);
    const answered = await send(`${headLine()}\n${rows.join('\n')}`);
    expectFailure(answered, 'tooLarge');
    await expectNothing();
  });

  it('An import takes its campus from the first line, and other campuses are not found.', async () => {
    const { campus, caller, world } = here;
    const sister = await campus.sister();
    const stranger = await world.school(`stranger-${randomUUID().slice(0, 8)}`);
    const head = await caller({ add: true }, [sister]);
    const ask = (group: unknown, query: Record<string, unknown> = { cID: undefined }) => {
      const body = `${headLine({ group })}\n${lineOf(makeBill())}`;
      return head.ask(calls.importBills, { body, type, query });
    };
    expect((await ask({ ...details, campusID: sister.id })).status).toBe(200);
    const { id } = await sister.group({ bills: 1 });
    expect((await ask({ id })).body).toMatchObject({ id, added: 1 });
    expectFailure(await ask({ id }, { cID: campus.id }), 'notFound');
    const theirs = await stranger.group({ bills: 1 });
    expectFailure(await ask({ id: theirs.id }), 'notFound');
    expectFailure(await ask({ ...details, campusID: stranger.id }), 'notFound');
  });

  /** Opens a request whose body the test writes itself, so that it need not end. */
  function open(headers: Record<string, string | number> = {}) {
    const { db, id } = here.campus;
    const url = `${here.world.address}/api/Imports/Bills?db=${db}&cID=${id}`;
    const authorization = `Bearer ${here.clerk.token}`;
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': type, authorization, ...headers },
    });
    const answer = async (): Promise<Answered> => {
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      let text = '';
      for await (const some of response.setEncoding('utf8')) text += some;
      return { status: response.statusCode ?? 0, body: JSON.parse(text), headers: new Headers() };
    };
    return { sent, answered: answer() };
  }

  it('An import whose body breaks off saves nothing, even between two lines.', async () => {
    for (const headers of [undefined, { 'content-length': 5_000_000 }]) {
      const { sent, answered } = open(headers);
      const gone = expect(answered).rejects.toThrow();
      sent.write(`${headLine()}\n${lineOf(makeBill())}\n`);
      await untilSpooled();
      sent.destroy();
      await gone;
    }
    expect((await send(`${headLine()}\n${lineOf(makeBill())}`)).body).toMatchObject({ added: 1 });
    expect(await here.clerk.get(calls.listGroups)).toHaveLength(1);
  });

  /** The first body that arrives creates the folder. */
  async function untilSpooled(): Promise<void> {
    const folder = join(here.world.deps.config.dataDir, 'spool');
    while (!(await readdir(folder).catch(() => undefined))) await new Promise(setImmediate);
  }

  it('An import that is too large is refused by its announced length, or at the first byte beyond the limit.', {
    timeout: 120_000,
  }, async () => {
    const announced = open({ 'content-length': largestImport + 1 });
    announced.sent.flushHeaders();
    expectFailure(await announced.answered, 'tooLarge');
    announced.sent.destroy();
    const { sent, answered } = open();
    const part = Buffer.alloc(1024 * 1024, '\n');
    for (let length = 0; length <= largestImport; length += part.length) {
      if (!sent.write(part)) await once(sent, 'drain');
    }
    expectFailure(await answered, 'tooLarge');
    sent.destroy();
    await expectNothing();
  });
});
