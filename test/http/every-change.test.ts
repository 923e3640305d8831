/** Every call that changes something or exports data leaves an entry in the trail. New calls are tested too. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { noPace } from '#shared/calls/senders.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { sayEntry } from '#shared/trail.ts';
import { insertInbound } from '../../src/server/chat/chat-queries.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { createApprover } from '../support/approving-provider.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { type CallRequest, createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { type CallName, fillCampus, type Place, samples } from './sample-inputs.ts';

/** These calls hand out stored data as a file. */
const exporting: CallName[] = [
  'exportBills',
  'exportOutbox',
  'exportTrail',
  'exportReport',
  'exportReportList',
  'fetchVouchers',
];

/** Calls that change nothing a person decided, each with its reason. */
const leavingNone: Partial<Record<CallName, string>> = {
  showLink: 'looks at a link',
  checkSetup: 'looks at a link',
  beginTwoFactor: 'nothing is asked for until the app is confirmed',
  checkBills: 'compares a file with what is there',
  checkBankFile: 'compares a file with what is there',
  checkStudents: 'compares a file with what is there',
  planSend: 'shows what a send would do',
  listPlanned: 'shows whom a send would reach',
  sumBills: 'says what bills come to',
  markSeen: 'a chat was looked at',
  syncTemplates: 'asks WhatsApp what it says, as the program itself does each hour',
  testConnection: 'asks WhatsApp what it says',
  sampleVoucher: 'shows what settings would do',
  printReceipt:
    'the first print of a receipt is counted, and each later one leaves an entry: vouchers.test.ts',
  printVouchers: 'vouchers count as printed when their file is taken',
  cancelVoucherJob: 'nothing of it counts as printed',
  uploadFile: 'a file is nothing until something names it, which leaves an entry',
  seeGuesses: 'what is told of guesses was read',
  replyFromPhone: 'a parent says it, on the demo phone',
  askAsBiller: 'looks at a bill, as a biller does',
  payAsBiller: 'a biller tells it, at the door of all billers',
};

/** These need a password, a link, a code or a store of one school. trail.test.ts and other tests cover them. */
const shownElsewhere: CallName[] = [
  'login',
  'logout',
  'setUp',
  'changePassword',
  'endSession',
  'endOtherSessions',
  'openLink',
  'confirmTwoFactor',
  'renewRecoveryCodes',
  'endTwoFactor',
  'setBackupFolder',
  'makeBackup',
  'changeInstallation',
  'restartInstallation',
];

const changing = (Object.entries(calls) as [CallName, Call][]).filter(
  ([name, { method }]) =>
    (method !== 'GET' || exporting.includes(name)) &&
    !(name in leavingNone) &&
    !shownElsewhere.includes(name),
);

const session: Provider['session'] = {
  look: async () => ({ kind: 'done', value: { state: 'scan', qr: 'data:,' } }),
  start: async () => ({ kind: 'done', value: { state: 'scan', qr: 'data:,' } }),
  end: async () => ({ kind: 'done', value: null }),
};

