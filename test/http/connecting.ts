/** A campus with an administrator who connects it, and fake providers whose answers a test sets. */
import { calls } from '#shared/calls/all.ts';
import type { Connection, Finding } from '#shared/calls/connection.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { findSender } from '../../src/server/senders/settings/settings-queries.ts';
import type { Answered, Sender } from '../../src/server/whatsapp/model.ts';
import type { NumberState, Outcome, Provider } from '../../src/server/whatsapp/port.ts';
import { nextSlug } from '../races/one-message.ts';
import type { World } from '../support/world.ts';
import { expectAnswer } from './expectations.ts';

export const ids = { phoneNumberID: '106540352242922', wabaID: '102290129340398', appID: '670843887433847' };
export const secrets = { token: 'EAAG-the-token', appSecret: 'the-app-secret' };
export const cloud = { way: 'cloud', cloud: { ...ids, ...secrets } };
export const gateway = { url: 'http://127.0.0.1:3999/', apiKey: 'the-api-key' };
export const waha = { way: 'waha', waha: gateway };
export const numberState: NumberState = {
  number: '+924235761999',
  name: 'Girls School',
  quality: 'good',
  perDay: 250,
  portfolio: 'P1',
  error: null,
};
export const refused: Answered<NumberState> = {
  kind: 'refused',
  reason: makeReason('newToken'),
  code: '190',
};

/** A provider that answers what the test sets and records its requests. */
export function createFake() {
  const fake = {
    answer: { kind: 'done', value: numberState } as Answered<NumberState>,
    outcome: { kind: 'accepted', providerID: 'w' } as Outcome,
    linked: 'scan' as 'scan' | 'working',
    queried: [] as Sender[],
    sent: [] as Sender[],
    during: async () => {},
  };
  const check: Provider['check'] = async (sender) => {
    fake.queried.push(sender);
    await fake.during();
    return fake.answer;
  };
  const send: Provider['send'] = async (sender, { opaque }) => {
    fake.sent.push(sender);
    return fake.outcome.kind === 'accepted' ? { kind: 'accepted', providerID: opaque } : fake.outcome;
  };
  const look = async (sender: Sender) => {
    fake.queried.push(sender);
    return { kind: 'done', value: { state: fake.linked, qr: 'data:image/png;base64,AA==' } } as const;
  };
  const session = { look, start: look, end: async () => ({ kind: 'done', value: null }) as const };
  return { fake, given: { cloud: { send, check }, waha: { send, check, session } } };
}

/** Makes a new campus and resets the fake providers. */
export async function openConnecting(world: World, fake: ReturnType<typeof createFake>['fake']) {
  Object.assign(fake, {
    answer: { kind: 'done', value: numberState },
    linked: 'scan',
    queried: [],
    sent: [],
  });
  Object.assign(fake, { outcome: { kind: 'accepted', providerID: 'w' }, during: async () => {} });
  const campus = await world.school(nextSlug());
  const { token } = await campus.user();
  const query = { db: campus.db, cID: campus.id };
  const ask = (call: Parameters<World['call']>[0], body?: unknown) =>
    world.call(call, { token, query, ...(body === undefined ? {} : { body }) });
  const put = (body: unknown) => ask(calls.setConnection, body);
  const connect = async (body: unknown): Promise<Connection> => {
    const answered = await put(body);
    expectAnswer(calls.setConnection, answered);
    return answered.body;
  };
  const test = async (): Promise<{ findings: Finding[]; connection: Connection }> => {
    const answered = await ask(calls.testConnection, {});
    expectAnswer(calls.testConnection, answered);
    return answered.body;
  };
  const sender = async () => {
    const row = await findSender(campus.scope);
    if (!row) throw new Error('the campus has no sender');
    return row;
  };
  return { campus, ask, put, connect, test, sender };
}
