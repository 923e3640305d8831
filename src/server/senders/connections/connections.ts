import type { ConnectBody, Connection, Finding, LinkedSession } from '#shared/calls/connection.ts';
import { Failure } from '#shared/failures.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
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
import { findSender, lockOutbox, resumeSender, updateSender } from '../settings/settings-queries.ts';
import { columnsOf, paceOf, portfolioOf, testHostOf } from '../settings/settings-rules.ts';
import type { SenderChange, SenderRow } from '../tables.ts';
import {
  accountOf,
  enteredSettings,
  findingsOf,
  hookProblem,
  hookUrlOf,
  isHealthy,
  isSameServer,
  type Merged,
  merge,
  missingSecrets,
  namesOfSecrets,
  notesOf,
  openSender,
  type ProviderCheck,
  paceAfter,
  type StoredConnection,
  storedConnectionOf,
  wayOf,
} from './connections-rules.ts';

async function needSender(scope: Scope): Promise<SenderRow> {
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  return sender;
}

/** `origin` is the address at which browsers reach this program. */
function describe({ config, vault }: Deps, sender: SenderRow, origin: string): Connection {
  const stored = storedConnectionOf(vault, sender);
  const { number, name, quality, perDay, checkedAt, connectedAt } = sender;
  const url = hookUrlOf(origin, sender.id);
  const testHost = testHostOf(sender.provider, config.graphUrl);
  return {
    way: stored.way,
    settings: enteredSettings(stored.settings),
    storedSecrets: namesOfSecrets(stored),
    connectedAt,
    webhook: {
      url,
      verifyToken: sender.verifyToken ?? '',
      lastAt: sender.hookAt,
      problem: hookProblem(stored, url, testHost),
    },
    number,
    name,
    quality: quality && qualityWords[quality],
    perDay,
    checkedAt,
    testHost,
    notes: notesOf(stored),
  };
}

export async function showConnection(scope: Scope, deps: Deps, origin: string): Promise<Connection> {
  return describe(deps, await needSender(scope), origin);
}

const randomSecret = ({ runtime }: Deps): string => runtime.randomBytes(24).toString('base64url');

/** Clears what is known about the old number. */
const unknownNumber = {
  number: '',
  name: '',
  quality: '',
  perDay: null,
  portfolio: '',
  checkedAt: null,
} satisfies SenderChange;

/**
 * Resumes sending with a new way: a person who connects again knows why the old way was stopped, and its waiting times
 * no longer apply.
 */
const restartedSending = {
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
  const { way, settings, isOtherNumber, isUnproven } = merged;
  const from = wayOf(sender.provider);
  // The program chooses a key for each gateway. The gateway signs its webhooks with that key.
  const hookKey = way === 'waha' ? { hookKey: merged.secrets.hookKey ?? randomSecret(deps) } : {};
  const secrets = { ...merged.secrets, ...hookKey };
  const isOtherWay = way !== from;
  return {
    provider: way,
    settings: JSON.stringify(settings),
    secrets: Object.keys(secrets).length > 0 ? vault.seal(JSON.stringify(secrets)) : null,
    verifyToken: way === 'cloud' ? (sender.verifyToken ?? randomSecret(deps)) : null,
    ...(isOtherNumber ? { ...unknownNumber, connectedAt: now().toISOString() } : {}),
    ...(isUnproven ? { hookAt: null } : {}),
    ...(isOtherWay ? { ...restartedSending, ...columnsOf(paceAfter(paceOf(sender), from, way)) } : {}),
  };
}

function needSecrets(merged: Merged): void {
  const missing = missingSecrets(merged);
  if (missing.length === 0) return;
  const issues = missing.map((name) => ({ path: `${merged.way}.${name}`, message: connectionWords.secret }));
  throw new Failure('malformed', failureWords.wrongShape, issues);
}

/**
 * Refuses a gateway address that belongs to this program itself. Messages would loop, or would later reach another
 * program at that address.
 */
function refuseItself({ way, settings }: Merged, origin: string): void {
  if (way !== 'waha' || !settings.url || !isSameServer(settings.url, origin)) return;
  const issues = [{ path: 'waha.url', message: connectionWords.itself }];
  throw new Failure('invalid', connectionWords.itself, issues);
}

/** Records the change. It records the names of the changed secrets, not their values. */
async function recordConnection(
  scope: Scope,
  { before, merged }: { before: StoredConnection; merged: Merged },
  at: string,
): Promise<void> {
  const shown = ({ way, settings }: StoredConnection) => ({ way, ...enteredSettings(settings) });
  const typed = namesOfSecrets(merged);
  const secrets = typed.filter((name) => merged.secrets[name] !== before.secrets[name]);
  const removed = Object.fromEntries(Object.keys(shown(before)).map((field) => [field, null]));
  const changes = changesBetween(shown(before), { ...removed, ...shown(merged) });
  await recordChange(scope, {
    what: 'connected',
    at,
    about: { kind: 'sender' },
    changes,
    details: { secrets },
  });
}

/**
 * Connects the campus. Messages that are being sent are finished with the old settings. Waiting messages are sent with
 * the new ones.
 */
