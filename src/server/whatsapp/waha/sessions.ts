/** Manages the session of a linked phone: its state, linking by a QR code, and unlinking. */
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, Sender } from '../model.ts';
import type { NumberState, Session } from '../port.ts';
import { readAtMost } from '../read-at-most.ts';
import type { Gateway } from './call-gateway.ts';
import { answerOf, notWorkingReasons, sessionState } from './outcomes.ts';

const seconds = 6;
const largestCode = 200_000;

const webhook = z.looseObject({ url: z.string() });
const session = z.object({
  status: z.string(),
  me: z.object({ id: z.string().nullish(), pushName: z.string().nullish() }).nullish(),
  engine: z.object({ engine: z.string() }).nullish().catch(undefined),
  config: z.looseObject({ webhooks: z.array(webhook).nullish() }).nullish(),
});
type WahaSession = z.infer<typeof session>;

/** The events that the gateway sends to our webhook. `message.any` is also sent for messages from the phone's own app. */
const events = [
  ...['message.any', 'message.ack', 'message.reaction', 'message.edited', 'message.revoked'],
  ...['call.received', 'call.accepted', 'call.rejected', 'session.status'],
];
/**
 * The gateway repeats a webhook with this policy. The delay doubles with each attempt, so a webhook is still delivered
 * after an outage of some hours.
 */
const retries = { policy: 'exponential', delaySeconds: 2, attempts: 15 };

const pathOf = ({ settings }: Sender, more = ''): string =>
  `/api/sessions/${encodeURIComponent(settings.session ?? '')}${more}`;

/** Returns the session, or `undefined` if the gateway has no such session. */
async function find({ ask }: Gateway, sender: Sender): Promise<Answered<WahaSession | undefined>> {
  const { url, session: name } = sender.settings;
  if (!url || !name) return { kind: 'refused', reason: makeReason('wahaNotSetUp'), policy: 'fixToken' };
  const reply = await ask(sender, { path: pathOf(sender), seconds });
  if (reply.kind === 'answered' && reply.status === 404) return { kind: 'done', value: undefined };
  return answerOf(reply, session);
}

/** Returns the state of the session without its QR code. */
export async function findState(gateway: Gateway, sender: Sender): Promise<Answered<Session['state']>> {
  const found = await find(gateway, sender);
  return found.kind === 'done'
    ? { kind: 'done', value: found.value ? sessionState(found.value.status) : 'off' }
    : found;
}

/** Returns the QR code as a data url; empty if there is none yet. */
async function codeOf({ open }: Gateway, sender: Sender): Promise<string> {
  const path = `/api/${encodeURIComponent(sender.settings.session ?? '')}/auth/qr?format=image`;
  const response = await open(sender, { path, seconds }).catch(() => undefined);
  const type = response?.headers.get('content-type') ?? '';
  const bytes = response && (await readAtMost(response, largestCode).catch(() => undefined));
  const isCode = response?.ok && /^image\/(png|jpeg|webp)$/.test(type);
  return isCode && bytes ? `data:${type};base64,${bytes.toString('base64')}` : '';
}

async function look(gateway: Gateway, sender: Sender): Promise<Answered<Session>> {
  const found = await findState(gateway, sender);
  if (found.kind !== 'done') return found;
  const qr = found.value === 'scan' ? await codeOf(gateway, sender) : '';
  return { kind: 'done', value: { state: found.value, qr } };
}

/** Returns the configuration of the session. It keeps the webhooks of other programs and replaces our own. */
function configOf({ settings }: Sender, before: WahaSession['config']) {
  const { hookUrl: url = '', hookKey: key } = settings;
  const others = before?.webhooks?.filter((one) => one.url !== url) ?? [];
  return { ...before, webhooks: [...others, { url, events, hmac: { key }, retries }] };
}

const isStuck = ({ status }: WahaSession): boolean => status === 'FAILED' || status === 'STARTING';

