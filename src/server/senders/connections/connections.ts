import type { ConnectBody, Connection, Finding, LinkedSession } from '#shared/calls/connection.ts';
import { Failure } from '#shared/failures.ts';
import { reasonOf, sayReason } from '#shared/reasons.ts';
import { changesBetween } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { connectionWords, qualityWords } from '#shared/words/whatsapp-number.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { recordAlone, recordChange } from '../../trail/trail.ts';
import type { Answered, Sender } from '../../whatsapp/model.ts';
import type { Provider } from '../../whatsapp/port.ts';
import type { NumberReactions } from '../model.ts';
import { clearCacheOfSender } from '../provider-cache/provider-cache-queries.ts';
import { findSender, letSenderGoOn, lockOutbox, updateSender } from '../settings/settings-queries.ts';
import { columnsOf, paceOf, portfolioOf, testHostOf } from '../settings/settings-rules.ts';
import type { SenderChange, SenderRow } from '../tables.ts';
import {
  accountOf,
  findingsOf,
  givenIn,
  hookTrouble,
  hookUrlOf,
  isSamePlace,
  isWell,
  keptOf,
  type Look,
  type Merged,
  merge,
  missingSecrets,
  namesKept,
  notesOf,
  openSender,
  paceAfter,
  type StoredConnection,
  wayOf,
} from './connections-rules.ts';

async function needSender(scope: Scope): Promise<SenderRow> {
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  return sender;
}

/** `origin` is the address at which browsers reach this program. */
function describe({ config, vault }: Deps, sender: SenderRow, origin: string): Connection {
  const kept = keptOf(vault, sender);
  const { number, name, quality, perDay, checkedAt, connectedAt } = sender;
  const url = hookUrlOf(origin, sender.id);
  const testHost = testHostOf(sender.provider, config.graphUrl);
  return {
    way: kept.way,
    settings: givenIn(kept.settings),
    kept: namesKept(kept),
    connectedAt,
    webhook: {
      url,
      verifyToken: sender.verifyToken ?? '',
      lastAt: sender.hookAt,
      trouble: hookTrouble(kept, url, testHost),
    },
    number,
    name,
    quality: quality && qualityWords[quality],
    perDay,
    checkedAt,
    testHost,
    notes: notesOf(kept),
  };
}

export async function showConnection(scope: Scope, deps: Deps, origin: string): Promise<Connection> {
  return describe(deps, await needSender(scope), origin);
}

const randomWord = ({ runtime }: Deps): string => runtime.randomBytes(24).toString('base64url');

/** Clears what was known about another number. */
const nothingKnown = {
  number: '',
  name: '',
  quality: '',
  perDay: null,
  portfolio: '',
  checkedAt: null,
} satisfies SenderChange;

/** A person who connects again has seen why the old way stopped, and the waits of the old way no longer apply. */
const fresh = {
  stoppedAt: null,
  stopReason: null,
  stopPolicy: null,
  nextAt: '',
  runsAt: '',
  sinceRest: 0,
  slowed: 0,
  slowedAt: null,
} satisfies SenderChange;

function changeOf(deps: Deps, sender: SenderRow, merged: Merged): SenderChange {
  const { vault, now } = deps;
  const { way, settings, isOther, isUnproven } = merged;
  const from = wayOf(sender.provider);
  // The program chooses the key with which a gateway signs, one for each gateway.
  const hookKey = way === 'waha' ? { hookKey: merged.secrets.hookKey ?? randomWord(deps) } : {};
  const secrets = { ...merged.secrets, ...hookKey };
  const isOtherWay = way !== from;
  return {
    provider: way,
    settings: JSON.stringify(settings),
    secrets: Object.keys(secrets).length > 0 ? vault.seal(JSON.stringify(secrets)) : null,
    verifyToken: way === 'cloud' ? (sender.verifyToken ?? randomWord(deps)) : null,
    ...(isOther ? { ...nothingKnown, connectedAt: now().toISOString() } : {}),
    ...(isUnproven ? { hookAt: null } : {}),
    ...(isOtherWay ? { ...fresh, ...columnsOf(paceAfter(paceOf(sender), from, way)) } : {}),
  };
}

