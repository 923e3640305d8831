/** A family’s page: opened by its link only, with its own bills and papers only, and linked in messages. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { usualVoucherSettings } from '#shared/money/voucher-settings.ts';
import type { PaperOrder } from '../../src/server/deps.ts';
import { UnprintablePages } from '../../src/server/papers/engine/crash-search.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { tokensOf } from '../../src/server/recipients/links/links.ts';
import { computer } from '../../src/server/runtime.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

const base = 'https://fees.example.org/p/';
const hostile = `<script>alert(1)</script>"'&`;

describe.each(engines)('A family’s page on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let now = new Date('2026-11-05T08:00:00.000Z');
  let orders: PaperOrder[];
  let unprintable = false;
  const lines: string[] = [];

  beforeAll(async () => {
    const papers = {
      draw: async (order: PaperOrder) => {
        orders.push(order);
        if (unprintable) throw new UnprintablePages([{ at: 0, texts: [] }]);
        return Buffer.from(`%PDF ${orders.length}`);
      },
      sweep: async () => {},
      stop: async () => {},
    };
    const log = openLog('info', { write: (line) => lines.push(line) });
    world = await createWorld(
      engine,
      { papers, now: () => now, log },
      { publicUrl: 'https://fees.example.org' },
    );
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    now = new Date('2026-11-05T08:00:00.000Z');
    orders = [];
    unprintable = false;
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
  });

  const e164 = (number: string): string => `+92${number.slice(1)}`;
  const linkOf = async (number: string, by = clerk): Promise<string> =>
    (await by.get(calls.makeLink, { body: { number } })).url;
  const open = async (url: string, headers: Record<string, string> = {}) => {
    const answered = await fetch(url.replace('https://fees.example.org', world.address), { headers });
    const bytes = Buffer.from(await answered.arrayBuffer());
    // Amounts and days have spaces that do not break.
    const text = bytes.toString().replaceAll('\u00a0', ' ');
    return { status: answered.status, headers: answered.headers, text, size: bytes.length };
  };
  const addFamily = async (number = freshNumber(), more: Parameters<typeof makeBill>[0] = {}) => {
    const { bills } = await campus.group({ bills: [makeBill({ number, name: 'Ayesha Khan', ...more })] });
    return { number, billID: bills[0]?.id ?? 0 };
  };
  let presses = 0;
  const pay = async (...billIDs: number[]): Promise<number> => {
    presses += 1;
    const allocations = billIDs.map((billID) => ({ billID, amount: 1000 }));
    const body = {
      clientID: `press ${presses}`,
      amount: 1000 * billIDs.length,
      method: 'cash',
      allocations,
      confirmed: true,
      reason: 'One',
    };
    return (await clerk.get(calls.receivePayment, { body })).paymentID;
  };

  it('A family’s page shows what is payable today, until when and how, and the late amount afterwards.', async () => {
    const number = freshNumber();
    await campus.group({
      bills: [
        makeBill({ number, name: 'Ayesha Khan', regNum: 'A-1', invNo: 'V-1' }),
        makeBill({
          number,
          name: 'علی خان',
          regNum: 'A-2',
          invNo: 'V-2',
          total: 4000,
          amountAfterDueDate: null,
        }),
      ],
    });
    const account = {
      kind: 'bank',
      title: 'Main Branch',
      bank: 'HBL',
      number: '0042',
      iban: 'PK36',
      prefix: '100422',
    };
    await clerk.get(calls.addMoneyAccount, { body: { ...account, numbering: 'student', onVoucher: true } });
    const url = await linkOf(number);
    expect(url).toMatch(/^https:\/\/fees\.example\.org\/p\/[\w-]{22}$/);
    const { status, text, size } = await open(url);
    expect(status).toBe(200);
    expect(size).toBeLessThanOrEqual(12_000);
    for (const expected of [
      'Rs. 16,500',
      'Rs. 12,500',
      'Rs. 13,500 from 11 Nov',
      'Due 10 Nov',
      'HBL, Main Branch',
      'Write A-1, A-2 as the reference.',
      '100422A-1',
      '100422A-2',
      'علی خان',
    ])
      expect(text).toContain(expected);
    now = new Date('2026-11-10T19:00:00.000Z');
    expect((await open(url)).text).toContain('Rs. 17,500');
    expect(await linkOf(`0092${number.slice(1)}`), 'one link of a family').toBe(url);
  });

  it('A family’s page asks for what the child’s own credit leaves, and says what was paid in advance.', async () => {
    const { number, billID } = await addFamily();
    const pay = { clientID: 'ahead', amount: 500, method: 'cash', billID, allocations: [] };
    await clerk.get(calls.receivePayment, { body: pay });
    const { text } = await open(await linkOf(number));
    for (const expected of [
      'Rs. 12,000',
      '− 500 from the credit',
      'credit with the school',
      'Rs. 13,000 from 11 Nov',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('Rs. 12,500');
  });

  it('A late bill’s page says since when the late fee counts, and what was paid and on which day.', async () => {
    const { number, billID } = await addFamily();
    await pay(billID);
    now = new Date('2026-11-12T08:00:00.000Z');
    await clerk.get(calls.adjustBill, {
      params: { id: billID },
      body: { clientID: 'discount', kind: 'waiver', of: 'fee', amount: 300, reason: 'Orphan' },
    });
    const { text } = await open(await linkOf(number));
    for (const expected of [
      'Rs. 12,200',
      'All of it is late',
      '12,500, was due 10 Nov',
      '+ 1,000 late fee since 11 Nov',
      '− 300 discount',
      '− 1,000 paid on 5 Nov',
      'Voucher, good until 25 Nov',
    ])
      expect(text).toContain(expected);
    expect(text, 'the reason of the discount is for the school').not.toContain('Orphan');
    expect(text).not.toMatch(/[+−] 0\b/);
  });

  it('A family’s page offers WhatsApp only if the campus has connected a number.', async () => {
    const { number, billID } = await addFamily(freshNumber(), { regNum: 'A-7', invNo: 'V-7' });
    const url = await linkOf(number);
    expect((await open(url)).text).not.toMatch(/wa\.me|I have paid|Ask the school<\/a>/);
    await world.deps.store.db
      .updateTable('sender')
      .set({ number: '+92 300 1112233' })
      .where('campusID', '=', campus.id)
      .execute();
    const sent = async () =>
      [...(await open(url)).text.matchAll(/https:\/\/wa\.me\/923001112233\?text=([^"]+)/g)].map(([, text]) =>
        decodeURIComponent(text ?? ''),
      );
    expect(await sent()).toEqual([
      'I have paid the fee, Rs. 12,500.\nReg A-7, November',
      'A question about the fee, Rs. 12,500.\nReg A-7, November',
    ]);
    expect((await open(url)).text).toContain(
      `class="pb i load" href="/p/${url.slice(base.length)}/voucher/${billID}"`,
    );
    now = new Date('2026-11-26T08:00:00.000Z');
    expect((await sent()).at(-1)).toBe('Please send a new voucher: A-7, V-7');
    const { text } = await open(url);
    expect(text).toContain('Voucher has ended: ask for a new one');
    expect(text).not.toContain('/voucher/');
    expect(text, 'the number of the family').not.toContain(number.slice(-7));
  });

  it('A family’s page shows only money accounts that vouchers show, and a biller’s number with its amount.', async () => {
    const { number } = await addFamily(freshNumber(), { invNo: '77001' });
    const account = { bank: 'HBL', number: '0042', iban: '', prefix: '', numbering: 'voucher' };
    for (const body of [
      { ...account, kind: 'bank', title: 'Private account', number: '9999', onVoucher: false },
      { ...account, kind: 'biller', title: '1Bill', bank: '', number: '', prefix: '100422', onVoucher: true },
      { ...account, kind: 'cash', title: 'Fee counter', bank: '', number: '', onVoucher: true },
    ])
      await clerk.get(calls.addMoneyAccount, { body });
    const { text } = await open(await linkOf(number));
    for (const expected of [
      'with <bdi>1Bill</bdi>',
      '10042277001',
      'Pay at the school: <bdi>Fee counter</bdi>.',
    ])
      expect(text).toContain(expected);
    expect(text).not.toMatch(/Private account|9999/);
  });

  it('The colours of a family’s page follow the phone, or the address, and stay when the language changes.', async () => {
    const { number } = await addFamily();
    const url = await linkOf(number);
    const { text } = await open(url);
    expect(text).toContain('content="light dark"');
    expect(text).toContain('@media(prefers-color-scheme:dark)');
    expect(text).toContain('<html lang="en" dir="ltr">');
    for (const theme of ['dark', 'light']) {
      const { text } = await open(`${url}?${theme}`);
      expect(text).toContain(`<html lang="en" dir="ltr" class="${theme}">`);
      expect(text).toContain(`?in=ur&amp;${theme}"`);
    }
  });

  it('A family’s page names the school and the campus, and not the program.', async () => {
    const { number } = await addFamily();
    const school = world.deps.store.db.updateTable('school').where('slug', '=', campus.db);
    await school.set({ name: 'Shaheen Public School' }).execute();
    const { text } = await open(await linkOf(number));
    expect(text).toContain('<h1><bdi>Shaheen Public School</bdi></h1>');
    expect(text).not.toContain('Qasid');
  });

  it('A family’s page is in Urdu if the address, the browser or the school’s voucher settings ask for Urdu.', async () => {
    const { number } = await addFamily();
    const url = await linkOf(number);
    const urdu = { 'accept-language': 'ur-PK,en;q=0.8' };
    expect((await open(url)).text).toContain('<html lang="en" dir="ltr">');
    for (const { text } of [await open(`${url}?in=ur`), await open(url, urdu)]) {
      expect(text).toContain('<html lang="ur" dir="rtl">');
      expect(text).toContain('واجب الادا');
    }
    expect((await open(`${url}?in=en`, urdu)).text).toContain('Payable today');
    await clerk.get(calls.saveVoucherSettings, { body: { ...usualVoucherSettings, language: 'ur' } });
    expect((await open(url)).text).toContain('lang="ur" dir="rtl"');
  });

  it('A family’s page is not cached or indexed, and runs no script.', async () => {
    const { number, billID } = await addFamily();
    const url = await linkOf(number);
    for (const path of ['', `/voucher/${billID}`, '/receipt/1', 'x']) {
      const { headers } = await open(url + path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('script-src');
    }
    const { text } = await open(url);
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|https?:\/\//);
  });

  it('A family’s page shows names with markup as plain text.', async () => {
    const { number } = await addFamily(freshNumber(), { name: hostile, regNum: hostile, invNo: hostile });
    const title = hostile;
    await clerk.get(calls.addMoneyAccount, {
      body: {
        kind: 'bank',
        title,
        bank: hostile,
        number: hostile,
        iban: '',
        prefix: '100',
        numbering: 'voucher',
        onVoucher: true,
      },
    });
    const { text } = await open(await linkOf(number));
    expect(text).not.toMatch(/<script|<b>&|alert\(1\)<\/s/);
    expect(text.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp;/g)?.length).toBeGreaterThan(
      4,
    );
  });

  it('A family’s page with five children, twelve months and many receipts stays below 60 kB.', async () => {
    const number = freshNumber();
    const children = ['Ayesha', 'Bilal', 'Danish', 'Eman', 'Farhan'];
    for (let month = 1; month <= 12; month++)
      await campus.save(
        children.map((name, at) =>
          makeBill({ number, name: `${name} Khan Muhammad`, regNum: `L-${at}`, month }),
        ),
        { name: `Month ${month}`, month },
      );
    const body = {
      kind: 'bank',
      title: 'Main',
      bank: 'HBL',
      number: '1',
      iban: 'PK',
      prefix: '100422',
      numbering: 'voucher',
      onVoucher: true,
    };
    await clerk.get(calls.addMoneyAccount, { body });
    const { items } = await clerk
      .get(calls.listFamilyBills, { query: { number } })
      .then((items) => ({ items }));
    for (const { id } of [...items, ...items]) await pay(id);
    const url = await linkOf(number);
    for (const language of ['en', 'ur']) {
      const { text, size } = await open(`${url}?in=${language}`);
      expect(text.match(/\/voucher\//g)).toHaveLength(60);
      expect(text.match(/\/receipt\//g)).toHaveLength(24);
      expect(text).toContain(language === 'en' ? 'the last 24, ' : 'آخری 24');
      expect(size).toBeLessThanOrEqual(60_000);
    }
  });

  it('A family’s page differs per campus and shows no bill or paper of another family.', async () => {
    const { number, billID } = await addFamily();
    const other = await addFamily(freshNumber(), { name: 'Other Child' });
    const sister = await campus.sister();
    await sister.group({ bills: [makeBill({ number, name: 'Sister Child' })] });
    const url = await linkOf(number);
    const there = await linkOf(number, callerOf(world, sister, await sister.user()));
    expect(there).not.toBe(url);
    const { text } = await open(url);
    expect(text).toContain('Ayesha Khan');
    expect(text).not.toMatch(/Other Child|Sister Child/);
    expect((await open(there)).text).not.toContain('Ayesha Khan');
    const payment = await pay(other.billID);
    const both = await pay(billID, other.billID);
    for (const path of [
      `/voucher/${other.billID}`,
      `/receipt/${payment}`,
      `/receipt/${both}`,
      '/voucher/x',
      '/receipt/1e3',
    ])
      expect((await open(url + path)).status, path).toBe(404);
    expect((await open(`${there}/voucher/${billID}`)).status).toBe(404);
    expect(orders).toEqual([]);
  });

  it('A family’s page says that a voucher cannot be had now if its texts cannot be set.', async () => {
    const { number, billID } = await addFamily();
    const url = await linkOf(number);
    unprintable = true;
    const { status, text } = await open(`${url}/voucher/${billID}`);
    expect(status).toBe(503);
    expect(text).toContain('This does not work at the moment. Try again later.');
  });

  it('A family’s page offers vouchers and receipts, without the name of the cashier.', async () => {
    const { number, billID } = await addFamily();
    const paymentID = await pay(billID);
    const url = await linkOf(number);
    const voucher = await open(`${url}/voucher/${billID}`);
    expect(voucher.status).toBe(200);
    expect(voucher.headers.get('content-type')).toContain('application/pdf');
    expect(voucher.headers.get('content-disposition')).toContain('Fee-Nov-2026-Ayesha-Khan.pdf');
    expect(orders[0]?.pages[0]).toMatchObject({ code: expect.stringMatching(/^I\d+$/), link: url });
    expect((await open(`${url}/receipt/${paymentID}`)).status).toBe(200);
    expect(orders[1]?.pages[0]).toMatchObject({ by: null });
    expect((await open(url)).text).not.toContain(clerk.userName);
    await clerk.get(calls.voidPayment, { params: { id: paymentID }, body: { reason: 'Mistake' } });
    expect((await open(`${url}/receipt/${paymentID}`)).status).toBe(404);
  });

  it('An expired, revoked, unknown or altered link and one of a suspended school get the same answer.', async () => {
    const { number, billID } = await addFamily();
    const url = await linkOf(number);
    const token = url.slice(base.length);
    const { text: unknown, status } = await open(base + 'A'.repeat(22));
    expect([status, unknown.includes('no longer works'), unknown.includes('کارآمد')]).toEqual([
      404,
      true,
      true,
    ]);
    const isGone = async (address = url) => {
      for (const path of ['', `/voucher/${billID}`])
        expect(await open(address + path)).toMatchObject({ status: 404, text: unknown });
    };
    const flipped = token.replace(/^./, (first) => (first === 'x' ? 'y' : 'x'));
    for (const other of [flipped, token.slice(1), `${token}x`, token.toLowerCase(), '%00', "' or 1=1 --"])
      if (other !== token) await isGone(base + encodeURIComponent(other));

    const schools = world.deps.store.db.updateTable('school').where('slug', '=', campus.db);
    await schools.set({ suspendedAt: now.toISOString() }).execute();
    await isGone();
    await schools.set({ suspendedAt: null }).execute();
    expect((await open(url)).status).toBe(200);

    expect(await clerk.get(calls.revokeLink, { body: { number } })).toEqual({ revoked: true });
    expect(await clerk.get(calls.revokeLink, { body: { number } })).toEqual({ revoked: false });
    await isGone();
    const fresh = await linkOf(number);
    expect(fresh).not.toBe(url);
    await isGone();

    await clerk.get(calls.receivePayment, {
      body: { clientID: 'all', amount: 12_500, method: 'cash', allocations: [{ billID, amount: 12_500 }] },
    });
    expect((await open(fresh)).text).toContain('Nothing is payable');
    now = new Date('2026-12-05T18:00:00.000Z');
    expect((await open(fresh)).status).toBe(200);
    now = new Date('2026-12-05T20:00:00.000Z');
    await isGone(fresh);
    expectFailure(await clerk.ask(calls.makeLink, { body: { number } }), 'conflict');
  });

  it('A family’s page is not found after its billing is deleted.', async () => {
    const { number, billID } = await addFamily();
    const url = await linkOf(number);
    const { groupID } = await world.deps.store.db
      .selectFrom('bill')
      .select('groupID')
      .where('id', '=', billID)
      .executeTakeFirstOrThrow();
    await clerk.get(calls.removeGroup, { query: { id: groupID } });
    expect((await open(url)).status).toBe(404);
  });

  it('A link is made and revoked by users with the edit right, and the trail does not contain it.', async () => {
    const { number } = await addFamily();
    const viewer = callerOf(world, campus, await campus.user({ view: true, add: true, outbox: true }));
    for (const call of [calls.makeLink, calls.revokeLink])
      expectFailure(await viewer.ask(call, { body: { number } }), 'forbidden');
    const url = await linkOf(number);
    await linkOf(number);
    await clerk.get(calls.revokeLink, { body: { number } });
    const rows = await world.deps.store.db
      .selectFrom('trail')
      .selectAll()
      .where('campusID', '=', campus.id)
      .where('what', 'in', ['linkMade', 'linkRevoked'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ what }) => what)).toEqual(['linkMade', 'linkRevoked']);
    expect(JSON.stringify(rows)).not.toContain(url.slice(base.length));
  });

  it('The log does not contain the link of a family’s page.', async () => {
    const { number, billID } = await addFamily();
    const url = await linkOf(number);
    await open(url);
    await open(`${url}/voucher/${billID}`);
    expect(lines.join('')).toContain('/p/:token/voucher/:id');
    expect(lines.join('')).not.toContain(url.slice(base.length));
  });

  describe('The placeholder link', () => {
    const text = 'Dear parent of {{name}}, see {{link}}';
    const texts = async () =>
      world.deps.store.db
        .selectFrom('message')
        .select(['number', 'text', 'status'])
        .where('campusID', '=', campus.id)
        .orderBy('id')
        .execute();
    const plan = (body: object) =>
      clerk.get(calls.planSend, {
        body: { message: text, contacts: '', groupIDs: [], contactIDs: [], ...body },
      });

    it('The placeholder {{link}} is the page of each number, and is hidden in the plan.', async () => {
      const [mother, father] = [freshNumber(), freshNumber()];
      const { bills, id } = await campus.group({ bills: [makeBill({ number: `${mother}, ${father}` })] });
      const { samples } = await plan({ groupIDs: [id] });
      expect(samples[0].text).toContain(`${base}••••••••••••••••••••••`);
      const links = world.deps.store.db
        .selectFrom('parent_link')
        .selectAll()
        .where('campusID', '=', campus.id);
      expect(await links.execute()).toEqual([]);
      await campus.message({ groupIDs: [id], message: text });
      const [one, two] = await texts();
      expect(one?.text).toMatch(/see https:\/\/fees\.example\.org\/p\/[\w-]{22}$/);
      expect(one?.text).not.toBe(two?.text);
      expect(one?.text).toContain(await linkOf(mother));
      expect(two?.text).toContain(await linkOf(father));
      expect(bills).toHaveLength(1);
      await campus.message({ groupIDs: [id], message: 'لنک {{link}} دیکھیں' });
      expect((await texts()).at(-1)?.text).toContain(` ${await linkOf(father)} `);
    });

    it('A send with {{link}} leaves out numbers without a bill on a page.', async () => {
      const paid = { status: 'paid', number: freshNumber() };
      const { id } = await campus.group({ bills: [makeBill(), makeBill(paid)] });
      await world.deps.store.db
        .updateTable('bill')
        .set({ settledOn: '2026-10-01' })
        .where('groupID', '=', id)
        .where('status', '=', 'paid')
        .execute();
      const { queued, leftOut, skipped } = await plan({ groupIDs: [id] });
      expect([queued, leftOut, skipped[0].number]).toEqual([1, 1, e164(paid.number)]);
      expect((await plan({ contacts: freshNumber() })).queued).toBe(0);
      const { clsIDs, secIDs } = await campus
        .roster()
        .then(({ classID, sectionID }) => ({ clsIDs: [classID], secIDs: [sectionID] }));
      expect(await plan({ clsIDs, secIDs })).toMatchObject({ queued: 0, leftOut: 2 });
    });

    it('A queued message carries the current link after a correction and after a revocation.', async () => {
      const wrong = await addFamily(freshNumber(), { name: 'Wrongly Here' });
      const own = await addFamily(wrong.number, { name: 'Owner Child' });
      const revoked = await addFamily();
      const ids = [wrong.billID, own.billID, revoked.billID];
      await campus.message({ contactIDs: ids, message: text });
      const [before] = await texts();
      const right = freshNumber();
      await clerk.get(calls.correctNumber, {
        body: { from: wrong.number, to: right, billIDs: [wrong.billID] },
      });
      const old = await linkOf(revoked.number);
      await clerk.get(calls.revokeLink, { body: { number: revoked.number } });
      await world.work();
      const byNumber = new Map((await texts()).map((message) => [message.number, message]));
      const sentText = byNumber.get(e164(right))?.text ?? '';
      expect(sentText).toContain(await linkOf(right));
      expect(sentText).not.toContain(await linkOf(wrong.number));
      expect(before?.text).toContain(await linkOf(wrong.number));
      expect(byNumber.get(e164(revoked.number))?.text).toContain(await linkOf(revoked.number));
      expect(byNumber.get(e164(revoked.number))?.text).not.toContain(old);
    });
  });

  it('Looking at a voucher makes no link, also not after a revoke; printing makes one.', async () => {
    const { number, billID } = await addFamily();
    await linkOf(number);
    await clerk.get(calls.revokeLink, { body: { number } });
    const reader = callerOf(world, campus, await campus.user({ view: true }));
    const params = { id: billID };
    await reader.get(calls.previewVoucher, { params });
    expect((await reader.ask(calls.showVoucher, { params })).status).toBe(200);
    const query = { billIDs: String(billID), number: e164(number) };
    expect((await reader.ask(calls.showVouchersOf, { query })).status).toBe(200);
    const links = world.deps.store.db
      .selectFrom('parent_link')
      .select('token')
      .where('campusID', '=', campus.scope.campusID);
    expect(await links.execute()).toEqual([]);
    expect(orders.length).toBeGreaterThan(0);
    for (const { pages } of orders) expect(pages[0]?.link).toBeNull();
    await clerk.get(calls.printVouchers, { body: { clientID: 'press of links', billIDs: [billID] } });
    const [{ token = '' } = {}] = await links.execute();
    expect(orders.at(-1)?.pages[0]?.link).toBe(base + token);
    // From now on the voucher shows the link that exists.
    await reader.get(calls.previewVoucher, { params });
    expect(orders.at(-1)?.pages[0]?.link).toBe(base + token);
  });

  it('Eight requests at once for the link of a number make one link.', async () => {
    const numbers = [e164(freshNumber()), e164(freshNumber())];
    const needs = { now, runtime: computer };
    const made = await Promise.all(Array.from({ length: 8 }, () => tokensOf(campus.scope, needs, numbers)));
    for (const tokens of made) expect([...tokens]).toEqual([...(made[0] ?? [])]);
  });

  it('Requests for a family’s pages and papers are limited per address and minute.', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const { number, billID } = await addFamily();
    const url = await linkOf(number);
    for (let times = 0; times < 30; times++)
      expect((await open(`${url}/voucher/${billID}`, from)).status).toBe(200);
    expect((await open(`${url}/voucher/${billID}`, from)).status, 'papers').toBe(429);
    for (let times = 31; times < 600; times++) await open(url, from);
    const over = await open(url, from);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(over.text).toContain('Too many requests');
    expect(over.headers.get('cache-control')).toBe('no-store');
    expect((await open(url, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  });
});

describe.each(engines)('Family pages without https on %s', (engine) => {
  it('Without https there are no family pages, and {{link}} counts as missing.', async () => {
    const world = await createWorld(engine, {}, { publicUrl: 'http://fees.example.org' });
    const campus = await world.school(freshSlug());
    const clerk = callerOf(world, campus, await campus.user());
    const number = freshNumber();
    const { id, bills } = await campus.group({ bills: [makeBill({ number })] });
    expectFailure(await clerk.ask(calls.makeLink, { body: { number } }), 'conflict');
    const needs = { now: new Date(), runtime: computer };
    const tokens = await tokensOf(campus.scope, needs, [`+92${number.slice(1)}`]);
    const [token] = tokens.values();
    expect((await fetch(`${world.address}/p/${token}`)).status).toBe(404);
    const body = { message: 'See {{link}}', contacts: '', groupIDs: [id], contactIDs: [] };
    const plan = await clerk.get(calls.planSend, { body });
    expect(plan).toMatchObject({ queued: 0, leftOut: 1, reasons: [{ reasonCode: 'missing' }] });
    expect(plan.samples).toMatchObject([{ kind: 'missing', missing: ['link'] }]);
    const { svg } = await clerk.get(calls.previewVoucher, { params: { id: bills[0]?.id } });
    expect(svg).toContain('<svg');
    await world.stop();
  });
});
