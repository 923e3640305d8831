/**
 * Every call with an idempotency key: the same request gives the first answer and changes nothing, and a request that
 * differs in any field is refused.
 */
import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { importRefusals } from '#shared/words/import-problems.ts';
import { engines } from '../support/engines.ts';
import { asLines, type CallRequest } from '../support/world.ts';
import { billsIn, useCampus } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
import { type CallName, fillCampus, importedFile, type Place, samples } from './sample-inputs.ts';

const keys = ['clientID', 'saveID'];
/** Accepted as in the specification, and without any effect. */
const withoutEffect = ['userID', 'whatsapp'];

const all = Object.entries(calls) as [CallName, Call][];
const shapeOf = ({ body, lines }: Call): string[] => Object.keys((body ?? lines?.head)?.shape ?? {});
const keyed = all.filter(([, call]) => shapeOf(call).some((field) => keys.includes(field)));

type Body = Record<string, unknown>;
/** `billID` and `paymentID`: others of the same campus. */
type Others = { billID: number; paymentID: number };
/** The changes by field. The name `id` stands for the id in the path, and `row` for a line after the head. */
type Row = {
  base?: (place: Place) => Body;
  changes: (place: Place, others: Others) => Record<string, Body>;
};

const file = { ...importedFile, name: 'another.xlsx' };
const left = { skipped: 1, refused: 0 };
const classes = [{ spelling: 'Class 5', name: '5' }];
const headings = [{ heading: 'Roll', field: 'regNum' }];
const oneOf = (values: Body): Record<string, Body> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { [field]: value }]));

const sendKey = { clientID: 'press of a button' };
const ofSend = {
  message: 'Another text',
  media: 'https://school.example/a.png',
  status: 'unpaid',
  again: false,
  sendAt: '2026-11-21T10:00',
};
const audience = { contacts: '03001234569', groupIDs: [], contactIDs: [], family: true };
const send: Row = {
  base: () => sendKey,
  changes: ({ ids }) => oneOf({ ...ofSend, ...audience, templateID: ids.template }),
};
const table: Partial<Record<CallName, Row>> = {
  receivePayment: {
    changes: ({ ids }, { billID, paymentID }) =>
      oneOf({
        amount: 101,
        method: 'cheque',
        accountID: ids.account,
        receivedOn: '2026-11-19',
        payer: 'The uncle',
        reference: 'CHQ 7',
        billID,
        regNum: 'R-2',
        allocations: [{ billID: ids.bill, amount: 51 }],
        credits: [{ paymentID, allocations: [{ billID, amount: 1 }] }],
        confirmed: true,
        reason: 'Their father works here',
      }),
  },
  returnPayment: {
    changes: ({ ids }, { paymentID }) => ({
      ...oneOf({
        kind: 'bounced',
        amount: 21,
        returnedOn: '2026-11-19',
        accountID: ids.account,
        reason: 'Left',
      }),
      id: { id: paymentID },
    }),
  },
  countCash: { changes: () => oneOf({ day: '2026-11-19', clerk: 'Hira', counted: 51, note: 'Again' }) },
  adjustBill: {
    changes: (_place, { billID }) => ({
      ...oneOf({ kind: 'waiver', of: 'fee', amount: 51, reason: 'Another' }),
      id: { id: billID },
    }),
  },
  printVouchers: {
    changes: ({ ids }, { billID }) => ({
      billIDs: { billIDs: [ids.bill, billID] },
      familyOf: { billIDs: undefined, familyOf: ids.bill },
      groupID: { billIDs: undefined, groupID: ids.group },
      ...oneOf({ sectionID: ids.section, isAll: false, order: 'invNo' }),
    }),
  },
  renewVoucher: {
    changes: (_place, { billID }) => ({
      ...oneOf({ expiryDate: '2099-02-28', fine: 51, reason: 'Asked for' }),
      id: { id: billID },
    }),
  },
  saveBankFile: {
    changes: (place) => {
      const { rows, decisions } = samples.saveBankFile(place).body as { rows: Body[]; decisions: Body[] };
      return oneOf({
        accountID: 987_654_321,
        file: { name: 'another.csv', sha256: 'cd'.repeat(32) },
        headings: [{ heading: 'Narration', field: 'text' }],
        rows: rows.map((row) => ({ ...row, amount: 26 })),
        decisions: decisions.map((one) => ({ ...one, act: 'credit' })),
      });
    },
  },
  saveGroup: {
    base: () => ({ saveID: 'press of a button' }),
    changes: (place) => ({
      group: { group: { id: 0, name: 'January', month: 1, year: 2027, campusID: place.ids.campus } },
      contacts: { contacts: [{ regNum: 'R-77', name: 'Omar', number: '0300-1234567', total: 1 }] },
      ...oneOf({ oneSeries: true, carryAll: true, reason: 'Agreed', confirmed: true }),
    }),
  },
  importBills: {
    changes: ({ ids }) => ({
      ...oneOf({
        file,
        left,
        headings,
        oneSeries: true,
        carryAll: true,
        children: 'all',
        classes,
        reason: 'x',
        confirmed: true,
      }),
      group: { group: { id: 0, name: 'January', month: 1, year: 2027, campusID: ids.campus } },
      row: { row: { regNum: 'R-78', name: 'Omar', number: '0300-1234567', total: 1 } },
    }),
  },
  importStudents: {
    changes: () => ({
      ...oneOf({ file, left, headings, classes }),
      row: { row: { regNum: 'S-77', name: 'Omar', class: '5' } },
    }),
  },
  sendToGroups: send,
  sendToMember: {
    base: () => sendKey,
    changes: ({ ids }) =>
      oneOf({
        ...ofSend,
        ...audience,
        groupIDs: [ids.group],
        contactIDs: [ids.bill],
        templateID: ids.template,
      }),
  },
  sendToClasses: {
    base: () => sendKey,
    changes: ({ ids }) =>
      oneOf({
        ...ofSend,
        templateID: ids.template,
        clsIDs: [ids.class, ids.class],
        secIDs: [ids.section, ids.section],
      }),
  },
};

