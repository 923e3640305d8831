/** Vouchers are previewed, printed and renewed; receipts are printed. */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { usualVoucherSettings } from '#shared/money/voucher-settings.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { PaperMaker } from '../../src/server/deps.ts';
import { mostUnprintable, UnprintablePages } from '../../src/server/papers/engine/crash-search.ts';
import { drawCached, papersIn, removeOldPapers } from '../../src/server/papers/engine/paper-cache.ts';
import { createPaperMaker } from '../../src/server/papers/engine/paper-maker.ts';
import type { ReceiptPage, VoucherPage } from '../../src/server/papers/model.ts';
import { createPrints } from '../../src/server/papers/prints/prints.ts';
import { renewVoucher } from '../../src/server/papers/vouchers/vouchers.ts';
import { computer, type Runtime } from '../../src/server/runtime.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { moneyNeeds } from '../support/money.ts';
import { type PagePicture, picturesOf, readCodes } from '../support/papers.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { orderOf, quietLog, voucherPage } from '../support/voucher-pages.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Vouchers on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let now = new Date();
  /** The pages the paper maker was asked for, and a replacement for its work. */
  let orderedPages: (VoucherPage | ReceiptPage)[];
  let instead: PaperMaker['draw'] | undefined;

  const maker = createPaperMaker({ runtime: computer, log: quietLog });

  beforeAll(async () => {
    const draw: PaperMaker['draw'] = (order) => {
      orderedPages.push(...(order.pages as unknown as VoucherPage[]));
      return (instead ?? maker.draw)(order);
    };
    world = await createWorld(engine, { papers: { ...maker, draw }, now: () => now });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    now = new Date('2026-11-05T08:00:00.000Z');
    orderedPages = [];
    instead = undefined;
    timers = [];
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
  });

  /** The timer of the process that makes a file fires when a test says so. */
  let timers: (() => void)[] = [];
  const afterInTest: Runtime['after'] = (_milliseconds, call) => {
    timers.push(call);
    return { cancel: () => {} };
  };
  const touch = async (): Promise<void> => {
    for (const call of timers.splice(0)) call();
    const since = now.toISOString();
    await eventually(async () => {
      const rows = await world.deps.store.db.selectFrom('voucher_job').select('touchedAt').execute();
      expect(rows.map(({ touchedAt }) => touchedAt)).toContain(since);
    });
  };

  let presses = 0;
  const press = (): string => `press ${++presses}`;
  const print = async (body: object) =>
    (await clerk.get(calls.printVouchers, { body: { clientID: press(), ...body } })).job;
  const untilEnded = ({ id }: { id: number }) =>
    eventually(async () => {
      const answer = await clerk.get(calls.showVoucherJob, { params: { id } });
      expect(answer.job.state).not.toBe('working');
      return answer;
    });
  /** Takes the file of a job, so that its vouchers count as printed. */
  const take = async ({ id }: { id: number }) => {
    await untilEnded({ id });
    return clerk.ask(calls.fetchVouchers, { params: { id } });
  };
  const fileOf = (id: number) => clerk.ask(calls.fetchVouchers, { params: { id } });
  const preview = (id: number) => clerk.get(calls.previewVoucher, { params: { id } });
  const lastPage = () => orderedPages.at(-1) as VoucherPage;
  const trailOf = async (what: string) => {
    const { db } = world.deps.store;
    const all = await entriesOf(db, await schoolOf(db, campus.id));
    return all.filter((entry) => entry.what === what).map(({ details }) => JSON.parse(details));
  };
  const printsOf = (billID: number) =>
    world.deps.store.db
      .selectFrom('voucher_print')
      .select(['serial', 'expiryDate', 'sha256'])
      .where('billID', '=', billID)
      .orderBy('serial')
      .execute();
  const addBills = async (...bills: Parameters<typeof makeBill>[0][]) => {
    const group = await campus.group({ bills: bills.map(makeBill) });
    return { group, ids: group.bills.map(({ id }) => id) };
  };

  it('A preview does not count as printed, and a second print is a duplicate.', async () => {
    const { ids } = await addBills({ invNo: 'V-1', name: 'Ayesha Khan' });
    const [id = 0] = ids;
    expect(await preview(id)).toMatchObject({ printed: 0, isOpen: true, isExpired: false, payable: 12_500 });
    const seen = await clerk.ask(calls.showVoucher, { params: { id } });
    expect(seen.headers.get('content-disposition')).toContain('Fee-Nov-2026-Ayesha-Khan.pdf');
    expect(lastPage().duplicate?.en).toBe('Preview');
    const job = await print({ billIDs: [id], isAll: true });
    expect(job).toMatchObject({ state: 'done', vouchers: 1, made: 1, name: 'Fee-Nov-2026-Ayesha-Khan.pdf' });
    expect(lastPage().duplicate).toBeNull();
    const { body, headers } = await fileOf(job.id);
    expect(headers.get('content-type')).toBe('application/pdf');
    const [picture] = await picturesOf(body);
    expect(new Set(await readCodes(picture as PagePicture))).toEqual(new Set(['QRCode V-1', 'Code128 V-1']));
    expect(await preview(id)).toMatchObject({ printed: 1 });
    await take(await print({ billIDs: [id], isAll: true }));
    await take(await print({ billIDs: [id], isAll: true }));
    expect(lastPage().duplicate?.en).toBe('Duplicate 2');
    expect((await printsOf(id)).map(({ serial }) => serial)).toEqual([1, 2, 3]);
  });

  it('A repeated print request with the same clientID prints once.', async () => {
    const [id = 0] = (await addBills({})).ids;
    const body = { clientID: press(), billIDs: [id] };
    const first = await clerk.get(calls.printVouchers, { body });
    // The job may be finished by now.
    expect(await clerk.get(calls.printVouchers, { body })).toMatchObject({ job: { id: first.job.id } });
    await Promise.all([take(first.job), take(first.job)]);
    expect(await printsOf(id)).toHaveLength(1);
  });

  it('The vouchers of a billing are ordered by class and name, registration or number, without paid ones.', async () => {
    await campus.roster();
    const { group, ids } = await addBills(
      { name: 'Zara', regNum: '10', invNo: 'A2' },
      { name: 'Ali', regNum: '9', invNo: 'A10' },
      { name: 'Paid', regNum: '1', invNo: 'A1', status: 'paid' },
    );
    const numbers = async (body: object): Promise<string[]> => {
      orderedPages = [];
      await print({ groupID: group.id, ...body });
      return (orderedPages as VoucherPage[]).map(({ number }) => number);
    };
    expect(await numbers({})).toEqual(['A10', 'A2']);
    expect(await numbers({ order: 'regNum' })).toEqual(['A10', 'A2']);
    expect(await numbers({ order: 'invNo' })).toEqual(['A2', 'A10']);
    expect(await numbers({ order: 'invNo', isAll: true })).toEqual(['A1', 'A2', 'A10']);
    const paid = (orderedPages as VoucherPage[]).find(({ number }) => number === 'A1');
    expect(paid).toMatchObject({ stamp: { en: 'Paid' }, payable: [], accounts: [] });
    const nothing = await clerk.ask(calls.printVouchers, { body: { clientID: press(), billIDs: [ids[2]] } });
    expectFailure(nothing, 'conflict');
  });

  it('Vouchers can be printed for one section or for one family.', async () => {
    const { sectionID, students } = await campus.roster();
    const number = freshNumber();
    const [student] = students;
    const { group, ids } = await addBills(
      { regNum: student?.regNum ?? '', name: 'In class', number },
      { name: 'Sibling', number },
      { name: 'Other' },
    );
    const ofClass = await print({ groupID: group.id, sectionID });
    expect(ofClass).toMatchObject({ vouchers: 1 });
    expect(lastPage().facts[0]?.value.en).toBe('In class');
    expect(await print({ familyOf: ids[1] })).toMatchObject({ vouchers: 2 });
    const missing = { clientID: press(), groupID: group.id, sectionID: 987_654_321 };
    expectFailure(await clerk.ask(calls.printVouchers, { body: missing }), 'notFound');
    expectFailure(
      await clerk.ask(calls.printVouchers, { body: { clientID: press(), familyOf: 987_654_321 } }),
      'notFound',
    );
    expectFailure(await clerk.ask(calls.printVouchers, { body: { clientID: press() } }), 'malformed');
  });

  it('A voucher asks for the amount of the ledger after a part payment, a fine and the due date.', async () => {
    const [id = 0] = (await addBills({})).ids;
    const pay = {
      clientID: press(),
      amount: 2500,
      method: 'cash',
      allocations: [{ billID: id, amount: 2500 }],
    };
    await clerk.get(calls.receivePayment, { body: pay });
    const fine = { clientID: press(), kind: 'fine', amount: 100, reason: 'Book' };
    await clerk.get(calls.adjustBill, { params: { id }, body: fine });
    await preview(id);
    expect(lastPage().payable.map(({ amount }) => amount)).toEqual(['Rs. 10,100', 'Rs. 11,100']);
    now = new Date('2026-11-12T08:00:00.000Z');
    expect(await preview(id)).toMatchObject({ payable: 11_100 });
    expect(lastPage().payable.map(({ amount }) => amount)).toEqual(['Rs. 11,100']);
  });

  it('An expired voucher can be renewed with the same number, one fine, and no duplicate mark.', async () => {
    const [id = 0] = (await addBills({ invNo: 'V-9' })).ids;
    await take(await print({ billIDs: [id] }));
    now = new Date('2026-11-28T08:00:00.000Z');
    expect(await preview(id)).toMatchObject({ isExpired: true, renewFine: 500, renewUntil: '2026-12-13' });
    const ask = { params: { id }, body: { clientID: press(), expiryDate: '2026-12-13', fine: 500 } };
    await clerk.get(calls.renewVoucher, ask);
    const renewed = await clerk.get(calls.renewVoucher, ask);
    expect(renewed).toMatchObject({
      isExpired: false,
      expiryDate: '2026-12-13',
      payable: 14_000,
      printed: 0,
    });
    expect(lastPage()).toMatchObject({ number: 'V-9', duplicate: null, issue: { en: 'Issue 2' } });
    await take(await print({ billIDs: [id] }));
    expect(await printsOf(id)).toMatchObject([
      { serial: 1, expiryDate: '2026-11-25' },
      { serial: 2, expiryDate: '2026-12-13' },
    ]);
    const past = { clientID: press(), expiryDate: '2026-11-27' };
    expectFailure(await clerk.ask(calls.renewVoucher, { params: { id }, body: past }), 'invalid');
    await clerk.get(calls.markBills, { body: { ids: [id], status: 'paid' } });
    expectFailure(
      await clerk.ask(calls.renewVoucher, { ...ask, body: { ...ask.body, clientID: press() } }),
      'conflict',
    );
  });

  it('Two renewals at once make one fine, and a failed renewal leaves no fine.', async () => {
    const [id = 0] = (await addBills({})).ids;
    now = new Date('2026-11-28T08:00:00.000Z');
    const renewal = (more: object = {}) => ({
      params: { id },
      body: { clientID: press(), expiryDate: '2026-12-13', fine: 500, ...more },
    });
    const both = await Promise.all([1, 2].map(() => clerk.ask(calls.renewVoucher, renewal())));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await preview(id)).toMatchObject({ expiryDate: '2026-12-13', payable: 14_000 });
    // The renewal fails after the fine, so the fine must be gone too.
    let isFined = false;
    const needs = moneyNeeds(world.deps);
    const failing: typeof needs = {
      ...needs,
      recordChange: async (scope, entry) => {
        await needs.recordChange(scope, entry);
        isFined = true;
      },
      now: () => {
        if (isFined) throw new Error('no clock');
        return now;
      },
    };
    const later = { id, clientID: press(), expiryDate: '2026-12-20', fine: 500 };
    await expect(renewVoucher(campus.scope, failing, later)).rejects.toThrow('no clock');
    expect(isFined).toBe(true);
    expect(await preview(id)).toMatchObject({ expiryDate: '2026-12-13', payable: 14_000 });
    // The same date without a fine changes nothing, and an earlier date is refused.
    await clerk.get(calls.renewVoucher, renewal({ fine: 0 }));
    expectFailure(await clerk.ask(calls.renewVoucher, renewal({ expiryDate: '2026-12-12' })), 'conflict');
    expect(await preview(id)).toMatchObject({ expiryDate: '2026-12-13', payable: 14_000 });
  });

  it('A cancelled print job prints nothing and leaves no file.', async () => {
    const { group, ids } = await addBills({}, {});
    const gate = Promise.withResolvers<void>();
    instead = async () => {
      await gate.promise;
      throw new Failure('unavailable', 'not any more');
    };
    const job = await print({ groupID: group.id });
    expect(job).toMatchObject({ state: 'working', vouchers: 2, made: 0 });
    expectFailure(await fileOf(job.id), 'notFound');
    const viewer = callerOf(world, campus, await campus.user({ view: true }));
    const params = { id: job.id };
    expectFailure(await viewer.ask(calls.cancelVoucherJob, { params }), 'forbidden');
    expect((await clerk.get(calls.showVoucherJob, { params })).job.state).toBe('working');
    const cancelling = clerk.get(calls.cancelVoucherJob, { params: { id: job.id } });
    // The paper fails only after the cancel has arrived; otherwise the job would fail by itself.
    await eventually(async () => {
      const { job: seen } = await clerk.get(calls.showVoucherJob, { params: { id: job.id } });
      expect(seen.state).toBe('cancelled');
    });
    gate.resolve();
    expect((await cancelling).job).toMatchObject({ state: 'cancelled' });
    // A user may cancel an own job with the right view.
    const own = (await viewer.get(calls.printVouchers, { body: { clientID: press(), billIDs: [ids[0]] } }))
      .job;
    expect((await viewer.ask(calls.cancelVoucherJob, { params: { id: own.id } })).status).toBe(200);
    expect(await printsOf(ids[0] ?? 0)).toEqual([]);
    expect(
      readdirSync(papersIn(world.deps.config.dataDir)).filter((name) => name.includes(`job-${job.id}.`)),
    ).toEqual([]);
  });

  it('A print job whose paper cannot be made fails and counts nothing as printed.', async () => {
    const [id = 0] = (await addBills({})).ids;
    instead = async () => {
      throw new Failure('unavailable', 'The PDF could not be made at the moment. Please try again.');
    };
    expectFailure(await clerk.ask(calls.previewVoucher, { params: { id } }), 'unavailable');
    expect(await print({ billIDs: [id] })).toMatchObject({ state: 'failed' });
    expect(await printsOf(id)).toEqual([]);
  });

  describe('A voucher on which the process crashes', () => {
    /** Refuses pages with this word, as the paper maker does after a search. */
    const refuse = (word: string): void => {
      instead = async (order) => {
        const pages = [...order.pages.entries()].flatMap(([at, page]) =>
          JSON.stringify(page).includes(word) ? [{ at, texts: [{ field: 'Student', text: word }] }] : [],
        );
        if (pages.length > 0) throw new UnprintablePages(pages.slice(0, mostUnprintable.pages));
        return maker.draw(order);
      };
    };

    it('It is left out of the file and named with the text to change, and the others are printed.', async () => {
      const { group, ids } = await addBills({ name: 'Ali' }, { name: 'Bad name' }, { name: 'Zara' });
      const [ali = 0, bad = 0] = ids;
      refuse('Bad name');
      const { job } = await untilEnded(await print({ groupID: group.id }));
      const message = expect.stringContaining('“Bad name” (Student)');
      expect(job).toMatchObject({
        ...{ state: 'done', vouchers: 3, made: 3 },
        problems: [{ billID: bad, name: 'Bad name', message }],
      });
      expect(await picturesOf((await take(job)).body)).toHaveLength(2);
      expect(await printsOf(ali)).toHaveLength(1);
      expect(await printsOf(bad)).toEqual([]);
      expectFailure(await clerk.ask(calls.previewVoucher, { params: { id: bad } }), 'conflict');
      const { body } = await clerk.ask(calls.showVoucher, { params: { id: bad } });
      expect(body).toMatchObject({ code: 'conflict', message });
    });

    it('The job fails if no voucher is left, or if very many are bad.', async () => {
      const few = await addBills({ name: 'Bad name' });
      const many = await addBills(...Array.from({ length: 12 }, (_, at) => ({ name: `Bad name ${at}` })));
      refuse('Bad name');
      const one = await untilEnded(await print({ groupID: few.group.id }));
      expect(one.job).toMatchObject({ state: 'failed', problems: [{ billID: few.ids[0] }] });
      const all = await untilEnded(await print({ groupID: many.group.id }));
      expect(all.job.state).toBe('failed');
      expect(all.job.problems).toHaveLength(10);
      expect(await printsOf(many.ids[11] ?? 0)).toEqual([]);
    });
  });

  it('A file that nobody takes does not count, so the first paper is no duplicate.', async () => {
    const [id = 0] = (await addBills({})).ids;
    for (const _time of [1, 2]) await untilEnded(await print({ billIDs: [id] }));
    expect(await preview(id)).toMatchObject({ printed: 0 });
    const first = await print({ billIDs: [id] });
    expect(lastPage().duplicate).toBeNull();
    await take(first);
    await take(first);
    expect(await printsOf(id)).toMatchObject([{ serial: 1 }]);
    await print({ billIDs: [id] });
    expect(lastPage().duplicate?.en).toBe('Duplicate 1');
  });

  it('Of three files of the same voucher one can be taken, and the others must be made again.', async () => {
    const [id = 0] = (await addBills({})).ids;
    const jobs = await Promise.all([1, 2, 3].map(() => print({ billIDs: [id] })));
    for (const job of jobs) await untilEnded(job);
    const taken = await Promise.all(jobs.map(take));
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await printsOf(id)).toHaveLength(1);
    for (const _time of [1, 2]) await take(await print({ billIDs: [id] }));
    expect((await printsOf(id)).map(({ serial }) => serial)).toEqual([1, 2, 3]);
    expect(new Set((await printsOf(id)).map(({ sha256 }) => sha256)).size).toBe(3);
  });

  it('A job whose process has ended fails after 15 seconds, and a long one goes on.', async () => {
    const [id = 0] = (await addBills({})).ids;
    const gate = Promise.withResolvers<void>();
    instead = async () => {
      await gate.promise;
      throw new Failure('unavailable', 'over');
    };
    // As if another process made it: this program does not know the job.
    const other = createPrints({
      ...world.deps,
      runtime: { ...computer, after: afterInTest, sleep: async () => {} },
    });
    await other.begin(campus.scope, { clientID: press(), billIDs: [id], isAll: false });
    const [job] = await world.deps.store.db
      .selectFrom('voucher_job')
      .select('id')
      .where('campusID', '=', campus.scope.campusID)
      .execute();
    const stateAfter = async (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
      return (await clerk.get(calls.showVoucherJob, { params: { id: job?.id ?? 0 } })).job.state;
    };
    expect(await stateAfter(14)).toBe('working');
    await touch();
    expect(await stateAfter(14)).toBe('working');
    expect(await stateAfter(2)).toBe('failed');
    gate.resolve();
    await other.stop();
  });

  it('A bill deleted during printing is left out, and the others are printed.', async () => {
    const { group, ids } = await addBills({ name: 'Ali' }, { name: 'Bina' });
    const [gone = 0, stays = 0] = ids;
    instead = async (order) => {
      const bytes = await maker.draw(order);
      await clerk.ask(calls.removeBill, { params: { id: gone } });
      return bytes;
    };
    const job = await print({ groupID: group.id });
    await eventually(async () => {
      const { job: seen } = await clerk.get(calls.showVoucherJob, { params: { id: job.id } });
      expect(seen.state).toBe('done');
    });
    expect((orderedPages as VoucherPage[]).map(({ facts }) => facts[0]?.value.en)).toEqual([
      'Ali',
      'Bina',
      'Bina',
    ]);
    expect(await picturesOf((await fileOf(job.id)).body)).toHaveLength(1);
    expect(await printsOf(stays)).toMatchObject([{ serial: 1 }]);
    expect(await printsOf(gone)).toEqual([]);
  });

  it('A campus has at most three print jobs at a time.', async () => {
    const { ids } = await addBills({}, {}, {}, {});
    const gate = Promise.withResolvers<void>();
    instead = async (order) => {
      await gate.promise;
      return maker.draw(order);
    };
    const jobs = await Promise.all(ids.slice(0, 3).map((id) => print({ billIDs: [id] })));
    const more = await clerk.ask(calls.printVouchers, { body: { clientID: press(), billIDs: [ids[3]] } });
    expectFailure(more, 'conflict');
    instead = async () => {
      throw new Failure('unavailable', 'over');
    };
    gate.resolve();
    for (const { id } of jobs) await clerk.get(calls.cancelVoucherJob, { params: { id } });
  });

  it('Voucher settings are stored per campus, and a sample shows unsaved settings.', async () => {
    const body = { ...usualVoucherSettings, copies: ['parent', 'bank'], language: 'ur', receiptSize: 'a5' };
    const { svg } = await clerk.get(calls.sampleVoucher, { body });
    expect(svg).toMatch(/^<svg/);
    expect(lastPage().copies.map(({ en }) => en)).toEqual(['Parent copy', 'Bank copy']);
    expect(await clerk.get(calls.getVoucherSettings)).toEqual(usualVoucherSettings);
    const saved = await clerk.get(calls.saveVoucherSettings, { body });
    expect(saved).toMatchObject({ copies: ['bank', 'parent'], language: 'ur' });
    expect(await clerk.get(calls.getVoucherSettings)).toEqual(saved);
    const few = await clerk.ask(calls.saveVoucherSettings, { body: { ...body, copies: ['bank'] } });
    expectFailure(few, 'malformed');
    const viewer = callerOf(world, campus, await campus.user({ view: true, edit: true }));
    expectFailure(await viewer.ask(calls.saveVoucherSettings, { body }), 'forbidden');
  });

  it('The first print of a receipt is the receipt; each later one is marked and stands in the trail.', async () => {
    const [first = 0, second = 0] = (await addBills({ name: 'Ali' }, { name: 'Bina' })).ids;
    const allocations = [first, second].map((billID) => ({ billID, amount: 12_500 }));
    const paid = { clientID: press(), amount: 25_000, method: 'cash', payer: 'Imran', allocations };
    const body = { ...paid, reason: 'One payment' };
    const { paymentID, receiptNo } = await clerk.get(calls.receivePayment, { body });
    const shown = () => clerk.get(calls.showReceipt, { params: { id: paymentID } });
    const handOut = (body: object, query: object = {}) =>
      clerk.ask(calls.printReceipt, { params: { id: paymentID }, body, query: { ...query } });
    const marks = () => orderedPages.slice(-2).map((page) => (page as ReceiptPage).duplicate?.en ?? null);
    expect((await shown()).printed).toBe(0);
    const one = await handOut({ given: 30_000 });
    expect(one.headers.get('content-disposition')).toContain(`Receipt-${receiptNo}-Imran.pdf`);
    const page = orderedPages.at(-1) as ReceiptPage;
    expect(page.children.map(({ name }) => name)).toEqual(['Ali', 'Bina']);
    expect(page.sums.map(({ amount }) => amount)).toEqual(['Rs. 25,000', '30,000', '5,000']);
    expect(page.duplicate).toBeNull();
    await handOut({ given: 30_000 });
    await handOut({ size: 'a5' });
    expect(marks()).toEqual(['Duplicate 1', 'Duplicate 2']);
    expect((await shown()).printed).toBe(3);
    // No parameter leaves the mark out.
    for (const refused of [await handOut({ duplicate: '0' }), await handOut({}, { duplicate: '0' })])
      expect(refused.status).toBe(400);
    expect(await trailOf('receiptReprinted')).toEqual([
      { receiptNo, amount: 25_000_00, copy: 1 },
      { receiptNo, amount: 25_000_00, copy: 2 },
    ]);
  });

  it('Of five people who print a receipt at once one gets the receipt, the others duplicates.', async () => {
    const [billID = 0] = (await addBills({ name: 'Ali' })).ids;
    const allocations = [{ billID, amount: 100 }];
    const body = { clientID: press(), amount: 100, method: 'cash', allocations };
    const { paymentID } = await clerk.get(calls.receivePayment, { body });
    const print = () => clerk.ask(calls.printReceipt, { params: { id: paymentID }, body: {} });
    const files = await Promise.all(Array.from({ length: 5 }, print));
    expect(new Set(files.map(({ body }) => hash('sha256', body))).size).toBe(5);
    expect((await trailOf('receiptReprinted')).map(({ copy }) => copy)).toEqual([1, 2, 3, 4]);
  });

  it('A file of vouchers is handed out once, and a reprint stands in the trail with its bill.', async () => {
    const [id = 0] = (await addBills({ name: 'Ali', regNum: 'R-7' })).ids;
    const job = await print({ billIDs: [id], isAll: true });
    expect((await take(job)).status).toBe(200);
    const again = await fileOf(job.id);
    expectFailure(again, 'conflict');
    expect(again.body.message).toBe(failureWords.vouchersTaken);
    expect(await printsOf(id)).toHaveLength(1);
    expect(await trailOf('voucherReprinted')).toEqual([]);
    await take(await print({ billIDs: [id], isAll: true }));
    expect(lastPage().duplicate?.en).toBe('Duplicate 1');
    expect(await trailOf('voucherReprinted')).toEqual([{ copy: 1, vouchers: 1 }]);
  });
});

