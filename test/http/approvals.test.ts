/** Template approvals: submitting, listing, syncing, sending with them and deleting them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Approval } from '#shared/calls/approvals.ts';
import type { Message } from '#shared/calls/outbox.ts';
import { makeReason, parseReason, sayReason } from '#shared/messages/reasons.ts';
import { approvalProblems, submissionWords } from '#shared/words/templates.ts';
import { resumeAfterApproval } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { followAccount } from '../../src/server/templates/approvals/approvals.ts';
import { type SyncTries, syncDue } from '../../src/server/templates/approvals/worker.ts';
import { emptyBins } from '../../src/server/webhooks/retention/retention.ts';
import { emptyOutbox } from '../races/one-message.ts';
import { type Approver, createApprover, decide } from '../support/approving-provider.ts';
import { type CampusInTest, makeBill, type UserInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';

const good = 'Dear parent, the fee of {{name}}, {{total}}, is due on {{dueDate}}. Thank you.';

describe.each(engines)('Template approvals on %s', (engine) => {
  const approver: Approver = createApprover();
  let now = new Date('2026-11-20T06:00:00.000Z');
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  let world: World;
  let campus: CampusInTest;
  let clerk: UserInTest;

  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo: approver.provider }, now: () => now });
  });
  beforeEach(async () => {
    Object.assign(approver, { got: [], drafts: [], removed: [], listed: [], lists: 0, refusal: undefined });
    approver.answer = ({ opaque }) => ({ kind: 'accepted', providerID: `p.${opaque}` });
    await world.deps.store.db.deleteFrom('approval').execute();
    campus = await world.school(freshSlug());
    clerk = await campus.user();
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  const place = () => ({ db: campus.db, cID: campus.id });
  const submit = (id: number, body: Record<string, unknown> = {}) =>
    world.call(calls.submitTemplate, { params: { id }, query: place(), body, token: clerk.token });
  const list = async (): Promise<Approval[]> => {
    const answered = await world.call(calls.listApprovals, { query: place(), token: clerk.token });
    expectAnswer(calls.listApprovals, answered);
    expect(answered.body.isNeeded).toBe(true);
    return answered.body.items;
  };
  const listed = async (id: number) => (await list()).find(({ templateID }) => templateID === id);
  const sync = () => world.call(calls.syncTemplates, { query: place(), token: clerk.token });
  const write = async (text = good, title = 'Fee due!') => (await campus.template(title, text))?.id ?? 0;
  const edit = (id: number, message: string) =>
    world.call(calls.updateTemplate, {
      params: { id },
      query: place(),
      body: { title: 'Fee due!', message },
      token: clerk.token,
    });

  async function approve(id: number): Promise<string> {
    const { body } = await submit(id);
    decide(approver, body.name, { status: 'approved' });
    await sync();
    return body.name;
  }

  it('The list of approvals says for each template why it cannot be submitted.', async () => {
    const id = await write('Dear parent of {{name}}');
    expect(await listed(id)).toEqual({
      templateID: id,
      state: 'none',
      reason: '',
      reasonCode: null,
      name: '',
      language: '',
      category: '',
      isCurrent: false,
      submittedAt: null,
      syncedAt: null,
      problems: [approvalProblems.last],
    });
    const refused = await submit(id);
    expectFailure(refused, 'invalid');
    expect(refused.body.message).toBe(approvalProblems.last);
    expect(approver.drafts).toEqual([]);
  });

  it('A template is submitted with a bill’s values as examples and the campus name as footer.', async () => {
    await campus.group({ bills: [makeBill({ name: 'Ayesha', dueDate: null })] });
    const id = await write();
    const answered = await submit(id, { language: 'en_US', category: 'MARKETING' });
    expectAnswer(calls.submitTemplate, answered);
    expect(answered.body).toMatchObject({ state: 'pending', isCurrent: true, problems: [] });
    const [draft] = approver.drafts;
    expect(draft).toEqual({
      name: answered.body.name,
      language: 'en_US',
      category: 'MARKETING',
      body: 'Dear parent, the fee of {{1}}, {{2}}, is due on {{3}}. Thank you.',
      // The bill has no due date, so the example is a made-up one.
      examples: ['Ayesha', '12,500', '10 Nov 2026'],
      media: '',
      footer: 'Girls Campus',
      buttons: [submissionWords.stopButton],
    });
    expect(draft?.name).toMatch(new RegExp(`^fee_due_${id}_[a-z0-9]{4}$`));
  });

  it('A title in Urdu gets a generated template name, and a resubmitted version gets a new name.', async () => {
    const id = await write(good, 'فیس');
    const first = (await submit(id, { stopButton: false })).body;
    expect(first.name).toMatch(new RegExp(`^template_${id}_[a-z0-9]{4}$`));
    expect(approver.drafts[0]?.buttons).toEqual([]);
    pass(1);
    expect((await submit(id)).body.name).not.toBe(first.name);
  });

  it('A sync stores whether the provider approved, rejected with a reason, or no longer lists a template.', async () => {
    const [one, other] = [await write(), await write(good, 'Another')];
    const names = [(await submit(one)).body.name, (await submit(other)).body.name];
    decide(approver, names[0], { status: 'approved', category: 'MARKETING' });
    decide(approver, names[1], { status: 'rejected', reason: makeReason('textAdvertises', {}) });
    const synced = await sync();
    expectAnswer(calls.syncTemplates, synced);
    expect(synced.body).toEqual({ changed: 2 });
    expect(await list()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ templateID: one, state: 'approved', category: 'MARKETING' }),
        expect.objectContaining({ templateID: other, state: 'rejected', reasonCode: 'textAdvertises' }),
      ]),
    );
    expect((await sync()).body).toEqual({ changed: 0 });
    expect(approver.lists).toBe(2);
    approver.listed = [];
    pass(61);
    await sync();
    expect(await listed(one)).toMatchObject({
      state: 'disabled',
      reason: sayReason(makeReason('approvalGone')),
      reasonCode: 'approvalGone',
    });
  });

  it('A template that a sync does not list yet stays pending.', async () => {
    const id = await write();
    await submit(id);
    approver.listed = [];
    await sync();
    expect(await listed(id)).toMatchObject({ state: 'pending' });
  });

  it('An approved template that was edited since is not current and has to be submitted again.', async () => {
    const id = await write();
    await approve(id);
    expect(await listed(id)).toMatchObject({ state: 'approved', isCurrent: true });
    await edit(id, `${good} {{dueDate}}`);
    expect(await listed(id)).toMatchObject({
      state: 'approved',
      isCurrent: false,
      problems: [approvalProblems.last],
    });
  });

  it('A refusal or an outage of the provider is reported, and the stored approval stays.', async () => {
    const id = await write();
    await approve(id);
    approver.refusal = { kind: 'refused', reason: makeReason('tooManyTemplates') };
    const refused = await submit(id);
    expectFailure(refused, 'invalid');
    expect(refused.body.message).toContain(sayReason(makeReason('tooManyTemplates')));
    approver.refusal = { kind: 'unreachable', reason: makeReason('cloudBroken') };
    expectFailure(await sync(), 'unavailable');
    expect(await listed(id)).toMatchObject({ state: 'approved' });
  });

  it('A template restored from the bin keeps its approval and is synced again.', async () => {
    const id = await write();
    const name = await approve(id);
    const request = { query: place(), token: clerk.token };
    await world.call(calls.removeTemplate, { params: { id }, ...request });
    await emptyBins(world.deps);
    expect(approver.removed).toEqual([]);
    const body = { kind: 'template', id };
    expect(await world.call(calls.restoreBinned, { body, ...request })).toMatchObject({ status: 204 });
    expect(await listed(id)).toMatchObject({ state: 'approved', isCurrent: true, name, syncedAt: null });
  });

  it('A template in the bin loses the approval of a former WhatsApp account.', async () => {
    const id = await write();
    await approve(id);
    const request = { query: place(), token: clerk.token };
    await world.call(calls.removeTemplate, { params: { id }, ...request });
    await followAccount(campus.scope, { hasEarlierAccount: false });
    await world.call(calls.restoreBinned, { body: { kind: 'template', id }, ...request });
    expect(await listed(id)).toMatchObject({ state: 'none' });
  });

  it('A template deleted for good is removed at the provider, but not while a send uses it.', async () => {
    /** Deletes the template and lets its time in the bin pass. */
    const remove = async (id: number) => {
      await world.call(calls.removeTemplate, { params: { id }, query: place(), token: clerk.token });
      await campus.scope.db.updateTable('bin').set({ until: '2020' }).where('itemID', '=', id).execute();
      await emptyBins(world.deps);
    };
    const id = await write();
    const name = await approve(id);
    await remove(id);
    await eventually(() => expect(approver.removed).toEqual([name]));
    const used = await write();
    await approve(used);
    const last = await write(good, 'Last');
    const lastName = await approve(last);
    await campus.message({ contacts: '0300-1234561', message: 'x' });
    const group = await campus.group({ bills: 1 });
    await campus.message({ groupIDs: [group.id], message: good, templateID: used });
    await remove(used);
    await remove(last);
    await eventually(() => expect(approver.removed).toEqual([name, lastName]));
  });

  it('A paused template holds only its own sends, and they continue after a sync finds it approved again.', async () => {
    const id = await write();
    const name = await approve(id);
    const group = await campus.group({ bills: 2 });
    const run = await campus.message({ groupIDs: [group.id], message: good, templateID: id });
    const reason = makeReason('templatePausedByWhatsApp');
    const refusal = { kind: 'rejected', reason, policy: 'pauseTemplate' } as const;
    approver.answer = () => refusal;
    await sendNext(world.deps);
    const read = () =>
      campus.scope.db
        .selectFrom('broadcast')
        .select(['state', 'notice'])
        .where('id', '=', run.broadcastID)
        .executeTakeFirst();
    const notice = makeReason('template', { reason: parseReason(reason) });
    expect(await read()).toEqual({ state: 'paused', notice });
    expect(await listed(id)).toMatchObject({ state: 'paused', reason: sayReason(reason) });
    // Each waiting message says why it waits, not only its send and the template.
    const whyItWaits = async () => {
      const query = { ...place(), broadcastID: run.broadcastID };
      const { items } = (await world.call(calls.listOutbox, { query, token: clerk.token })).body;
      const params = { id: items[0]?.id };
      const one = await world.call(calls.getMessage, { params, query: place(), token: clerk.token });
      expect(one.body.reason).toBe(items[0]?.reason);
      return items.map(({ status, reasonCode }: Message) => [status, reasonCode]);
    };
    const paused = ['queued', 'templatePaused'];
    expect(await whyItWaits()).toEqual([paused, paused]);
    // In the meantime the text reaches no parent without an open window.
    const meanwhile = await campus.message({ groupIDs: [group.id], message: good, templateID: id });
    expect(meanwhile.queued).toBe(0);

    const tried: SyncTries = new Map();
    decide(approver, name, { status: 'paused', reason: makeReason('approvalPaused') });
    pass(6);
    await syncDue(world.deps, tried, resumeAfterApproval);
    expect((await read())?.state).toBe('paused');
    expect(await whyItWaits()).toEqual([paused, paused]);
    decide(approver, name, { status: 'approved', reason: null });
    pass(6 * 60 + 1);
    await syncDue(world.deps, tried, resumeAfterApproval);
    expect(await read()).toEqual({ state: 'running', notice: null });
    for (const [, code] of await whyItWaits()) expect(code).not.toBe(paused[1]);
    approver.answer = ({ opaque }) => ({ kind: 'accepted', providerID: `p.${opaque}` });
    expect(await sendNext(world.deps)).toBe(2);
  });

  it('The sync runs every few minutes while a template is pending, every six hours otherwise, and waits after a failure.', async () => {
    const tried: SyncTries = new Map();
    const look = async () => {
      await syncDue(world.deps, tried, resumeAfterApproval);
      return approver.lists;
    };
    const id = await write();
    const { name } = (await submit(id)).body;
    approver.refusal = { kind: 'unreachable', reason: makeReason('cloudBroken') };
    expect(await look()).toBe(1);
    approver.refusal = undefined;
    pass(4);
    expect(await look()).toBe(1);
    pass(1);
    expect(await look()).toBe(2);
    decide(approver, name, { status: 'approved' });
    pass(5);
    expect(await look()).toBe(3);
    expect(await listed(id)).toMatchObject({ state: 'approved' });
    pass(5 * 60);
    expect(await look()).toBe(3);
    pass(60);
    expect(await look()).toBe(4);
  });
});

describe('Approvals with a provider that needs none', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld('sqlite');
  });
  afterAll(() => world.stop());

  it('A provider without template approval has nothing to submit or sync.', async () => {
    const campus = await world.school(freshSlug());
    const { token } = await campus.user();
    const id = (await campus.template('Fee due', good))?.id;
    const query = { db: campus.db, cID: campus.id };
    const listed = await world.call(calls.listApprovals, { query, token });
    expect(listed.body).toEqual({ isNeeded: false, items: [] });
    const submitted = await world.call(calls.submitTemplate, { params: { id }, query, body: {}, token });
    expectFailure(submitted, 'conflict');
    expect((await world.call(calls.syncTemplates, { query, token })).body).toEqual({ changed: 0 });
  });
});
