/** Accepted input can be listed again, and so can values stored by an earlier version. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { newBill } from '#shared/calls/bills.ts';
import { billsHead, studentsHead } from '#shared/calls/imports.ts';
import { newStudent } from '#shared/calls/students.ts';
import { engines } from '../support/engines.ts';
import { type Answered, asLines, type CallRequest, createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer } from './expectations.ts';
import { type CallName, fillCampus, ofOperator, ofOwnAccount, type Place, samples } from './sample-inputs.ts';

/**
 * Calls that store nothing a campus lists, or that need sending by hand, an approval or open credit and accept only
 * ids, amounts and a choice.
 */
const untested: CallName[] = [
  'live',
  'login',
  'logout',
  'checkSetup',
  'setUp',
  ...ofOwnAccount,
  ...ofOperator,
  'submitTemplate',
  'openByHand',
  'closeByHand',
  'allocatePayment',
  'allocateCredit',
];
/** LISTED_RUNS sets how often each call is tried. */
const runs = Number(process.env.LISTED_RUNS ?? 3);
const all = (Object.entries(calls) as [CallName, Call][]).filter(([name]) => !untested.includes(name));
const listing = all.filter(([, { method, access }]) => method === 'GET' && access !== 'public');

/** Texts that grow when they are normalised, filled in or encoded, or that often break programs. */
const units = [
  '\ufdfa',
  'İ',
  'ß',
  'ﬃ',
  'e\u0301',
  '👨‍👩‍👧',
  '\ud800',
  '\u202e',
  '٠',
  '\\',
  '%_',
  '"\'',
  '\u2028',
  '{{name}} ',
  'x',
  '<b>',
];
const lengths = [1, 8, 40, 60, 120, 200, 300, 500, 1000, 2000, 4096];
const forms = ['0001-01-01', '1899-12-31', '2026-02-28', '9999-12-31', '00:00', '23:59', '12345', 'v25.0'];
const numbers = ['03001234567', '۰۳۰۰۱۲۳۴۵۶۷', '0300\u202e-1234567', Array(25).fill('03211234567').join(',')];
const figures = [-1e9, -0.01, 0, 0.01, 1, 12, 2026, 999_999_999.99, 1e9, 2 ** 31 - 1, 2 ** 53 - 1, 1e300];

/** Draws a random number, which chooses among the values that a schema accepts. */
type Draw = () => number;

const isNumber = (key: string, sample: unknown): boolean =>
  key === 'number' || (key === 'to' && typeof sample === 'string' && /^[+0]\d/.test(sample));

/** Ids keep their sample value: another id would only be answered with "not found". */
const isID = (key: string, schema: z.ZodType): boolean =>
  /ids?$/i.test(key) && (schema.safeParse(1).success || schema.safeParse([1]).success);

/** Ends with a random id, so that no save counts as a repetition. */
const ownID = (draw: Draw): string =>
  `${(units[draw() % units.length] ?? '').repeat(8)}${randomUUID()}`.slice(-60);

/** The sample with extreme values in every place, each accepted by its schema. */
function distort(schema: z.ZodType, sample: unknown, draw: Draw): unknown {
  const { def } = schema as unknown as { def: { type: string; innerType: z.ZodType; element: z.ZodType } };
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default' || def.type === 'prefault')
    return distort(def.innerType, sample, draw);
  if (schema instanceof z.ZodObject) return distortObject(schema, sample, draw);
  if (schema instanceof z.ZodArray) {
    const given = Array.isArray(sample) ? sample : Array(4).fill(undefined);
    return given.map((one) => distort(schema.element as z.ZodType, one, draw));
  }
  const taken = extremesOf(schema);
  return taken.length === 0 ? sample : taken[draw() % taken.length];
}

/** The longest accepted text of each unit, also within an address, and the smallest and largest accepted numbers. */
function extremesOf(schema: z.ZodType): (string | number)[] {
  const isTaken = (value: unknown) => schema.safeParse(value).success;
  const longest = (spell: (length: number) => string) => lengths.map(spell).findLast(isTaken);
  const texts = units.flatMap((unit) => [
    longest((length) => unit.repeat(length).slice(0, length)),
    longest((length) => `https://school.example/${unit.repeat(length)}.png`),
  ]);
  const taken = figures.filter(isTaken);
  return [...texts, ...forms.filter(isTaken), ...taken.slice(0, 2), ...taken.slice(-2)].filter(
    (value) => value !== undefined,
  );
}

function distortObject(schema: z.ZodObject, sample: unknown, draw: Draw): unknown {
  const given = (sample ?? {}) as Record<string, unknown>;
  const filled = Object.entries(schema.shape).map(([key, one]) => {
    if (key === 'saveID' || key === 'clientID') return [key, ownID(draw)];
    if (isNumber(key, given[key])) return [key, numbers[draw() % numbers.length]];
    // Three fields keep their value: contacts that narrow bills, the number to correct, and the new expiry date of a
    // voucher.
    const isBound =
      (key === 'contacts' && typeof given[key] !== 'object') ||
      (key === 'from' && 'billIDs' in given) ||
      (key === 'expiryDate' && 'fine' in given);
    const isUnchanged = isID(key, one as z.ZodType) || isBound;
    return [key, isUnchanged ? given[key] : distort(one as z.ZodType, given[key], draw)];
  });
  const distorted = Object.fromEntries(filled.filter(([, value]) => value !== undefined));
  // Some fields are valid only together.
  return schema.safeParse(distorted).success ? distorted : sample;
}

