/** Converts a stored sender for its provider, and decides what stays when the connection changes. Pure. */

import { isStillValid } from '#shared/bound-secrets.ts';
import {
  type ConnectBody,
  cloudSecrets,
  cloudSettings,
  type Finding,
  type Way,
  wahaSecrets,
  wahaSettings,
  ways,
} from '#shared/calls/connection.ts';
import { noPace, type PaceSettings } from '#shared/calls/senders.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { connectionWords, findingWords } from '#shared/words/whatsapp-number.ts';
import type { Vault } from '../../deps.ts';
import type { Answered, Sender } from '../../whatsapp/model.ts';
import type { NumberState, Session } from '../../whatsapp/port.ts';
import { receiptSecretsOf } from '../settings/settings-rules.ts';
import type { SenderRow } from '../tables.ts';

type Texts = Record<string, string>;

const readRecord = (json: string | undefined): Texts =>
  json === undefined ? {} : (JSON.parse(json) as Texts);

/** Returns undefined when the secrets were sealed with another key. */
function openSecrets(vault: Vault, secrets: string | null): Texts | undefined {
  if (secrets === null) return {};
  const opened = vault.open(secrets);
  return opened === undefined ? undefined : readRecord(opened);
}

type Stored = Pick<SenderRow, 'id' | 'provider' | 'pace' | 'settings' | 'secrets' | 'verifyToken' | 'words'>;

/**
 * Opens the secrets of a sender. If they were sealed with another key, the provider is `locked`, and that provider
 * explains the problem to the user.
 */
export function openSender(
  vault: Vault,
  { id, provider, pace, settings, secrets, verifyToken, words }: Stored,
): Sender {
  const opened = openSecrets(vault, secrets);
  if (!opened) return { id, provider: 'locked', pace, settings: {} };
  const token: Texts = verifyToken === null ? {} : { verifyToken };
  const receiptSecrets = receiptSecretsOf({ words }).map(({ word }) => word);
  return {
    id,
    provider,
    pace,
    settings: { ...readRecord(settings), ...opened, ...token },
    words: receiptSecrets,
  };
}

export const wayOf = (provider: string): Way => ways.find((way) => way === provider) ?? 'demo';

/** The connection of a campus. Secrets that cannot be opened count as missing. */
export type StoredConnection = { way: Way; settings: Texts; secrets: Texts };

export const storedConnectionOf = (
  vault: Vault,
  { provider, settings, secrets }: Pick<SenderRow, 'provider' | 'settings' | 'secrets'>,
): StoredConnection & { isSealed: boolean } => {
  const opened = openSecrets(vault, secrets);
  return {
    way: wayOf(provider),
    settings: readRecord(settings),
    secrets: opened ?? {},
    isSealed: opened === undefined,
  };
};

/** Reads only the fields of the chosen way. */
function submittedConnection({ way, cloud, waha }: ConnectBody): StoredConnection {
  if (way === 'cloud')
    return { way, settings: cloudSettings.parse(cloud), secrets: cloudSecrets.parse(cloud) };
  if (way === 'waha') return { way, settings: wahaSettings.parse(waha), secrets: wahaSecrets.parse(waha) };
  return { way, settings: {}, secrets: {} };
}

const isSame = (one: Texts, other: Texts): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/**
 * Returns the settings that identify the WhatsApp number. With another Graph version or app it is still the same
 * number.
 */
const numberIn = ({ version: _version, appID: _appID, ...settings }: Texts): Texts =>
  enteredSettings(settings);

/** Returns the settings that a person entered, without the internal ones. */
export const enteredSettings = ({ pastNumberIDs: _past, pastWabaID: _account, ...given }: Texts): Texts =>
  given;

/** Returns the WhatsApp account to which the approvals belong, even if the campus sends in another way now. */
export const accountOf = ({ wabaID, pastWabaID }: Texts): string | undefined => wabaID ?? pastWabaID;

/** The maximum number of earlier WhatsApp numbers that are remembered, because their receipts may arrive for days. */
const mostPast = 8;

/**
 * Keeps facts about the earlier connection in the settings: the ids of earlier Cloud API numbers, separated by spaces,
 * the latest first. If the campus has no account now, it also keeps the earlier account.
 */
