/** The linked phone: looking at it, linking it by a code that is scanned, and letting it go. */
import { z } from 'zod';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import type { Answered, Sender } from '../model.ts';
import type { NumberState, Session } from '../port.ts';
import { readAtMost } from '../read-at-most.ts';
import type { Gateway } from './call-gateway.ts';
import { answerOf, notWorkingReasons, stateOf } from './outcomes.ts';

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

/** What the gateway is to tell us of. */
const events = ['message', 'message.ack', 'message.reaction', 'session.status'];
/** Doubled with each try: it takes up with us again after an outage of some hours. */
const retries = { policy: 'exponential', delaySeconds: 2, attempts: 15 };

const pathOf = ({ settings }: Sender, more = ''): string =>
  `/api/sessions/${encodeURIComponent(settings.session ?? '')}${more}`;

/** `undefined`: the gateway knows no such session. */
async function find({ ask }: Gateway, sender: Sender): Promise<Answered<WahaSession | undefined>> {
  const { url, session: name } = sender.settings;
  if (!url || !name) return { kind: 'refused', reason: reasonOf('wahaNotSetUp'), policy: 'fixToken' };
  const reply = await ask(sender, { path: pathOf(sender), seconds });
  if (reply.kind === 'answered' && reply.status === 404) return { kind: 'done', value: undefined };
  return answerOf(reply, session);
}

/** How the session stands, without its code. */
export async function findState(gateway: Gateway, sender: Sender): Promise<Answered<Session['state']>> {
  const found = await find(gateway, sender);
  return found.kind === 'done'
    ? { kind: 'done', value: found.value ? stateOf(found.value.status) : 'off' }
    : found;
}

/** The code as a data url; empty while there is none yet. */
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

/** What is set at the gateway for others stays; our own hook is set anew. */
function configOf({ settings }: Sender, before: WahaSession['config']) {
  const { hookUrl: url = '', hookKey: key } = settings;
  const others = before?.webhooks?.filter((one) => one.url !== url) ?? [];
  return { ...before, webhooks: [...others, { url, events, hmac: { key }, retries }] };
}

const isStuck = ({ status }: WahaSession): boolean => status === 'FAILED' || status === 'STARTING';

async function start(gateway: Gateway, sender: Sender): Promise<Answered<Session>> {
  if (!sender.settings.hookUrl || !sender.settings.hookKey)
    return { kind: 'refused', reason: reasonOf('wahaNoHookUrl') };
  const found = await find(gateway, sender);
  if (found.kind !== 'done') return found;
  const before = found.value;
  const config = configOf(sender, before?.config);
  const name = sender.settings.session;
  const steps = before
    ? [
        // A session that runs is started anew by this, and stays linked.
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

/** Unlinks the phone; one that was not linked is not. */
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

/** Milliseconds after which a session that is still starting does not come by itself. */
const patience = 60_000;

/** The same, and of one that is starting whether it has been for long. In this process alone, and only while somebody looks. */
export function createSessions(now: () => Date, gateway: Gateway) {
  const starting = new Map<string, { since: number; seen: number }>();
  const watch = ({ id }: Sender, answered: Answered<Session>): Answered<Session> => {
    if (answered.kind !== 'done') return answered;
    const before = starting.get(id);
    starting.delete(id);
    if (answered.value.state !== 'starting') return answered;
    const seen = now().getTime();
    // It may have worked in between.
    const since = before && seen - before.seen <= patience ? before.since : seen;
    starting.set(id, { since, seen });
    if (seen - since < patience) return answered;
    return { kind: 'done', value: { ...answered.value, trouble: reasonOf('wahaStuck') } };
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

/** The engines that take an id of ours. Source: WAHA’s documentation of sendText, 2026.4.3. */
const engines = ['NOWEB', 'GOWS'];

/** What keeps it from sending; null: nothing. */
function troubleOf(found: WahaSession | undefined): Reason | null {
  if (found === undefined) return reasonOf('wahaNoSession');
  const state = stateOf(found.status);
  if (state !== 'working') return notWorkingReasons[state];
  const engine = found.engine?.engine ?? '';
  return engine === '' || engines.includes(engine) ? null : reasonOf('wahaEngine', { name: engine });
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
        trouble: troubleOf(found.value),
      },
    };
  };
