/** Each family’s voucher goes with its message: the sent file equals the previewed one and goes to nobody else. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { TemplateDetails } from '#shared/calls/templates.ts';
import { paperMedia } from '#shared/messages/media.ts';
import { hasCode, makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { PaperMaker } from '../../src/server/deps.ts';
import { createPaperMaker } from '../../src/server/papers/engine/paper-maker.ts';
import type { ReceiptPage, VoucherPage } from '../../src/server/papers/model.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { computer } from '../../src/server/runtime.ts';
import { submitTemplate } from '../../src/server/templates/approvals/approvals.ts';
import { changeApproval, listSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { createApprover } from '../support/approving-provider.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { quietLog } from '../support/voucher-pages.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

const media = paperMedia('voucher');
const toNumber = (typed: string): string => `+92${typed.slice(1)}`;
const families = 200;

describe.each(engines)('Vouchers and receipts with messages on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let now = new Date('2026-11-05T08:00:00.000Z');
  let drawn: number;
  let instead: PaperMaker['draw'] | undefined;
  const approver = createApprover();

  beforeAll(async () => {
    const maker = createPaperMaker({ runtime: computer, log: quietLog });
    const draw: PaperMaker['draw'] = (order) => {
      drawn += 1;
      return (instead ?? maker.draw)(order);
    };
    const { windowHours: _, ...carrier } = approver.provider;
    world = await createWorld(engine, {
      papers: { ...maker, draw },
      now: () => now,
      providers: { carrier, approver: approver.provider },
      log: openLog('silent'),
    });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    now = new Date('2026-11-05T08:00:00.000Z');
    drawn = 0;
    instead = undefined;
    approver.got.length = 0;
    approver.answer = ({ opaque }) => ({ kind: 'accepted', providerID: `p.${opaque}` });
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
    await connect('carrier');
  });

  const connect = (provider: string) =>
    world.deps.store.db.updateTable('sender').set({ provider }).where('campusID', '=', campus.id).execute();
  const pass = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const messages = () =>
    world.deps.store.db
      .selectFrom('message')
      .select(['id', 'number', 'status', 'reason', 'media', 'billIDs', 'attempts'])
      .where('campusID', '=', campus.id)
      .orderBy('id')
      .execute();
  const pay = (ids: number[]) => clerk.get(calls.markBills, { body: { ids, status: 'paid' } });
  const send = (group: { id: number }, more: Parameters<CampusInTest['message']>[0] = {}) =>
    campus.message({
      groupIDs: [group.id],
      message: 'Fee of {{name}}: {{total}}',
      media,
      family: true,
      status: 'unpaid',
      ...more,
    });
  const family = async (...names: string[]) => {
    const number = freshNumber();
    const group = await campus.group({ bills: names.map((name) => makeBill({ name, number })) });
    return { group, ids: group.bills.map(({ id }) => id), number: toNumber(number) };
  };
  const look = (billIDs: readonly number[]) =>
    clerk.ask(calls.showVouchersOf, { query: { billIDs: billIDs.join(',') } });

  it('The voucher sent with a message equals the previewed one byte for byte, and does not count as printed.', async () => {
    const { group, ids } = await family('Ayesha Khan', 'Bilal Khan');
    const { items } = await clerk.get(calls.listPlanned, {
      body: { groupIDs: [group.id], message: 'Fee of {{name}}', media, family: true, list: 'gets' },
    });
    const name = 'Fee-Nov-2026-Ayesha-Khan-and-1-more.pdf';
    expect(items).toMatchObject([{ document: name, children: ids.map((billID) => ({ billID })) }]);
    const seen = await look(ids);
    expect(seen.headers.get('content-type')).toBe('application/pdf');
    expect(seen.headers.get('content-disposition')).toContain(name);
    await send(group);
    await world.work();
    const [got] = approver.got;
    expect(got).toMatchObject({ media: '', document: { name, type: 'application/pdf' } });
    expect(got?.document?.bytes.equals(seen.body)).toBe(true);
    expect(drawn).toBe(1);
    const [message] = await messages();
    expect(message).toMatchObject({ status: 'accepted', media: paperMedia('voucher', name) });
    const later = await clerk.ask(calls.showDocumentOf, { params: { id: message?.id ?? 0 } });
    expect(seen.body.equals(later.body)).toBe(true);
    const preview = await clerk.get(calls.previewVoucher, { params: { id: ids[0] ?? 0 } });
    expect(preview.printed).toBe(0);
  });

  it.each(['Fee of {{name}}: {{total}}', 'The fee of this month is due'])(
    'A voucher leaves out a child whose bill was paid in the meantime: %s.',
    async (message) => {
      const { group, ids } = await family('Ayesha Khan', 'Bilal Khan');
      await send(group, { message, sendAt: '2026-11-05T14:00' });
      expect((await messages())[0]?.media).toContain('and-1-more');
      await pay(ids.slice(0, 1));
      pass(120);
      await world.work();
      expect(approver.got).toHaveLength(1);
      const alone = await look(ids.slice(1));
      expect(approver.got[0]?.document?.name).toBe('Fee-Nov-2026-Bilal-Khan.pdf');
      expect(approver.got[0]?.document?.bytes.equals(alone.body)).toBe(true);
      expect((await messages())[0]).toMatchObject({
        media: paperMedia('voucher', 'Fee-Nov-2026-Bilal-Khan.pdf'),
        billIDs: ` ${ids[1]} `,
      });
    },
  );

  it('A message with a voucher is not sent to numbers without a bill or to classes.', async () => {
    const { skipped } = await campus.message({ contacts: '0300-3000001', message: 'Hello', media });
    expect(skipped).toMatchObject([{ reasonCode: 'noPaper' }]);
    const { classID, sectionID } = await campus.roster();
    const refused = await clerk.ask(calls.sendToClasses, {
      query: { cID: undefined },
      body: { clsIDs: [classID], secIDs: [sectionID], message: 'Hello', media, campusID: campus.id },
    });
    expectFailure(refused, 'invalid');
  });

  it('Vouchers and documents of another campus are not found.', async () => {
    const { group, ids } = await family('Ayesha Khan');
    await send(group);
    await world.work();
    const [message] = await messages();
    const other = await world.school(freshSlug());
    const stranger = callerOf(world, other, await other.user());
    expectFailure(
      await stranger.ask(calls.showVouchersOf, { query: { billIDs: ids.join(',') } }),
      'notFound',
    );
    expectFailure(await stranger.ask(calls.showDocumentOf, { params: { id: message?.id ?? 0 } }), 'notFound');
  });

  it('A send whose vouchers cannot be made is paused without sending, and continues when they can be made.', async () => {
    instead = async () => {
      throw new Error('no compiler');
    };
    const group = await campus.group({ bills: 12 });
    const { broadcastID } = await send(group);
    for (let round = 0; round < 3; round += 1) {
      await world.work();
      pass(1);
    }
    expect(approver.got).toEqual([]);
    const run = await world.deps.store.db
      .selectFrom('broadcast')
      .select(['state', 'notice'])
      .where('id', '=', broadcastID)
      .executeTakeFirstOrThrow();
    expect(run).toEqual({
      state: 'paused',
      notice: makeReason('guard', { failures: 10, reason: { code: 'paperNotMade' } }),
    });
    instead = undefined;
    await clerk.get(calls.resumeOutbox, { body: { broadcastID } });
    pass(60);
    await world.work();
    expect(new Set(approver.got.map(({ to }) => to)).size).toBe(12);
    expect(approver.got).toHaveLength(12);
  });

  it('A bill removed while its message is sent is left out of the text and the voucher.', async () => {
    const { group, ids } = await family('Ayesha Khan', 'Bilal Khan');
    const { make } = world.deps.documents;
    world.deps.documents.make = async (...args) => {
      world.deps.documents.make = make;
      await clerk.ask(calls.removeBill, { params: { id: ids[0] ?? 0 } });
      return make(...args);
    };
    await send(group);
    // The removal takes the claimed message back, and it is due again a millisecond later.
    await world.work();
    pass(1);
    await world.work();
    expect(approver.got.map(({ document }) => document?.name)).toEqual(['Fee-Nov-2026-Bilal-Khan.pdf']);
    expect(approver.got[0]?.text).not.toContain('Ayesha');
  });

  it('An unknown message that a person sends again carries the same voucher.', async () => {
    const { group } = await family('Ayesha Khan');
    approver.answer = () => ({ kind: 'unknown', reason: makeReason('noAnswer') });
    const { broadcastID } = await send(group);
    await world.work();
    pass(60);
    await world.work();
    expect(approver.got).toHaveLength(1);
    expect((await messages())[0]?.status).toBe('unknown');
    approver.answer = ({ opaque }) => ({ kind: 'accepted', providerID: `p.${opaque}` });
    const [message] = await messages();
    await clerk.get(calls.retryOutbox, { body: { broadcastID, ids: [message?.id ?? 0] } });
    await world.work();
    const [first, second] = approver.got.map(({ document }) => document?.bytes);
    expect(second).toBeDefined();
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    expect(drawn).toBe(1);
  });

  it('A voucher by an approved template is the document in the header.', async () => {
    await connect('approver');
    const text = 'Dear parent, the fee of {{name}} for this month is {{total}}. Please pay it soon.';
    const body = { title: 'Fee', message: text, media, sendOn: null };
    const { id: templateID } = await clerk.get(calls.addTemplate, { body });
    await submitTemplate(campus.scope, world.deps, {
      templateID,
      language: 'en',
      category: 'UTILITY',
      stopButton: false,
    });
    const { example } = approver.drafts.at(-1) ?? {};
    expect(example?.type).toBe('application/pdf');
    expect(example?.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    const { group } = await family('Ayesha Khan');
    const before = await send(group, { message: text, templateID });
    expect(before.skipped).toMatchObject([{ reasonCode: 'windowClosed' }]);
    const [submitted] = await listSubmitted(campus.scope);
    if (!submitted) throw new Error('nothing was submitted');
    await changeApproval(campus.scope, submitted, {
      state: 'approved',
      reason: '',
      category: 'UTILITY',
      syncedAt: now.toISOString(),
    });
    await send(group, { message: text, templateID });
    await world.work();
    expect(approver.got).toMatchObject([
      { template: { hasHeader: true }, document: { name: 'Fee-Nov-2026-Ayesha-Khan.pdf' } },
    ]);
  });

  const receiptText =
    'Received {{received}}, receipt {{receiptNo}}\n{{name}}: {{received}}, left {{balance}}';
  const receiptTemplate = (more: Partial<TemplateDetails> = {}) => {
    const details = { title: 'Receipt', message: receiptText, media: paperMedia('receipt'), sendOn: 'paid' };
    return clerk.ask(calls.addTemplate, { body: { ...details, ...more } });
  };
  const receive = async (body: object): Promise<number> => {
    const paid = { clientID: freshSlug(), amount: 1000, method: 'cash', ...body };
    return (await clerk.get(calls.receivePayment, { body: paid })).paymentID;
  };

  it('The message about a payment carries the receipt as its document.', async () => {
    await receiptTemplate();
    const { group, ids } = await family('Ayesha Khan', 'Bilal Khan');
    const total = group.bills.reduce((sum, bill) => sum + (bill.total ?? 0), 0);
    const paymentID = await receive({ amount: total, billID: ids[0] });
    await clerk.get(calls.sendReceipt, { params: { id: paymentID } });
    await world.work();
    const name = 'Receipt-1-Ayesha-Khan.pdf';
    expect(approver.got).toMatchObject([{ media: '', document: { name, type: 'application/pdf' } }]);
    const [message] = await messages();
    expect(message).toMatchObject({ status: 'accepted', media: paperMedia('receipt', name) });
    const later = await clerk.ask(calls.showDocumentOf, { params: { id: message?.id ?? 0 } });
    expect(later.headers.get('content-disposition')).toContain(name);
    expect(approver.got[0]?.document?.bytes.equals(later.body)).toBe(true);
    expect(drawn).toBe(1);
  });

  it('For a payment of two families each gets a receipt of its own bills only.', async () => {
    await receiptTemplate();
    instead = async ({ pages }) => Buffer.from(JSON.stringify(pages));
    const [one, other] = [await family('Ayesha Khan'), await family('Zoya Malik')];
    const [ayesha = 0] = one.ids;
    const [zoya = 0] = other.ids;
    const allocations = [
      { billID: ayesha, amount: 700 },
      { billID: zoya, amount: 300 },
    ];
    const reason = 'One payment';
    const paymentID = await receive({ amount: 1500, payer: 'Mr Malik', billID: ayesha, allocations, reason });
    await clerk.get(calls.sendReceipt, { params: { id: paymentID } });
    await world.work();
    const papers = new Map(
      approver.got.map(({ to, document }) => [to, JSON.parse(document?.bytes.toString() ?? '[]')[0]]),
    );
    const names = (page: ReceiptPage) => page.children.map((child) => child.name);
    expect(names(papers.get(one.number))).toEqual(['Ayesha Khan']);
    expect(names(papers.get(other.number))).toEqual(['Zoya Malik']);
    expect(JSON.stringify(papers.get(one.number))).not.toMatch(/Zoya|Malik|1,500/);
    expect(JSON.stringify(papers.get(other.number))).not.toMatch(/Ayesha|1,500/);
    expect(papers.get(one.number).sums[0].amount).toBe('Rs. 700');
    expect(approver.got.map(({ document }) => document?.name).toSorted()).toEqual([
      'Receipt-1-Ayesha-Khan.pdf',
      'Receipt-1-Zoya-Malik.pdf',
    ]);
  });

  it('Only a template about payments can carry a receipt, and a send never does.', async () => {
    const refusals = [
      await receiptTemplate({ sendOn: 'due' }),
      await receiptTemplate({ sendOn: null }),
      await receiptTemplate({ media }),
      await receiptTemplate({ media: paperMedia('receipt', 'Receipt-1.pdf') }),
    ];
    for (const refused of refusals) expectFailure(refused, 'invalid');
    const { id } = calls.addTemplate.answer.parse((await receiptTemplate()).body);
    // The media are left out, so they stay.
    const body = { title: 'Receipt', message: receiptText, sendOn: 'due' };
    expectFailure(await clerk.ask(calls.updateTemplate, { params: { id }, body }), 'invalid');
    const unchanged = (await clerk.get(calls.listTemplates)).find((one: { id: number }) => one.id === id);
    expect(unchanged).toMatchObject({ sendOn: 'paid', media: paperMedia('receipt') });
    const { group } = await family('Ayesha Khan');
    const request = { groupIDs: [group.id], message: 'Fee of {{name}}', media: paperMedia('receipt') };
    expectFailure(await clerk.ask(calls.sendToGroups, { body: request }), 'invalid');
  });

  it(`Each of ${families} families gets a voucher of its own bills only and only once, despite random failures.`, async () => {
    const sizes = fc.sample(fc.integer({ min: 1, max: 4 }), { numRuns: families, seed: 7 });
    const [lots] = fc.sample(fc.array(fc.nat(9), { minLength: 1000, maxLength: 1000 }), {
      numRuns: 1,
      seed: 8,
    });
    let turn = 0;
    const lot = (): number => lots?.[turn++ % 1000] ?? 0;
    instead = async ({ pages }) => {
      if (lot() === 0) throw new Error('not now');
      return Buffer.from(JSON.stringify(pages));
    };
    const all = sizes.map((size) => {
      const number = freshNumber();
      return Array.from({ length: size }, () => makeBill({ number }));
    });
    const group = await campus.group({ bills: all.flat() });
    await send(group, { sendAt: '2026-11-05T14:00' });
    const paid = group.bills.filter(() => lot() < 3);
    await pay(paid.map(({ id }) => id));
    const clear = new Map<string, number>();
    approver.answer = ({ opaque, to }) => {
      const kind = lot();
      if (kind === 0) return { kind: 'notSent', reason: makeReason('cloudUnreachable') };
      clear.set(to, (clear.get(to) ?? 0) + 1);
      if (kind === 1) return { kind: 'unknown', reason: makeReason('noAnswer') };
      return { kind: 'accepted', providerID: `p.${opaque}` };
    };
    pass(120);
    for (let round = 0; round < 8; round += 1) {
      await world.work();
      pass(30);
    }
    const isPaid = new Set(paid.map(({ id }) => id));
    const owed = Map.groupBy(
      group.bills.filter(({ id }) => !isPaid.has(id)),
      ({ number }) => toNumber(number ?? ''),
    );
    for (const { to, document, text } of approver.got) {
      const pages = JSON.parse(document?.bytes.toString() ?? '[]') as VoucherPage[];
      const own = owed.get(to)?.map(({ invNo }) => invNo);
      expect(pages.map(({ number }) => number)).toEqual(own);
      expect(document?.name).toContain(owed.get(to)?.[0]?.name?.replaceAll(' ', '-'));
      for (const bill of owed.get(to) ?? []) expect(text).toContain(bill.name);
    }
    expect([...clear.values()].every((times) => times === 1)).toBe(true);
    const states = Map.groupBy(await messages(), ({ status }) => status);
    expect([...clear.keys()].toSorted()).toEqual(
      [...(states.get('accepted') ?? []), ...(states.get('unknown') ?? [])]
        .map(({ number }) => number)
        .toSorted(),
    );
    const isReason = ({ reason }: { reason: Reason | null }) => hasCode(reason, 'paidSince');
    expect(states.get('skipped')?.every(isReason) ?? true).toBe(true);
    expect(clear.size).toBeGreaterThan(families / 2);
  });
});
