/** Every invalid input is answered with a code and a sentence, alike on both engines, and harms nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import type { FailureCode } from '#shared/failures.ts';
import { mostBillsPerSave } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { type CallName, fillCampus, type Place, samples } from './sample-inputs.ts';

const all = Object.entries(calls) as [CallName, Call][];
const withBody = all.filter(([, call]) => call.body).map(([name]) => name);
/** The calls that answer a missing body with a sentence of the spec. */
const sayTheSpec: CallName[] = [
  'updateGroup',
  'updateBill',
  'addTemplate',
  'updateTemplate',
  'addSnippet',
  'updateSnippet',
  'sendToGroups',
  'sendToMember',
  'sendToClasses',
];
/** The demo phone needs no template approval, so this call answers with a conflict. */
const needProviders: CallName[] = ['submitTemplate'];
const group = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
const contact = { name: 'Ayesha', number: '03001234567' };

describe.each(engines)('Bad input on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let place: Place;

  beforeAll(async () => {
    world = await createWorld(engine);
    campus = await world.school(freshSlug());
    place = await fillCampus(world, campus);
    clerk = callerOf(world, campus, await campus.user());
  });
  // After all the bad input the program is alive and a good call works.
  afterAll(async () => {
    const healthy = await fetch(`${world.address}/healthz`);
    expect(healthy.status).toBe(200);
    const { id } = await clerk.get(calls.saveGroup, { body: { group, contacts: [contact] } });
    const groups = await clerk.get(calls.listGroups);
    expect(groups).toMatchObject([{ id }, { name: 'Corrected' }, { name: 'Van' }, { id: place.ids.group }]);
    await world.stop();
  });

  /** Sends the request exactly as written, with the clerk’s token. */
  async function raw(path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = {
      authorization: `Bearer ${clerk.token}`,
      'content-type': 'application/json',
      ...init.headers,
    };
    const response = await fetch(`${world.address}${path}`, { ...init, headers });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  const at = (path: string, more = '') => `/api${path}?db=${campus.db}&cID=${campus.id}${more}`;
  const post = (body: string, path = '/Groups/Save') => raw(at(path), { method: 'POST', body });
  const saveOf = (bill: unknown, head: unknown = group) =>
    clerk.ask(calls.saveGroup, { body: { group: head, contacts: [contact, bill] } });
  const pathsOf = ({ body }: Answered) => body.issues.map(({ path }: { path: string }) => path);

  describe('Request bodies', () => {
    it.each(['{"group":', 'group=1', '{group:1}', "{'group':1}", '[1,]', '\u0000', '{"a":NaN}', '"', '{}{}'])(
      'A body that is not JSON is refused: %j.',
      async (body) => {
        const answered = await post(body);
        expectFailure(answered, 'malformed');
        expect(answered.body.message).toBe(failureWords.notJson);
      },
    );

    it.each(withBody)('A body that is not an object is refused by %s.', async (name) => {
      const request = { ...samples[name](place), token: clerk.token };
      for (const body of ['[]', '"text"', '5', 'null', 'true', '[{}]']) {
        const answered = await world.call(calls[name], { ...request, body });
        expectFailure(answered, 'malformed');
        expect(pathsOf(answered)).toEqual(['']);
      }
    });

    it.each(withBody)('A missing body is refused by %s if the call needs a body.', async (name) => {
      const { body: _left, ...request } = samples[name](place);
      const answered = await world.call(calls[name], { ...request, token: clerk.token });
      const mayBeLeftOut = (calls[name] as Call).body?.safeParse({}).success;
      const code = sayTheSpec.includes(name) ? 'invalid' : 'malformed';
      if (!mayBeLeftOut) expectFailure(answered, code);
      else if (needProviders.includes(name)) expectFailure(answered, 'conflict');
      else expect(answered.status).toBeLessThan(300);
      // Only the sign-out cannot be undone, so the clerk signs in again.
      if (name === 'logout') clerk = callerOf(world, campus, await campus.user());
    });

    it.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])('A body of another content type is refused: %s.', async (type) => {
      const answered = await raw(at('/Groups/Save'), {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': type },
      });
      expectFailure(answered, 'unsupported');
    });

    it('A body nested a hundred thousand levels deep is refused.', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      expectFailure(await post(deep), 'malformed');
      expectFailure(await post(`{"group":{"name":${deep}},"contacts":[${deep}]}`), 'malformed');
      const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
      expectFailure(await post(`{"group":${objects},"contacts":${objects}}`), 'malformed');
      expectFailure(await post(`{"__proto__":${objects}}`), 'malformed');
    });

    it('A body with keys of the prototype is refused and changes no prototype.', async () => {
      for (const key of ['__proto__', '\\u005f_proto__'])
        expectFailure(await post(`{"${key}":{"isAdmin":true}}`), 'malformed');
      expectFailure(await post('{"constructor":{"prototype":{"isAdmin":true}}}'), 'malformed');
      const named = { ...contact, name: 'Bilal', constructor: 'x', toString: 'y', hasOwnProperty: 1 };
      expectFailure(await saveOf(named), 'malformed');
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });

    it('A save with more bills than the limit is refused.', async () => {
      const contacts = Array.from({ length: mostBillsPerSave + 1 }, () => ({ number: '03001234567' }));
      const answered = await clerk.ask(calls.saveGroup, { body: { group, contacts } });
      expectFailure(answered, 'malformed');
      expect(pathsOf(answered)).toEqual(['contacts']);
    });

    it('A save with thousands of wrong bills reports the first hundred issues.', async () => {
      const contacts = Array.from({ length: 5000 }, () => ({ number: 12 }));
      const answered = await clerk.ask(calls.saveGroup, { body: { group, contacts } });
      expectFailure(answered, 'malformed');
      expect(answered.body.issues).toHaveLength(100);
      const unread = Array.from({ length: 5000 }, () => ({ number: '12' }));
      const invalid = await clerk.ask(calls.saveGroup, { body: { group, contacts: unread } });
      expectFailure(invalid, 'invalid');
      expect(invalid.body.issues).toHaveLength(100);
    });
  });

  describe('Values', () => {
    it.each([
      ['a day that is none', { dueDate: '2026-02-30' }, 'dueDate'],
      ['a day day-first', { dueDate: '05/11/2026' }, 'dueDate'],
      ['an instant for a day', { issueDate: '2026-11-05T00:00:00Z' }, 'issueDate'],
      ['a negative total', { total: -1 }, 'total'],
      ['a total as text', { total: '12,500' }, 'total'],
      ['less than a paisa', { amount1: 0.005 }, 'amount1'],
      ['more than a billion', { amount10: 1e15 }, 'amount10'],
      ['a month that is none', { month: 13 }, 'month'],
      ['a year out of reach', { year: 2022 }, 'year'],
      ['a year and a half', { year: 2026.5 }, 'year'],
      ['a text as a list', { name: ['A'] }, 'name'],
      ['a text as an object', { name: { toString: 'A' } }, 'name'],
      ['a text that never ends', { regNum: 'x'.repeat(1_000_000) }, 'regNum'],
      ['a number that never ends', { number: '0'.repeat(1_000_000) }, 'number'],
      ['an empty status', { status: ' ' }, 'status'],
      ['a status that there is not', { status: 'weird' }, 'status'],
    ])('A wrong value of a bill is refused at its field: %s.', async (_what, wrong, field) => {
      const answered = await saveOf({ ...contact, ...wrong });
      expectFailure(answered, 'malformed');
      expect(pathsOf(answered)).toEqual([`contacts.1.${field}`]);
    });

    it('An unknown status of a bill is refused with the list of known ones.', async () => {
      const { body } = await saveOf({ ...contact, status: 'weird' });
      const message =
        'There is no such status. Use one of: unpaid, partial, paid, waived, carried, void, cancelled.';
      expect(body.issues).toEqual([{ path: 'contacts.1.status', message }]);
    });

    it.each(['1e400', '-1e400', '9007199254740993e300'])(
      'A bill with a total of %s is refused.',
      async (total) => {
        const answered = await post(
          `{"group":${JSON.stringify(group)},"contacts":[{"number":"03001234567","total":${total}}]}`,
        );
        expectFailure(answered, 'malformed');
      },
    );

    it.each<[string, FailureCode]>([
      ['9007199254740991', 'notFound'],
      ['9007199254740993', 'malformed'],
      ['99999999999999999999', 'malformed'],
      ['1e400', 'malformed'],
      ['-1', 'malformed'],
      ['1.5', 'malformed'],
      ['"1"', 'malformed'],
      ['null', 'malformed'],
    ])('An id in a body of %s is answered with %s.', async (written, code) => {
      expectFailure(await post(`{"group":{"id":${written}},"contacts":[{"number":"03001234567"}]}`), code);
      expectFailure(
        await post(`{"message":"Salam","groupIDs":[${written}]}`, '/Chat/SendWhatsAppGroup'),
        code,
      );
      expectFailure(await post(`{"broadcastID":${written}}`, '/Outbox/Pause'), code);
    });

    it.each<[string, FailureCode]>([
      ['9007199254740991', 'notFound'],
      ['9007199254740993', 'malformed'],
      ['99999999999999999999', 'malformed'],
      ['0', 'malformed'],
      ['-1', 'malformed'],
      ['1.5', 'malformed'],
      ['abc', 'malformed'],
      ['NaN', 'malformed'],
      ['1%00', 'malformed'],
      ['%ff', 'malformed'],
      ['1;drop table bill', 'malformed'],
      ['9'.repeat(300), 'notFound'],
    ])('An id in a path of %s is answered with %s.', async (written, code) => {
      const method = 'DELETE';
      expectFailure(await raw(at(`/GroupContacts/${written}`), { method }), code);
      expectFailure(await raw(at(`/Groups/${written}/Contacts`)), code);
    });

    it('Seventy thousand ids in one request are refused.', async () => {
      const ids = Array.from({ length: 70_000 }, (_, index) => index + 1);
      const { section, campus: campusID } = place.ids;
      for (const clsIDs of [ids, ids.join(',')]) {
        const body = { message: 'Salam', clsIDs, secIDs: [section], campusID };
        expectFailure(await clerk.ask(calls.sendToClasses, { body }), 'malformed');
      }
      expectFailure(
        await clerk.ask(calls.sendToGroups, { body: { message: 'Salam', groupIDs: ids } }),
        'malformed',
      );
      expectFailure(await clerk.ask(calls.retryOutbox, { body: { ids } }), 'malformed');
      expectFailure(
        await clerk.ask(calls.sendToGroups, { body: { message: 'Salam', contactIDs: ids } }),
        'notFound',
      );
    });
  });

  describe('Texts', () => {
    // SQLite could store NUL, but PostgreSQL cannot.
    it.each(withBody)('A NUL character in a body is refused by %s.', async (name) => {
      const { body, ...request } = samples[name](place);
      const written = JSON.stringify(body ?? {});
      const withNul = written.replace(/^\{/, `{"any":"a\\u0000b"${written === '{}' ? '' : ','}`);
      for (const text of [withNul, written.replace(/^\{/, `{"a\\u0000b":1${written === '{}' ? '' : ','}`)]) {
        const answered = await world.call(calls[name], { ...request, token: clerk.token, body: text });
        expectFailure(answered, 'malformed');
        expect(answered.body.message).toBe(failureWords.nul);
      }
    });

    it('A NUL character in an address is refused.', async () => {
      for (const path of ['/Groups', '/Outbox', '/Demo/Phones', `/Groups/${place.ids.group}/Contacts`]) {
        expectFailure(await raw(at(path, '&search=a%00b')), 'malformed');
      }
      expectFailure(await raw(at('/Chat/LoadChatAdmin', '&number=0300%001234567')), 'malformed');
      expectFailure(await raw(`/api/Groups?cID=${campus.id}&db=${campus.db}%00`), 'malformed');
    });

    it('The text of an escaped NUL is stored as it was written.', async () => {
      const name = 'C:\\u0000 \\\\u0000';
      const change = { params: { id: place.ids.bill }, body: { ...contact, name } };
      expect(await clerk.get(calls.updateBill, change)).toMatchObject({ name });
    });

    it('Half of a surrogate pair is stored as the replacement character.', async () => {
      const change = { params: { id: place.ids.bill }, body: { ...contact, name: 'a\ud800b \udc00' } };
      expect(await clerk.get(calls.updateBill, change)).toMatchObject({ name: 'a\ufffdb \ufffd' });
      const answered = await clerk.get(calls.sendToMember, {
        body: { message: 'half \ud83d', contacts: '03009876543' },
      });
      const { items } = await clerk.get(calls.listOutbox, { query: { broadcastID: answered.broadcastID } });
      expect(items).toMatchObject([{ text: 'half \ufffd' }]);
      await clerk.get(calls.clearOutbox);
    });

    it('Letters of every script, emoji and control characters are stored unchanged.', async () => {
      const name = 'عائشہ \u202bخان\u202c 👩‍👧 é e\u0301 \u0001\u001f\u007f \u2028 \'";-- %_\\';
      await clerk.get(calls.updateBill, { params: { id: place.ids.bill }, body: { ...contact, name } });
      const search = { params: { id: place.ids.group }, query: { search: `'";--` } };
      const { items } = await clerk.get(calls.listBills, search);
      expect(items).toMatchObject([{ name }]);
    });

    // A pattern that starts matching at every position once needed minutes for each of these.
    it.each([
      ['spaces in a message', 200, () => ({ message: `{{${' '.repeat(4000)}`, contacts: '03001234567' })],
      ['braces in a message', 200, () => ({ message: '{'.repeat(4096), contacts: '03001234567' })],
      ['spaces among numbers', 422, () => ({ message: 'Salam', contacts: `a1${' '.repeat(300_000)}b2` })],
      ['tabs among numbers', 422, () => ({ message: 'Salam', contacts: `1${'\u2003'.repeat(300_000)}and` })],
    ])('An endless text is answered at once: %s.', async (_what, status, make) => {
      expect((await clerk.ask(calls.planSend, { body: make() })).status).toBe(status);
    });

    it('Endless spaces in a list of ids are refused at once.', async () => {
      const body = {
        message: 'Salam',
        clsIDs: `${' '.repeat(2_000_000)}x`,
        secIDs: '1',
        campusID: campus.id,
      };
      expectFailure(await clerk.ask(calls.sendToClasses, { body }), 'malformed');
    });
  });

  describe('Addresses', () => {
    it.each([
      ['no db', `/api/Groups?cID=1`, 'query.db'],
      ['no cID', `/api/Groups?db=x`, 'query.cID'],
      ['cID=abc', '/api/Groups?db=x&cID=abc', 'query.cID'],
      ['cID=-1', '/api/Groups?db=x&cID=-1', 'query.cID'],
      ['cID=1e3', '/api/Groups?db=x&cID=1e3', 'query.cID'],
      ['cID=', '/api/Groups?db=x&cID=', 'query.cID'],
      ['cID of 20 digits', '/api/Groups?db=x&cID=99999999999999999999', 'query.cID'],
      ['cID twice', '/api/Groups?db=x&cID=1&cID=2', 'query.cID'],
      ['cID as an object', '/api/Groups?db=x&cID[a]=1', 'query.cID'],
      ['db twice', '/api/Groups?db=x&db=y&cID=1', 'query.db'],
      ['an unknown field', '/api/Groups?db=x&cID=1&search=a&search=b', 'query.search'],
    ])('A wrong query is refused at its field: %s.', async (_what, path, issue) => {
      const answered = await raw(
        path.replaceAll('db=x', `db=${campus.db}`).replace(/cID=1(?=&|$)/g, `cID=${campus.id}`),
      );
      expectFailure(answered, 'malformed');
      expect(pathsOf(answered)).toEqual([issue]);
    });

    it.each([
      '/api',
      '/api/',
      '/api/Nothing',
      '/api/groups',
      '/api/Groups/',
      '/api/Groups/LoadData/',
      '/api/Groups//LoadData',
      '/api/..%2fetc%2fpasswd',
      '/webhooks/nothing',
      '/files',
      '/files/',
      '/assets/none.js',
    ])('An unknown path is not found: %s.', async (path) => {
      expectFailure(await raw(path), 'notFound');
    });

    it.each(['/api/%zz', '/api/%', '/api/Groups/%E0%A4%A/Contacts'])(
      'A path that cannot be decoded is malformed: %s.',
      async (path) => {
        expectFailure(await raw(path), 'malformed');
      },
    );

    it.each([
      ['POST', '/Groups/LoadData'],
      ['GET', '/Groups/Save'],
      ['PATCH', '/Groups/1'],
      ['DELETE', '/Chat/ClearOutBox'],
      ['OPTIONS', '/Groups'],
    ])('A known path with another method is not found: %s %s.', async (method, path) => {
      expectFailure(
        await raw(at(path), { method, headers: { 'content-type': 'application/json' } }),
        'notFound',
      );
    });
  });
});