it('Twenty requests at once for the same paper store it whole once.', async () => {
  const dataDir = join(import.meta.dirname, 'papers', 'at-once');
  const warnings: unknown[] = [];
  const needs = {
    config: { dataDir },
    papers: { draw: async () => Buffer.alloc(300_000, 'x') },
    log: { warn: (about: unknown) => warnings.push(about) },
    runtime: computer,
  } as unknown as Parameters<typeof drawCached>[0];
  const order = orderOf([voucherPage()]);
  await Promise.all(Array.from({ length: 20 }, () => drawCached(needs, order)));
  expect(warnings).toEqual([]);
  const names = readdirSync(papersIn(dataDir));
  expect(names).toEqual([expect.stringMatching(/\.pdf$/)]);
  expect(readFileSync(join(papersIn(dataDir), names[0] ?? ''))).toHaveLength(300_000);
  rmSync(dataDir, { recursive: true });
});

it('Old papers are removed, and files of print jobs sooner.', async () => {
  const dataDir = join(import.meta.dirname, 'papers', 'old');
  const folder = papersIn(dataDir);
  mkdirSync(folder, { recursive: true });
  const now = new Date('2026-11-05T12:00:00.000Z');
  const ages: [name: string, hours: number][] = [
    ['job-1.pdf', 2],
    ['job-2.pdf', 0.5],
    ['job-3.pdf.part', 2],
    ['1-ab.pdf', 2],
    ['1-cd.pdf', 30],
  ];
  for (const [name, hours] of ages) {
    writeFileSync(join(folder, name), 'x');
    const at = new Date(now.getTime() - hours * 3_600_000);
    utimesSync(join(folder, name), at, at);
  }
  await removeOldPapers(dataDir, now);
  expect(readdirSync(folder).sort()).toEqual(['1-ab.pdf', 'job-2.pdf']);
  rmSync(dataDir, { recursive: true });
});