/** The same input with other fields. In lines the fields belong to the head, and `row` is one more line. */
function change({ params, body, type, ...request }: CallRequest, { id, row, ...fields }: Body): CallRequest {
  const changedParams = { ...params, ...(id !== undefined && { id }) };
  if (type === undefined)
    return { ...request, params: changedParams, body: { ...(body as Body), ...fields } };
  const [head, ...rows] = String(body)
    .trim()
    .split('\n')
    .map((line): Body => JSON.parse(line));
  return { ...request, ...asLines({ ...head, ...fields }, row ? [...rows, row] : rows) };
}

it('Every call with a key is in the table, with a change of each of its fields.', () => {
  const fieldsOf = ([, call]: [CallName, Call]): string[] => [
    ...shapeOf(call).filter((field) => ![...keys, ...withoutEffect, 'campusID'].includes(field)),
    ...(call.params ? ['id'] : []),
    ...(call.lines ? ['row'] : []),
  ];
  const place = { ids: {} } as Place;
  const listed = keyed.map(([name]) => {
    const changes = table[name]?.changes;
    // A bank file’s changes are made of its sample, which needs no real ids.
    return [name, Object.keys(changes?.(place, { billID: 1, paymentID: 1 }) ?? {}).sort()];
  });
  expect(listed).toEqual(keyed.map((one) => [one[0], fieldsOf(one).sort()]));
});

describe.each(engines)('Idempotency keys on %s', (engine) => {
  const here = useCampus(engine);
  let place: Place;
  let others: Others;

  /** How many rows of each table the campus has. */
  const countRows = async () => {
    const { db } = here.world.deps.store;
    const names = ['bill', 'payment', 'adjustment', 'message', 'broadcast', 'student', 'trail'] as const;
    return Promise.all(
      names.map(async (name) => {
        const { rows } = await db
          .selectFrom(name)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .where('campusID', '=', here.campus.id)
          .executeTakeFirstOrThrow();
        return [name, rows];
      }),
    );
  };

  it.each(keyed.map(([name]) => name))(
    '%s gives a repeated request the first answer and refuses any other request with its key.',
    async (name) => {
      const { clerk, clock, campus } = here;
      clock.now = new Date('2026-11-20T06:00:00.000Z');
      place = await fillCampus(here.world, campus);
      const billsOfGroup = await billsIn(here)(place.ids.group);
      const billID = billsOfGroup.find(({ id }) => id !== place.ids.bill)?.id ?? 0;
      const received = { clientID: 'of the other', amount: 10, method: 'cheque', billID };
      const { paymentID } = await clerk.get(calls.receivePayment, { body: received });
      others = { billID, paymentID };
      const { base, changes }: Row = table[name] ?? { changes: () => ({}) };
      const request = change(samples[name](place), base?.(place) ?? {});
      const ask = (request: CallRequest) => here.world.call(calls[name], { ...request, token: clerk.token });
      const first = await ask(request);
      expectAnswer(calls[name], first);
      const before = await countRows();
      const again = await ask(request);
      expect(again).toMatchObject({ status: first.status, body: first.body });
      for (const [field, changed] of Object.entries(changes(place, others))) {
        const refused = await ask(change(request, changed));
        expectFailure(refused, 'conflict');
        expect([failureWords.clientIDUsed, importRefusals.saveIDUsed], field).toContain(refused.body.message);
      }
      expect(await countRows()).toEqual(before);
    },
  );

  it('The same key in two calls and in two campuses is two keys.', async () => {
    const { clerk, campus } = here;
    const {
      bills: [bill],
    } = await campus.group({ bills: 1 });
    const clientID = 'the same key';
    const body = { clientID, amount: 10, method: 'cash', billID: bill?.id };
    const { paymentID } = await clerk.get(calls.receivePayment, { body });
    await clerk.get(calls.returnPayment, {
      params: { id: paymentID },
      body: { clientID, kind: 'refund', reason: 'Moved away' },
    });
    const sister = await campus.sister();
    const head = await here.caller({ edit: true, view: true }, [sister]);
    const {
      bills: [other],
    } = await sister.group({ bills: 1 });
    const there = { query: { cID: sister.id }, body: { ...body, billID: other?.id } };
    const { paymentID: second } = await head.get(calls.receivePayment, there);
    expect(second).not.toBe(paymentID);
  });

  it('A request that was refused does not use up its key.', async () => {
    const { clerk, campus } = here;
    const {
      bills: [bill],
    } = await campus.group({ bills: 1 });
    const body = { clientID: 'press', amount: 10, method: 'cash', billID: bill?.id };
    expectFailure(
      await clerk.ask(calls.receivePayment, { body: { ...body, accountID: 987_654_321 } }),
      'notFound',
    );
    await clerk.get(calls.receivePayment, { body });
  });

  it('A key of a payment is refused after a month, also for the same bill.', async () => {
    const { clerk, campus, clock } = here;
    clock.now = new Date('2026-10-01T06:00:00.000Z');
    const {
      bills: [bill],
    } = await campus.group({ bills: 1 });
    const body = { clientID: 'press', amount: 10, method: 'cash', billID: bill?.id };
    await clerk.get(calls.receivePayment, { body });
    clock.now = new Date('2026-11-20T06:00:00.000Z');
    const { token } = await campus.user();
    expectFailure(await clerk.ask(calls.receivePayment, { token, body }), 'conflict');
  });
});
