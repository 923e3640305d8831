import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const pathsOf = ({ body }: { body: { issues: { path: string }[] } }) => body.issues.map(({ path }) => path);
const details = { name: 'November', month: 11, year: 2026, description: 'Fees' };

describe.each(engines)('Unknown fields on %s', (engine) => {
  const here = useCampus(engine);

  it('A misspelt query parameter is refused by its name.', async () => {
    const { id } = await here.campus.group({ bills: 1 });
    const query = { stauts: 'unpaid', limit: 5 };
    const answered = await here.clerk.ask(calls.listBills, { params: { id }, query });
    expectFailure(answered, 'malformed');
    expect(pathsOf(answered)).toEqual(['query.stauts', 'query.limit']);
  });

  it('The parameters db and cID are accepted by calls that do not need them.', async () => {
    const query = { db: here.campus.db, cID: here.campus.id };
    for (const call of [calls.getSession, calls.listSessions])
      expect((await here.clerk.ask(call, { query })).status).toBe(200);
  });

  it('A misspelt field of a body is refused by its name, also in a list, and nothing is saved.', async () => {
    const contacts = [makeBill(), { ...makeBill(), totl: 5 }];
    const group = { ...details, id: 0, campusID: here.campus.id, colour: 'red' };
    const answered = await here.clerk.ask(calls.saveGroup, { body: { group, contacts, dryRun: true } });
    expectFailure(answered, 'malformed');
    expect(pathsOf(answered).sort()).toEqual(['contacts.1.totl', 'dryRun', 'group.colour']);
    expect(await here.clerk.get(calls.listGroups)).toEqual([]);
  });

  it('A misspelt field in a line of an import is refused by its name.', async () => {
    const { id } = await here.campus.group();
    const head = {
      group: { id },
      saveID: 'unknown-fields',
      file: { name: 'a.xlsx', sha256: 'a'.repeat(64) },
    };
    const row = { ...makeBill(), totl: 5 };
    const answered = await here.clerk.ask(calls.importBills, asLines(head, [makeBill(), row]));
    expectFailure(answered, 'malformed');
    expect(pathsOf(answered)).toEqual(['contacts.1.totl']);
  });

  it('A call that takes no body refuses a request with a body.', async () => {
    const { id } = await here.campus.group({ bills: 1 });
    const answered = await here.clerk.ask(calls.removeGroup, { query: { id }, body: { onlyEmpty: true } });
    expectFailure(answered, 'malformed');
    expect(pathsOf(answered)).toEqual(['onlyEmpty']);
    const cleared = await here.clerk.ask(calls.clearOutbox, { body: { broadcastID: 1 } });
    expectFailure(cleared, 'malformed');
    expect(pathsOf(cleared)).toEqual(['broadcastID']);
  });

  it('An entity is accepted as it was read, and a userID everywhere.', async () => {
    const { id } = await here.campus.group({ bills: 1 });
    const [{ group, contacts }] = await here.clerk.get(calls.loadData);
    const userID = 'somebody else';
    const body = { ...group, name: 'December', userID };
    expect(await here.clerk.get(calls.updateGroup, { params: { id }, body })).toMatchObject({
      name: 'December',
    });
    const params = { id: contacts[0].id };
    const member = { ...contacts[0], name: 'Bilal', userID };
    expect(await here.clerk.get(calls.updateBill, { params, body: member })).toMatchObject({ name: 'Bilal' });
    const more = { ...contacts[0], id: 0, regNum: 'other', invNo: 'other' };
    const { paid: _paid, settledOn: _settledOn, adjusted: _adjusted, lateWaived: _waived, ...contact } = more;
    const saved = await here.clerk.get(calls.saveGroup, { body: { group, contacts: [contact] } });
    expect(saved).toMatchObject({ added: 1 });
    expect(await here.clerk.get(calls.clearOutbox, { body: { userID } })).toMatchObject({ cleared: 0 });
  });

  it('An API key must send all: true to pause, resume, retry or clear everything of a campus.', async () => {
    const rights = { view: true, add: false, edit: false, delete: false, outbox: true };
    const { key } = await here.clerk.get(calls.makeKey, { body: { name: 'Program', rights } });
    const program = callerOf(here.world, here.campus, { token: key, userID: '', userName: '' });
    for (const call of [calls.pauseOutbox, calls.resumeOutbox, calls.retryOutbox, calls.clearOutbox]) {
      const answered = await program.ask(call);
      expectFailure(answered, 'malformed');
      expect(pathsOf(answered)).toEqual(['all']);
      await program.get(call, { body: { all: true } });
      await here.clerk.get(call);
    }
  });
});
