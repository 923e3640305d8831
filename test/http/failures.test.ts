/** Failures that are not a call’s own: of the store, of connections and of HTTP. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { isUnavailable } from '../../src/server/platform/http/failures.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

const details = { name: 'December 2026', month: 12, year: 2026, description: 'Monthly fee' };
const error = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

describe.each(engines)('HTTP failures on %s', (engine) => {
  const here = useCampus(engine);

  it.each([
    ['a range behind the end', 416, { range: 'bytes=999999-' }],
    ['a file that should have been another', 412, { 'if-match': '"another"' }],
  ])('A failed file request keeps its HTTP status: %s.', async (_what, status, headers) => {
    const { path } = await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    const authorization = `Bearer ${here.clerk.token}`;
    const options = { headers: { authorization, ...headers } };
    const response = await fetch(`${here.world.address}${path[0]}`, options);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code: 'malformed', message: failureWords.malformed });
  });
});

describe('SQLite failures', () => {
  const here = useCampus('sqlite');
  const save = () => here.clerk.ask(calls.saveGroup, { body: { group: details, contacts: [makeBill()] } });

  it('A save answers unavailable while another program holds the SQLite file.', async () => {
    const { deps } = here.world;
    await sql`pragma busy_timeout = 0`.execute(deps.store.db);
    const other = new DatabaseSync(join(deps.config.dataDir, 'qasid.db'));
    other.exec('begin immediate');
    expectFailure(await save(), 'unavailable');
    other.exec('rollback');
    other.close();
    expect((await save()).status).toBe(200);
  });

  it('A save and a send say that the disk is full, and store nothing.', async () => {
    const { db } = here.world.deps.store;
    const size = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${size.rows[0]?.page_count}`).execute(db);
    const contacts = Array.from({ length: 2000 }, () => makeBill());
    const numbers = contacts.map((_, at) => `0300${1_000_000 + at}`).join(', ');
    const refused = [
      await here.clerk.ask(calls.saveGroup, { body: { group: details, contacts } }),
      await here.clerk.ask(calls.sendToGroups, { body: { message: 'Holiday', contacts: numbers } }),
    ];
    for (const one of refused) {
      expectFailure(one, 'unavailable');
      expect(one.body.message).toBe(failureWords.noRoom);
    }
    await sql.raw('pragma max_page_count = 1000000').execute(db);
    expect(await here.clerk.get(calls.listGroups)).toEqual([]);
  });
});

describe('Unreachable providers', () => {
  it('An unreachable provider is answered as unavailable and logged as a warning, not an error.', async () => {
    const lines: string[] = [];
    const away = async () => ({ kind: 'unreachable', reason: providerReason('No line') }) as const;
    const demo: Provider = {
      send: async () => ({ kind: 'notSent', reason: providerReason('No line') }),
      templates: { submit: away, list: away, remove: away },
    };
    const log = openLog('trace', { write: (line) => lines.push(line) });
    const world = await createWorld('sqlite', { log, providers: { demo } });
    const campus = await world.school('main');
    const { token } = await campus.user();
    const query = { db: campus.db, cID: campus.id };
    expectFailure(await world.call(calls.syncTemplates, { token, query }), 'unavailable');
    await world.stop();
    const levels = lines.map((line): string => JSON.parse(line).level);
    expect(levels).toContain('warn');
    expect(levels).not.toContain('error');
  });
});

describe('Connection failures', () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'EPIPE'],
    ...['57P01', '57P02', '57P03', '53300', '08000', '08006', '08P01'],
  ])('An error with a connection code counts as unavailable: %s.', (code) => {
    expect(isUnavailable(error(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('An error with a connection message counts as unavailable: %s.', (message) => {
    expect(isUnavailable(error('', message))).toBe(true);
  });

  it.each([
    ['23505', 'duplicate key value: (number)=(+920812345) already exists'],
    ['23503', 'no such group: 08006'],
    ['42P01', 'relation "ECONNRESET" does not exist'],
  ])(
    'An error that only mentions a connection code does not count as unavailable: %s %s.',
    (code, message) => {
      expect(isUnavailable(error(code, message))).toBe(false);
    },
  );
});