function pastOf(before: Texts, { phoneNumberID, wabaID }: Texts): Texts {
  const past = [before.phoneNumberID, ...(before.pastNumberIDs ?? '').split(' ')].filter(
    (id) => id && id !== phoneNumberID,
  );
  const account = accountOf(before);
  return {
    ...(past.length > 0 && { pastNumberIDs: past.slice(0, mostPast).join(' ') }),
    ...(wabaID === undefined && account !== undefined && { pastWabaID: account }),
  };
}

export type Merged = StoredConnection & {
  /** True if the WhatsApp number is another one, or may be. Then nothing that is known about the old number applies. */
  isOtherNumber: boolean;
  /** True if the provider must prove again that its webhooks reach this program. */
  isUnproven: boolean;
};

/**
 * Merges new settings into the stored ones. A secret that was left empty keeps its stored value, if that value still
 * belongs to these settings.
 */
export function merge(body: ConnectBody, before: StoredConnection): Merged {
  const { way, settings, secrets: given } = submittedConnection(body);
  const isOtherNumber = way !== before.way || !isSame(numberIn(settings), numberIn(before.settings));
  const typed = Object.fromEntries(Object.entries(given).filter(([, secret]) => secret !== ''));
  const stays = Object.entries(way === before.way ? before.secrets : {}).filter(([name]) =>
    isStillValid(name, before.settings, settings),
  );
  return {
    way,
    settings: { ...settings, ...pastOf(before.settings, settings) },
    secrets: { ...Object.fromEntries(stays), ...typed },
    isOtherNumber,
    isUnproven: isOtherNumber || typed.appSecret !== undefined,
  };
}

/** Returns the names of the secrets that are missing for this way. A gateway may work without secrets. */
export const missingSecrets = ({ way, secrets }: StoredConnection): string[] =>
  way === 'cloud' ? Object.keys(cloudSecrets.shape).filter((name) => !secrets[name]) : [];

/** Returns the names of the stored secrets that a person entered. */
export const namesOfSecrets = ({ secrets }: StoredConnection): string[] =>
  Object.keys({ ...cloudSecrets.shape, ...wahaSecrets.shape }).filter((name) => secrets[name]);

/**
 * The default pace of each way. For the Cloud API these are WhatsApp's own limits: at most 80 messages a second, 20 for
 * a new number, and one message in 6 s to the same number. For a linked phone it is the lowest pace that users report
 * as safe from a ban.
 */
const paces: Record<Way, PaceSettings> = {
  demo: noPace,
  assisted: noPace,
  cloud: { ...noPace, perMinute: 1200, pairSeconds: 6 },
  waha: {
    ...noPace,
    gap: { from: 8, to: 20 },
    rest: { every: 30, seconds: 300 },
    newPerDay: 20,
    pairSeconds: 6,
    quiet: { from: '21:00', to: '08:00' },
  },
};

/** Replaces the defaults of the old way by those of the new way. Values that a person has set stay. */
export function paceAfter(pace: PaceSettings, from: Way, to: Way): PaceSettings {
  const names = Object.keys(noPace) as (keyof PaceSettings)[];
  const unchanged = names.filter((name) => JSON.stringify(pace[name]) === JSON.stringify(paces[from][name]));
  return { ...pace, ...Object.fromEntries(unchanged.map((name) => [name, paces[to][name]])) };
}

const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(host);
const isInLocalNetwork = (host: string): boolean =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd])|\.(local|lan|internal|home\.arpa)$/.test(
    host,
  ) || !/[.:]/.test(host);

/** Tells whether both addresses belong to the same server. All names of this computer count as one. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => {
    const { protocol, hostname, port } = new URL(address);
    return `${isLoopback(hostname) ? 'localhost' : hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  });
  return a === b;
}

/** `origin` is the address at which browsers reach this program, such as `https://fees.example.org`. */
export const hookUrlOf = (origin: string, senderID: string): string =>
  `${origin}/webhooks/whatsapp/${senderID}`;

/**
 * Returns why the provider cannot call that address; empty when it can. `testHost` is set when a test host replaces
 * Meta.
 */