export async function connectSender(
  scope: Scope,
  deps: Deps,
  { body, origin, reactions }: { body: ConnectBody; origin: string; reactions: NumberReactions },
): Promise<Connection> {
  if (body.way !== 'assisted' && !deps.providers[body.way])
    throw new Failure('invalid', connectionWords.noProvider);
  await inTransaction(scope, async (scope) => {
    await lockOutbox(scope);
    const sender = await needSender(scope);
    const before = storedConnectionOf(deps.vault, sender);
    const merged = merge(body, before);
    refuseItself(merged, origin);
    needSecrets(merged);
    if (merged.isOtherNumber) await clearCacheOfSender(scope.db, sender.id);
    const account = accountOf(before.settings);
    if (merged.way === 'cloud' && account !== merged.settings.wabaID)
      await reactions.accountChanged(scope, { hasEarlierAccount: account !== undefined });
    await updateSender(scope, changeOf(deps, sender, merged));
    await recordConnection(scope, { before, merged }, deps.now().toISOString());
  });
  deps.bus.publish(scope.campusID, { what: 'sender' });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  deps.wake('sending');
  return showConnection(scope, deps, origin);
}

/** Opens the sender, and adds the address for its webhooks to the settings. */
function openFor({ vault }: Deps, row: SenderRow, origin: string): Sender {
  const sender = openSender(vault, row);
  return { ...sender, settings: { ...sender.settings, hookUrl: hookUrlOf(origin, row.id) } };
}

/**
 * Calls a provider. Of an error that the provider throws, only the stack is logged, because the message may contain
 * secrets.
 */
async function askProvider<T>({ log }: Deps, ask: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await ask();
  } catch (error) {
    const { stack } = error instanceof Error ? error : new Error();
    log.error({ err: Object.assign(new Error('a provider failed'), { stack }) }, 'connection');
    return { kind: 'unreachable', reason: makeReason('surprise') };
  }
}

const connected = ['provider', 'settings', 'secrets'] as const satisfies (keyof SenderRow)[];
const facts = ['number', 'name', 'quality', 'perDay', 'portfolio'] as const satisfies (keyof SenderRow)[];

async function look(deps: Deps, sender: Sender): Promise<ProviderCheck> {
  const { check, session: sessions } = deps.providers[sender.provider] ?? {};
  const [checked, session] = await Promise.all([
    check && askProvider(deps, () => check(sender)),
    sessions && askProvider(deps, () => sessions.look(sender)),
  ]);
  return { ...(checked ? { checked } : {}), ...(session ? { session } : {}) };
}

type CheckedConnection = { row: SenderRow; seen: ProviderCheck; reactions: NumberReactions };

/** Stores what the provider said, unless somebody has changed the connection in the meantime. */
async function storeCheck(scope: Scope, { now }: Deps, { row, seen, reactions }: CheckedConnection) {
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
    // This updates only messages of this sender. The provider informs the other numbers that share the limit.
    if (sender.perDay !== perDay)
      await reactions.limitChanged(scope, { senderID: sender.id, perDay, now: at });
    // Only a stop because of the token ends here. The test says nothing about other reasons, such as complaints of
    // parents.
    const isTokenFixed = sender.stopPolicy === 'fixToken' && isHealthy(seen);
    const isResumed = isTokenFixed && (await resumeSender(scope, at));
    return { isChanged: isResumed || facts.some((key) => sender[key] !== reported[key]) };
  });
}

/**
 * Tests the connection. If sending was stopped because of the token, and the provider accepts the token again, sending
 * resumes.
 */
export async function testConnection(
  scope: Scope,
  deps: Deps,
  { origin, reactions }: { origin: string; reactions: NumberReactions },
): Promise<{ findings: Finding[]; connection: Connection }> {
  const row = await needSender(scope);
  const seen = await look(deps, openFor(deps, row, origin));
  const { isChanged } = await storeCheck(scope, deps, { row, seen, reactions });
  if (isChanged) deps.bus.publish(scope.campusID, { what: 'sender' });
  if (isChanged) deps.wake('sending');
  const connection = await showConnection(scope, deps, origin);
  const { way, testHost, webhook } = connection;
  const webhookState = { hookAt: webhook.lastAt, problem: webhook.problem, testHost };
  return { findings: findingsOf(way, seen, webhookState), connection };
}

type Sessions = NonNullable<Provider['session']>;

async function sessionOf(scope: Scope, deps: Deps, origin: string) {
  const sender = openFor(deps, await needSender(scope), origin);
  return { sender, session: deps.providers[sender.provider]?.session };
}

/** Reads the state of the linked phone, or starts to link one. */
export async function linkPhone(
  scope: Scope,
  deps: Deps,
  { act, origin }: { act: keyof Pick<Sessions, 'look' | 'start'>; origin: string },
): Promise<LinkedSession> {
  const { sender, session } = await sessionOf(scope, deps, origin);
  if (!session) return { state: 'off', qr: '', reason: connectionWords.noSession };
  const answer = await askProvider(deps, () => session[act](sender));
  if (answer.kind !== 'done') return { state: 'failed', qr: '', reason: sayReason(answer.reason) };
  const aboutSender = { kind: 'sender' } as const;
  if (act === 'start')
    await recordAlone(scope, { what: 'phoneLinked', at: deps.now().toISOString(), about: aboutSender });
  const { state, qr, error } = answer.value;
  return { state, qr, reason: error ? sayReason(error) : '' };
}

export async function unlinkPhone(scope: Scope, deps: Deps, origin: string): Promise<void> {
  const { sender, session } = await sessionOf(scope, deps, origin);
  const answer = session && (await askProvider(deps, () => session.end(sender)));
  if (answer && answer.kind !== 'done') throw new Failure('conflict', sayReason(answer.reason));
  const about = { kind: 'sender' } as const;
  if (answer) await recordAlone(scope, { what: 'phoneUnlinked', at: deps.now().toISOString(), about });
  deps.bus.publish(scope.campusID, { what: 'sender' });
}