const linesOf: Partial<Record<CallName, { head: z.ZodType; row: z.ZodType }>> = {
  importBills: { head: billsHead, row: newBill },
  importStudents: { head: studentsHead, row: newStudent },
};

/** Calls that only name a family with bills, and find none by another number. */
const namesOnly: readonly CallName[] = ['makeLink', 'notePromise'];

const saving = all.filter(
  ([name, { body }]) => (body !== undefined || linesOf[name] !== undefined) && !namesOnly.includes(name),
);

function distorted(name: CallName, call: Call, { place, draw }: { place: Place; draw: Draw }): CallRequest {
  const request = samples[name](place);
  const lines = linesOf[name];
  if (!lines) {
    const body = call.body && (distort(call.body, request.body, draw) as Record<string, unknown>);
    // A change to an unknown version is refused.
    if (body) delete body.version;
    // An unknown clerk has no cash on the day.
    if (body && name === 'countCash') delete body.clerk;
    return { ...request, ...(body && { body }) };
  }
  const [head, ...rows] = String(request.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const row = (one: object) => ({ ...one, ...(distort(lines.row, one, draw) as object) });
  return {
    ...request,
    ...asLines({ ...head, ...(distort(lines.head, head, draw) as object) }, rows.map(row)),
  };
}

describe.each(engines)('Accepted input on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, {}, { publicUrl: 'https://fees.example.org' });
  });
  afterAll(() => world.stop());

  async function furnished() {
    const campus = await world.school(freshSlug());
    const place = await fillCampus(world, campus);
    const { token } = await campus.user();
    const listAll = async (look: (answered: Answered, call: Call) => void) => {
      const requests = listing.flatMap(([name, call]): [Call, CallRequest][] => {
        const one = samples[name](place);
        if (name !== 'listHeadings') return [[call, one]];
        return ['bills', 'students'].map((kind) => [call, { ...one, query: { ...one.query, kind } }]);
      });
      await Promise.all(
        requests.map(async ([call, one]) => look(await world.call(call, { ...one, token }), call)),
      );
    };
    return { campus, place, token, listAll };
  }

  it.each(saving)(
    'Extreme values that %s accepts can be listed again.',
    { timeout: 120_000 },
    async (name, call) => {
      const { place, token, listAll } = await furnished();
      let accepted = 0;
      const draws = fc.array(fc.nat(9999), { minLength: 97, maxLength: 97 });
      const keeps = fc.asyncProperty(draws, async (drawn) => {
        let at = 0;
        const draw = () => drawn[at++ % drawn.length] ?? 0;
        const answered = await world.call(call, { ...distorted(name, call, { place, draw }), token });
        expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(500);
        if (answered.status >= 300) return;
        accepted += 1;
        expectAnswer(call, answered);
        await listAll((listed, call) => expectAnswer(call, listed));
      });
      await fc.assert(keeps, { seed: 14, numRuns: runs, endOnFailure: true });
      expect(accepted).toBeGreaterThan(0);
    },
  );

  it('Values stored before limits existed can still be listed.', async () => {
    const { campus, place, token, listAll } = await furnished();
    const { db } = world.deps.store;
    const long = '\ufdfa'.repeat(2000);
    await db
      .insertInto('heading')
      .values({ campusID: campus.id, kind: 'bills', heading: long.slice(0, 500), field: long })
      .execute();
    const ofBill = {
      name: long,
      regNum: 'x'.repeat(500),
      avatar: long,
      head1: long,
      status: 'X'.repeat(99),
      month: 13,
      year: 1999,
      total: 7e13,
    };
    await db.updateTable('bill').set(ofBill).where('campusID', '=', campus.id).execute();
    await db
      .updateTable('group')
      .set({ name: long, description: '', avatar: long, month: 0, year: 1 })
      .where('campusID', '=', campus.id)
      .execute();
    await db
      .updateTable('template')
      .set({ title: long, message: '', sendOn: long })
      .where('campusID', '=', campus.id)
      .execute();
    await db
      .updateTable('import')
      .set({ fileName: long, sha256: '', skipped: -1, refused: 2_000_000_000 })
      .where('campusID', '=', campus.id)
      .execute();
    await db
      .updateTable('message')
      .set({ name: long, text: long.repeat(4) })
      .where('campusID', '=', campus.id)
      .execute();
    await listAll(({ status, body }) => expect(status, JSON.stringify(body).slice(0, 300)).toBe(200));
    expect(
      (await world.call(calls.listBills, { ...samples.listBills(place), token })).body.items[0],
    ).toMatchObject({ name: long, month: 13, total: 7e11 });
  });
});