export function hookProblem({ way, settings }: StoredConnection, hookUrl: string, testHost: string): string {
  const { protocol, hostname } = new URL(hookUrl);
  if (way === 'waha') {
    const isOnOtherComputer = !isLoopback(new URL(settings.url ?? hookUrl).hostname);
    return isOnOtherComputer && isLoopback(hostname) ? connectionWords.hookLocal : '';
  }
  if (way !== 'cloud' || testHost !== '') return '';
  if (isLoopback(hostname) || isInLocalNetwork(hostname)) return connectionWords.hookNotPublic;
  return protocol === 'https:' ? '' : connectionWords.hookNotHttps;
}

/** Returns further warnings, one sentence each. */
export function notesOf({ way, settings, isSealed }: StoredConnection & { isSealed: boolean }): string[] {
  const gateway = way === 'waha' && settings.url ? new URL(settings.url) : undefined;
  const isPlain = gateway?.protocol === 'http:' && !isLoopback(gateway.hostname);
  return [
    isSealed ? sayReason(makeReason('sealed')) : '',
    isPlain ? connectionWords.plainGateway : '',
  ].filter(Boolean);
}

/** The result of a check of the provider. A field is missing when the provider has no such check. */
export type ProviderCheck = { checked?: Answered<NumberState>; session?: Answered<Session> };

const sessionStates = {
  working: 'good',
  scan: 'waiting',
  starting: 'waiting',
  off: 'bad',
  failed: 'bad',
} as const;

function sessionFinding(session: Answered<Session>): Finding {
  if (session.kind !== 'done') return { what: 'session', state: 'bad', text: sayReason(session.reason) };
  const { state, error } = session.value;
  if (error) return { what: 'session', state: 'bad', text: sayReason(error) };
  return { what: 'session', state: sessionStates[state], text: findingWords.session[state] };
}

const qualityStates = { good: 'good', medium: 'fair', low: 'bad' } as const;

function numberFindings(way: Way, { number, name, quality, perDay, error }: NumberState): Finding[] {
  const numberText = number === '' ? findingWords.noNumber : findingWords.number(number, name);
  const findings: Finding[] = [
    {
      what: 'number',
      state: error ? 'bad' : number === '' ? 'waiting' : 'good',
      text: error ? sayReason(error) : numberText,
    },
  ];
  if (quality !== '') {
    findings.push({ what: 'quality', state: qualityStates[quality], text: findingWords.quality[quality] });
  }
  if (way === 'cloud') {
    const text = perDay === null ? findingWords.noLimit : findingWords.limit(perDay);
    findings.push({ what: 'limit', state: 'good', text });
  }
  return findings;
}

/** When the provider last called, why it cannot call, and the test host that replaces WhatsApp. */
type WebhookState = { hookAt: string | null; problem: string; testHost: string };

function hookFinding(way: 'cloud' | 'waha', { hookAt, problem }: WebhookState): Finding {
  if (hookAt !== null) return { what: 'webhook', state: 'good', text: findingWords.hookReached[way] };
  if (problem !== '') return { what: 'webhook', state: 'bad', text: problem };
  return { what: 'webhook', state: 'waiting', text: findingWords.hookWaiting[way] };
}

/** Returns the findings of a test, in the order in which a person would fix them. */
export function findingsOf(
  way: Way,
  { checked, session }: ProviderCheck,
  webhookState: WebhookState,
): Finding[] {
  if (way === 'demo' || way === 'assisted')
    return [{ what: 'reached', state: 'good', text: findingWords[way] }];
  const findings: Finding[] = [];
  const { testHost } = webhookState;
  const reached = testHost === '' ? findingWords.reached[way] : findingWords.reachedTest(testHost);
  if (checked?.kind === 'done') findings.push({ what: 'reached', state: 'good', text: reached });
  else if (checked) findings.push({ what: 'reached', state: 'bad', text: sayReason(checked.reason) });
  if (session && checked?.kind !== 'unreachable') findings.push(sessionFinding(session));
  // Without a linked phone there is no number to describe.
  const isLinked = session === undefined || (session.kind === 'done' && session.value.state === 'working');
  if (checked?.kind === 'done' && isLinked) findings.push(...numberFindings(way, checked.value));
  return [...findings, hookFinding(way, webhookState)];
}

/** Tells whether the provider reported no problem. */
export const isHealthy = ({ checked, session }: ProviderCheck): boolean =>
  checked?.kind === 'done' &&
  checked.value.error === null &&
  (session === undefined || (session.kind === 'done' && session.value.state === 'working'));
