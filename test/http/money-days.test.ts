/** Days on which money moved: a day before 2000 is a typing error or the empty date of another program. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines, type CallRequest } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { type CallName, fillCampus, type Place, samples } from './sample-inputs.ts';

type Body = Record<string, unknown>;
const withField = (name: CallName, field: string) => (place: Place, day: string) => {
  const request = samples[name](place);
  return { ...request, body: { ...(request.body as Body), [field]: day } };
};
const withRows = (name: CallName) => (place: Place, day: string) => {
  const request = samples[name](place);
  const body = request.body as { rows: Body[] };
  return { ...request, body: { ...body, rows: body.rows.map((row) => ({ ...row, day })) } };
};
const paid = (day: string) => ({ ...makeBill(), paidAmount: 1, paidOn: day });

const table: [CallName, string, (place: Place, day: string) => CallRequest][] = [
  ['receivePayment', 'receivedOn', withField('receivePayment', 'receivedOn')],
  ['returnPayment', 'returnedOn', withField('returnPayment', 'returnedOn')],
  ['countCash', 'day', withField('countCash', 'day')],
  ['closeBooks', 'closedUntil', withField('closeBooks', 'closedUntil')],
  ['checkBankFile', 'rows.0.day', withRows('checkBankFile')],
  ['saveBankFile', 'rows.0.day', withRows('saveBankFile')],
  [
    'saveGroup',
    'contacts.0.paidOn',
    (place, day) => {
      const request = samples.saveGroup(place);
      return { ...request, body: { ...(request.body as Body), contacts: [paid(day)] } };
    },
  ],
  [
    'importBills',
    'contacts.0.paidOn',
    (place, day) => {
      const { body, ...request } = samples.importBills(place);
      const [head = ''] = String(body).split('\n');
      return { ...request, ...asLines(JSON.parse(head), [paid(day)]) };
    },
  ],
];

describe.each(engines)('Days of money on %s', (engine) => {
  const here = useCampus(engine);

  it.each(table)('%s refuses days before 2000 in %s.', async (name, path, inputOf) => {
    const place = await fillCampus(here.world, here.campus);
    const ask = (day: string) =>
      here.world.call(calls[name], { ...inputOf(place, day), token: here.clerk.token });
    for (const day of ['1900-01-01', '1900-11-05', '1999-12-31']) {
      const { status, body } = await ask(day);
      expect(status).toBe(400);
      expect(body.issues).toEqual([{ path, message: moneyRefusals.earlyDay }]);
    }
    const { body } = await ask('2000-01-01');
    expect(JSON.stringify(body)).not.toContain(moneyRefusals.earlyDay);
  });
});