function needSecrets(merged: Merged): void {
  const missing = missingSecrets(merged);
  if (missing.length === 0) return;
  const issues = missing.map((name) => ({ path: `${merged.way}.${name}`, message: connectionWords.secret }));
  throw new Failure('malformed', failureWords.wrongShape, issues);
}

/**
 * A gateway address that is this program itself is refused. Messages would loop, or reach whoever uses that address
 * next.
 */
function refuseItself({ way, settings }: Merged, origin: string): void {
  if (way !== 'waha' || !settings.url || !isSamePlace(settings.url, origin)) return;
  const issues = [{ path: 'waha.url', message: connectionWords.itself }];
  throw new Failure('invalid', connectionWords.itself, issues);
}

/** Records the change. Of secrets it records only which ones changed. */
async function recordConnection(
  scope: Scope,
  { before, merged }: { before: StoredConnection; merged: Merged },
  at: string,
): Promise<void> {
  const shown = ({ way, settings }: StoredConnection) => ({ way, ...givenIn(settings) });
  const typed = namesKept(merged);
  const secrets = typed.filter((name) => merged.secrets[name] !== before.secrets[name]);
  const gone = Object.fromEntries(Object.keys(shown(before)).map((field) => [field, null]));
  const changes = changesBetween(shown(before), { ...gone, ...shown(merged) });
  await recordChange(scope, {
    what: 'connected',
    at,
    about: { kind: 'sender' },
    changes,
    details: { secrets },
  });
}

/**
 * Connects the campus. Messages that are being sent the old way are finished with its settings. Waiting messages go the
 * new way.
 */
export async function connect(
  scope: Scope,
  deps: Deps,
  { body, origin, reactions }: { body: ConnectBody; origin: string; reactions: NumberReactions },
): Promise<Connection> {
  if (body.way !== 'assisted' && !deps.providers[body.way])
    throw new Failure('invalid', connectionWords.noProvider);
  await inTransaction(scope, async (scope) => {
    await lockOutbox(scope);
    const sender = await needSender(scope);
    const before = keptOf(deps.vault, sender);
    const merged = merge(body, before);
    refuseItself(merged, origin);
    needSecrets(merged);
    if (merged.isOther) await clearCacheOfSender(scope.db, sender.id);
    const account = accountOf(before.settings);
    if (merged.way === 'cloud' && account !== merged.settings.wabaID)
      await reactions.accountChanged(scope, { isKnown: account !== undefined });
    await updateSender(scope, changeOf(deps, sender, merged));
    await recordConnection(scope, { before, merged }, deps.now().toISOString());
  });
  deps.bus.publish(scope.campusID, { what: 'sender' });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  deps.wake('sending');
  return showConnection(scope, deps, origin);
}

/** Opens the sender with the address for its webhooks. */
function openFor({ vault }: Deps, row: SenderRow, origin: string): Sender {
  const sender = openSender(vault, row);
  return { ...sender, settings: { ...sender.settings, hookUrl: hookUrlOf(origin, row.id) } };
}

/** An error that a provider throws is logged by its stack alone, because its message may contain secrets. */
async function asked<T>({ log }: Deps, ask: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await ask();
  } catch (error) {
    const { stack } = error instanceof Error ? error : new Error();
    log.error({ err: Object.assign(new Error('a provider failed'), { stack }) }, 'connection');
    return { kind: 'unreachable', reason: reasonOf('surprise') };
  }
}

const connected = ['provider', 'settings', 'secrets'] as const satisfies (keyof SenderRow)[];
const facts = ['number', 'name', 'quality', 'perDay', 'portfolio'] as const satisfies (keyof SenderRow)[];

async function look(deps: Deps, sender: Sender): Promise<Look> {
  const { check, session: sessions } = deps.providers[sender.provider] ?? {};
  const [checked, session] = await Promise.all([
    check && asked(deps, () => check(sender)),
    sessions && asked(deps, () => sessions.look(sender)),
  ]);
  return { ...(checked ? { checked } : {}), ...(session ? { session } : {}) };
}