async function start(gateway: Gateway, sender: Sender): Promise<Answered<Session>> {
  if (!sender.settings.hookUrl || !sender.settings.hookKey)
    return { kind: 'refused', reason: makeReason('wahaNoHookUrl') };
  const found = await find(gateway, sender);
  if (found.kind !== 'done') return found;
  const before = found.value;
  const config = configOf(sender, before?.config);
  const name = sender.settings.session;
  const steps = before
    ? [
        // This call restarts a running session, and the phone stays linked.
        { method: 'PUT' as const, path: pathOf(sender), body: { config } },
        { method: 'POST' as const, path: pathOf(sender, isStuck(before) ? '/restart' : '/start') },
      ]
    : [{ method: 'POST' as const, path: '/api/sessions', body: { name, start: true, config } }];
  for (const step of steps) {
    const done = answerOf(await gateway.ask(sender, { ...step, seconds: 20 }), z.unknown());
    if (done.kind !== 'done') return done;
  }
  return look(gateway, sender);
}

/** Unlinks the phone. It also succeeds if no phone was linked. */
async function end(gateway: Gateway, sender: Sender): Promise<Answered<null>> {
  const found = await find(gateway, sender);
  if (found.kind !== 'done') return found;
  if (found.value === undefined) return { kind: 'done', value: null };
  for (const path of [pathOf(sender, '/logout'), pathOf(sender, '/stop')]) {
    const done = answerOf(await gateway.ask(sender, { method: 'POST', path, seconds: 20 }), z.unknown());
    if (done.kind !== 'done') return done;
  }
  return { kind: 'done', value: null };
}

/** A session that is still starting after this many milliseconds will not finish without help. */
const startTimeout = 60_000;

/**
 * Adds a `error` to the results of `look` and `start` if a session starts for too long. The times are kept in this
 * process, and only while somebody looks at the session.
 */
export function createSessions(now: () => Date, gateway: Gateway) {
  const starting = new Map<string, { since: number; seen: number }>();
  const watch = ({ id }: Sender, answered: Answered<Session>): Answered<Session> => {
    if (answered.kind !== 'done') return answered;
    const before = starting.get(id);
    starting.delete(id);
    if (answered.value.state !== 'starting') return answered;
    const seen = now().getTime();
    // After a long gap the session may have worked in between, so the time starts again.
    const since = before && seen - before.seen <= startTimeout ? before.since : seen;
    starting.set(id, { since, seen });
    if (seen - since < startTimeout) return answered;
    return { kind: 'done', value: { ...answered.value, error: makeReason('wahaStuck') } };
  };
  return {
    look: async (sender: Sender) => watch(sender, await look(gateway, sender)),
    start: async (sender: Sender) => {
      starting.delete(sender.id);
      return watch(sender, await start(gateway, sender));
    },
    end: (sender: Sender) => end(gateway, sender),
  };
}

/** The engines that accept our message id. Source: WAHA’s documentation of sendText, 2026.4.3. */
const engines = ['NOWEB', 'GOWS'];

/** Returns the problem that prevents the number from sending; null if there is none. */
function sessionError(found: WahaSession | undefined): Reason | null {
  if (found === undefined) return makeReason('wahaNoSession');
  const state = sessionState(found.status);
  if (state !== 'working') return notWorkingReasons[state];
  const engine = found.engine?.engine ?? '';
  return engine === '' || engines.includes(engine) ? null : makeReason('wahaEngine', { name: engine });
}

const ownNumber = /^(\d{7,15})(?::\d+)?@/;

export const createCheck =
  (gateway: Gateway) =>
  async (sender: Sender): Promise<Answered<NumberState>> => {
    const found = await find(gateway, sender);
    if (found.kind !== 'done') return found;
    const { me } = found.value ?? {};
    const digits = ownNumber.exec(me?.id ?? '')?.[1];
    return {
      kind: 'done',
      value: {
        number: digits ? `+${digits}` : '',
        name: me?.pushName ?? '',
        quality: '',
        perDay: null,
        portfolio: '',
        error: sessionError(found.value),
      },
    };
  };