describe.each(engines)('Entries in the trail on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let place: Place;
  let user: UserInTest;
  const db = () => world.deps.store.db;

  beforeAll(async () => {
    // Every message waits, because no parent has written to the campus.
    const { windowHours: _always, ...approving } = createApprover().provider;
    const demo = { ...approving, session };
    world = await createWorld(engine, { providers: { demo } }, { publicUrl: 'https://fees.example.org' });
  });
  beforeEach(async () => {
    campus = await world.school(freshSlug());
    place = await fillCampus(world, campus);
    user = await campus.user();
  });
  afterAll(() => world.stop());

  const ask = (name: CallName, request: CallRequest = samples[name](place)) =>
    world.call(calls[name], { ...request, token: user.token });
  const setMessage = (change: object) =>
    db().updateTable('message').set(change).where('campusID', '=', campus.id).execute();
  const setSender = (change: object) =>
    db().updateTable('sender').set(change).where('campusID', '=', campus.id).execute();
  const query = () => ({ db: place.db, cID: place.cID });

  const remindOn = (sendOn: string) => {
    const sample = samples.updateTemplate(place);
    return ask('updateTemplate', { ...sample, body: { ...(sample.body as object), sendOn } });
  };

  /** Prepares something for the call to change. A returned request replaces the call’s sample. */
  const arrange: Partial<Record<CallName, () => Promise<CallRequest | undefined>>> = {
    retryOutbox: async () => {
      await setMessage({ status: 'failed', reason: makeReason('switchedOff'), dueAt: null });
      return undefined;
    },
    resumeOutbox: async () => {
      await ask('pauseOutbox');
      return undefined;
    },
    restoreOutbox: async () => ({
      query: query(),
      body: { at: (await ask('clearOutbox')).body.at },
    }),
    tellByPhone: async () => {
      await setMessage({ status: 'failed', reason: makeReason('switchedOff'), dueAt: null });
      return undefined;
    },
    leaveOutbox: async () => {
      await setMessage({ status: 'unknown', dueAt: null });
      return undefined;
    },
    decideCopy: async () => {
      await setSender({ copiedAt: '2026-11-20T00:00:00.000Z', copyWhy: 'backup', copyUpTo: 1_000_000_000 });
      return undefined;
    },
    markAnswered: async () => {
      const { number: typed, cID: campusID } = place;
      const number = `+92${typed.replace(/\D/g, '').slice(1)}`;
      const from = { campusID, senderID: `s${campusID}`, providerID: 'in', number };
      const at = '2026-11-20T00:00:00.000Z';
      await insertInbound(db(), { ...from, text: 'Paid', media: '', audio: '', at });
      return undefined;
    },
    dismissToConfirm: async () => {
      await arrange.markAnswered?.();
      await db()
        .updateTable('conversation')
        .set((eb) => ({ confirmID: eb.ref('latestID') }))
        .where('campusID', '=', campus.id)
        .execute();
      return undefined;
    },
    revokeLink: async () => {
      await ask('makeLink');
      return undefined;
    },
    removeOptOut: async () => {
      await ask('addOptOut');
      return undefined;
    },
    openByHand: async () => {
      await setSender({ provider: 'assisted' });
      return undefined;
    },
    closeByHand: async () => {
      await setSender({ provider: 'assisted' });
      return undefined;
    },
    switchReminder: async () => {
      await remindOn('due');
      return { query: query(), body: { templateID: place.ids.template, isOn: true } };
    },
    skipReminders: async () => {
      await remindOn('due');
      await ask('switchReminder', { query: query(), body: { templateID: place.ids.template, isOn: true } });
      // A family that was messaged today gets no reminder.
      await db()
        .updateTable('broadcast')
        .set({ createdAt: '2026-01-01T00:00:00.000Z' })
        .where('campusID', '=', campus.id)
        .execute();
      const { day } = (await ask('showNextReminders')).body;
      await db()
        .updateTable('bill')
        .set({ dueDate: day, status: 'unpaid' })
        .where('id', '=', place.ids.bill)
        .execute();
      return undefined;
    },
    submitTemplate: async () => {
      const message = 'Dear parent, the fee of {{name}}, {{total}}, is due on {{dueDate}}. Thank you.';
      await ask('updateTemplate', { ...samples.updateTemplate(place), body: { title: 'Fee', message } });
      return undefined;
    },
    setSenderPace: async () => ({ query: query(), body: { ...noPace, perMinute: 20 } }),
  };

  it.each(changing)('An entry in the trail is left by %s.', async (name, call) => {
    const request = (await arrange[name]?.()) ?? samples[name](place);
    const schoolID = await schoolOf(db(), campus.id);
    const before = await entriesOf(db(), schoolID);
    const { status, body } = await ask(name, request);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    // A file made after the answer leaves its entry when it is made.
    const left = await vi.waitFor(
      async () => {
        const left = (await entriesOf(db(), schoolID)).slice(before.length);
        expect(left.length, `${call.path} left nothing`).toBeGreaterThan(0);
        return left;
      },
      { timeout: 20_000 },
    );
    for (const entry of left) {
      expect(entry).toMatchObject({ actor: 'user', actorID: user.userID, actorName: user.userName });
      expect(entry.address).toBe('127.0.0.1');
      expect(sayEntry(entry.what, JSON.parse(entry.details))).not.toBe(entry.what);
    }
  });

  it('Every call listed as leaving no entry is a known call with a method other than GET.', () => {
    const all = (Object.entries(calls) as [CallName, Call][]).filter(([, { method }]) => method !== 'GET');
    const listed = [...Object.keys(leavingNone), ...shownElsewhere];
    expect(listed.filter((name) => !all.some(([other]) => other === name))).toEqual([]);
  });

  it('A refused call leaves no entry in the trail.', async () => {
    const viewer = await campus.user({ view: true });
    const schoolID = await schoolOf(db(), campus.id);
    const before = (await entriesOf(db(), schoolID)).length;
    for (const [name, { access }] of changing) {
      if ([access].flat().includes('view')) continue;
      const { status } = await world.call(calls[name], { ...samples[name](place), token: viewer.token });
      expect(status, name).toBe(403);
    }
    expect(await entriesOf(db(), schoolID)).toHaveLength(before);
  });
});