type CheckedConnection = { row: SenderRow; seen: Look; reactions: NumberReactions };

/** Stores what the provider said, unless somebody has changed the connection in the meantime. */
async function keepLook(scope: Scope, { now }: Deps, { row, seen, reactions }: CheckedConnection) {
  const nothing = { isChanged: false };
  if (seen.checked?.kind !== 'done') return nothing;
  const { number, name, quality, perDay, portfolio } = seen.checked.value;
  const reported = { number, name, quality, perDay, portfolio };
  const at = now().toISOString();
  return inTransaction(scope, async (scope) => {
    await lockOutbox(scope);
    const sender = await needSender(scope);
    if (connected.some((key) => sender[key] !== row[key])) return nothing;
    const [from, to] = [portfolioOf(sender), portfolioOf({ id: sender.id, portfolio })];
    if (from !== to) await reactions.portfolioChanged(scope, { from, to });
    await updateSender(scope, { ...reported, checkedAt: at });
    // Only for the messages of this sender. The provider informs the other numbers that share the limit.
    if (sender.perDay !== perDay)
      await reactions.limitChanged(scope, { senderID: sender.id, perDay, now: at });
    // This ends only a stop because of the token. It says nothing about other reasons, such as complaints of parents.
    const isMended = sender.stopPolicy === 'fixToken' && isWell(seen);
    const isLifted = isMended && (await letSenderGoOn(scope, at));
    return { isChanged: isLifted || facts.some((key) => sender[key] !== reported[key]) };
  });
}

/** Tests the connection. When the provider accepts the token again, a stop because of it ends. */
export async function testConnection(
  scope: Scope,
  deps: Deps,
  { origin, reactions }: { origin: string; reactions: NumberReactions },
): Promise<{ findings: Finding[]; connection: Connection }> {
  const row = await needSender(scope);
  const seen = await look(deps, openFor(deps, row, origin));
  const { isChanged } = await keepLook(scope, deps, { row, seen, reactions });
  if (isChanged) deps.bus.publish(scope.campusID, { what: 'sender' });
  if (isChanged) deps.wake('sending');
  const connection = await showConnection(scope, deps, origin);
  const { way, testHost, webhook } = connection;
  const around = { hookAt: webhook.lastAt, trouble: webhook.trouble, testHost };
  return { findings: findingsOf(way, seen, around), connection };
}

type Sessions = NonNullable<Provider['session']>;

async function sessionOf(scope: Scope, deps: Deps, origin: string) {
  const sender = openFor(deps, await needSender(scope), origin);
  return { sender, session: deps.providers[sender.provider]?.session };
}

/** Looks at the linked phone, or starts to link one. */
export async function linkPhone(
  scope: Scope,
  deps: Deps,
  { act, origin }: { act: keyof Pick<Sessions, 'look' | 'start'>; origin: string },
): Promise<LinkedSession> {
  const { sender, session } = await sessionOf(scope, deps, origin);
  if (!session) return { state: 'off', qr: '', reason: connectionWords.noSession };
  const answer = await asked(deps, () => session[act](sender));
  if (answer.kind !== 'done') return { state: 'failed', qr: '', reason: sayReason(answer.reason) };
  const aboutSender = { kind: 'sender' } as const;
  if (act === 'start')
    await recordAlone(scope, { what: 'phoneLinked', at: deps.now().toISOString(), about: aboutSender });
  const { state, qr, trouble } = answer.value;
  return { state, qr, reason: trouble ? sayReason(trouble) : '' };
}

export async function unlinkPhone(scope: Scope, deps: Deps, origin: string): Promise<void> {
  const { sender, session } = await sessionOf(scope, deps, origin);
  const answer = session && (await asked(deps, () => session.end(sender)));
  if (answer && answer.kind !== 'done') throw new Failure('conflict', sayReason(answer.reason));
  const about = { kind: 'sender' } as const;
  if (answer) await recordAlone(scope, { what: 'phoneUnlinked', at: deps.now().toISOString(), about });
  deps.bus.publish(scope.campusID, { what: 'sender' });
}
