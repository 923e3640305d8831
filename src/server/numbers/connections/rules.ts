/** Between a stored sender and what a provider is given of it; what is kept of a connection. Pure. */

import { isStillKept } from '#shared/bound-secrets.ts';
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
import { reasonOf, sayReason } from '#shared/reasons.ts';
import { connectionWords, findingWords } from '#shared/words/connecting.ts';
import type { Vault } from '../../deps.ts';
import type { Answered, Sender } from '../../whatsapp/model.ts';
import type { NumberState, Session } from '../../whatsapp/port.ts';
import { wordsOf } from '../senders/rules.ts';
import type { SenderRow } from '../tables.ts';

type Texts = Record<string, string>;

const readRecord = (json: string | undefined): Texts =>
  json === undefined ? {} : (JSON.parse(json) as Texts);

/** Undefined where they were sealed with another key. */
function openSecrets(vault: Vault, secrets: string | null): Texts | undefined {
  if (secrets === null) return {};
  const opened = vault.open(secrets);
  return opened === undefined ? undefined : readRecord(opened);
}

type Stored = Pick<SenderRow, 'id' | 'provider' | 'pace' | 'settings' | 'secrets' | 'verifyToken' | 'words'>;

/** With secrets that were sealed with another key it is `locked`, a provider that says so. */
export function openSender(
  vault: Vault,
  { id, provider, pace, settings, secrets, verifyToken, words }: Stored,
): Sender {
  const opened = openSecrets(vault, secrets);
  if (!opened) return { id, provider: 'locked', pace, settings: {} };
  const token: Texts = verifyToken === null ? {} : { verifyToken };
  const known = wordsOf({ words }).map(({ word }) => word);
  return { id, provider, pace, settings: { ...readRecord(settings), ...opened, ...token }, words: known };
}

export const wayOf = (provider: string): Way => ways.find((way) => way === provider) ?? 'demo';

/** How a campus is connected. Secrets that cannot be opened are as good as not given. */
export type StoredConnection = { way: Way; settings: Texts; secrets: Texts };

export const keptOf = (
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

/** What was given of the way that was chosen, and of no other. */
function givenOf({ way, cloud, waha }: ConnectBody): StoredConnection {
  if (way === 'cloud')
    return { way, settings: cloudSettings.parse(cloud), secrets: cloudSecrets.parse(cloud) };
  if (way === 'waha') return { way, settings: wahaSettings.parse(waha), secrets: wahaSecrets.parse(waha) };
  return { way, settings: {}, secrets: {} };
}

const isSame = (one: Texts, other: Texts): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** Of the settings those that say which number it is: another version of Graph or another app changes nothing of that. */
const numberIn = ({ version: _version, appID: _appID, ...settings }: Texts): Texts => givenIn(settings);

/** What a person has given of the settings, without what is kept beside it. */
export const givenIn = ({ pastNumberIDs: _past, pastWabaID: _account, ...given }: Texts): Texts => given;

/** The account whose approvals are kept: also of a campus that sends another way since. */
export const accountOf = ({ wabaID, pastWabaID }: Texts): string | undefined => wabaID ?? pastWabaID;

/** Receipts come for days; so many numbers of before are known on. */
const mostPast = 8;

/**
 * What is kept beside the settings of what was before: the ids of the numbers that the sender had by the Cloud API, the
 * latest first, with a space between, and the account where it has none now.
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
  /** It is another number, or may be: what was told of the old one holds no more. */
  isOther: boolean;
  /** The provider must show anew that it reaches us. */
  isUnproven: boolean;
};

/** What is kept once this is given: an empty secret stays what it was, where it still belongs. */
export function merge(body: ConnectBody, before: StoredConnection): Merged {
  const { way, settings, secrets: given } = givenOf(body);
  const isOther = way !== before.way || !isSame(numberIn(settings), numberIn(before.settings));
  const told = Object.fromEntries(Object.entries(given).filter(([, secret]) => secret !== ''));
  const stays = Object.entries(way === before.way ? before.secrets : {}).filter(([name]) =>
    isStillKept(name, before.settings, settings),
  );
  return {
    way,
    settings: { ...settings, ...pastOf(before.settings, settings) },
    secrets: { ...Object.fromEntries(stays), ...told },
    isOther,
    isUnproven: isOther || told.appSecret !== undefined,
  };
}

/** The secrets without which nothing goes this way. A gateway may stand open. */
export const missingSecrets = ({ way, secrets }: StoredConnection): string[] =>
  way === 'cloud' ? Object.keys(cloudSecrets.shape).filter((name) => !secrets[name]) : [];

/** What was typed in by a person, of those secrets that are kept. */
export const namesKept = ({ secrets }: StoredConnection): string[] =>
  Object.keys({ ...cloudSecrets.shape, ...wahaSecrets.shape }).filter((name) => secrets[name]);

/**
 * Of the Cloud API what it takes by itself (80 a second at most, 20 where a number is new to it; one message in 6 s to
 * a number), of a linked phone what its users report to be the least that gets a number banned.
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

/** What the old way brought makes room for what the new one brings; what a person has set stays. */
export function paceAfter(pace: PaceSettings, from: Way, to: Way): PaceSettings {
  const names = Object.keys(noPace) as (keyof PaceSettings)[];
  const brought = names.filter((name) => JSON.stringify(pace[name]) === JSON.stringify(paces[from][name]));
  return { ...pace, ...Object.fromEntries(brought.map((name) => [name, paces[to][name]])) };
}

const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(host);
const isInner = (host: string): boolean =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd])|\.(local|lan|internal|home\.arpa)$/.test(
    host,
  ) || !/[.:]/.test(host);

/** Whether both lead to one program; every name of this computer is the same. */
export function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => {
    const { protocol, hostname, port } = new URL(address);
    return `${isLoopback(hostname) ? 'localhost' : hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  });
  return a === b;
}

/** `origin`: how browsers reach us, such as `https://fees.example.org`. */
export const hookUrlOf = (origin: string, senderID: string): string =>
  `${origin}/webhooks/whatsapp/${senderID}`;

/** Why the provider cannot call that address; empty where it may. `testHost`: it is not Meta who is to call. */
export function hookTrouble({ way, settings }: StoredConnection, hookUrl: string, testHost: string): string {
  const { protocol, hostname } = new URL(hookUrl);
  if (way === 'waha') {
    const isElsewhere = !isLoopback(new URL(settings.url ?? hookUrl).hostname);
    return isElsewhere && isLoopback(hostname) ? connectionWords.hookLocal : '';
  }
  if (way !== 'cloud' || testHost !== '') return '';
  if (isLoopback(hostname) || isInner(hostname)) return connectionWords.hookNotPublic;
  return protocol === 'https:' ? '' : connectionWords.hookNotHttps;
}

/** What else is to be minded, a sentence each. */
export function notesOf({ way, settings, isSealed }: StoredConnection & { isSealed: boolean }): string[] {
  const gateway = way === 'waha' && settings.url ? new URL(settings.url) : undefined;
  const isPlain = gateway?.protocol === 'http:' && !isLoopback(gateway.hostname);
  return [isSealed ? sayReason(reasonOf('sealed')) : '', isPlain ? connectionWords.plainGateway : ''].filter(
    Boolean,
  );
}

/** What a look at a provider came to; without a look the provider has nothing to ask. */
export type Look = { checked?: Answered<NumberState>; session?: Answered<Session> };

const sessionStates = {
  working: 'good',
  scan: 'waiting',
  starting: 'waiting',
  off: 'bad',
  failed: 'bad',
} as const;

function sessionFinding(session: Answered<Session>): Finding {
  if (session.kind !== 'done') return { what: 'session', state: 'bad', text: sayReason(session.reason) };
  const { state, trouble } = session.value;
  if (trouble) return { what: 'session', state: 'bad', text: sayReason(trouble) };
  return { what: 'session', state: sessionStates[state], text: findingWords.session[state] };
}

const qualityStates = { good: 'good', medium: 'fair', low: 'bad' } as const;

function numberFindings(way: Way, { number, name, quality, perDay, trouble }: NumberState): Finding[] {
  const known = number === '' ? findingWords.noNumber : findingWords.number(number, name);
  const findings: Finding[] = [
    {
      what: 'number',
      state: trouble ? 'bad' : number === '' ? 'waiting' : 'good',
      text: trouble ? sayReason(trouble) : known,
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

/** When the provider called us, why it cannot, and who it is where it is not WhatsApp. */
type Around = { hookAt: string | null; trouble: string; testHost: string };

function hookFinding(way: 'cloud' | 'waha', { hookAt, trouble }: Around): Finding {
  if (hookAt !== null) return { what: 'webhook', state: 'good', text: findingWords.hookReached[way] };
  if (trouble !== '') return { what: 'webhook', state: 'bad', text: trouble };
  return { what: 'webhook', state: 'waiting', text: findingWords.hookWaiting[way] };
}

/** What a test found, in the order in which a person would mend it. */
export function findingsOf(way: Way, { checked, session }: Look, around: Around): Finding[] {
  if (way === 'demo' || way === 'assisted')
    return [{ what: 'reached', state: 'good', text: findingWords[way] }];
  const findings: Finding[] = [];
  const { testHost } = around;
  const reached = testHost === '' ? findingWords.reached[way] : findingWords.reachedTest(testHost);
  if (checked?.kind === 'done') findings.push({ what: 'reached', state: 'good', text: reached });
  else if (checked) findings.push({ what: 'reached', state: 'bad', text: sayReason(checked.reason) });
  if (session && checked?.kind !== 'unreachable') findings.push(sessionFinding(session));
  // Until a phone is linked there is no number to speak of.
  const isLinked = session === undefined || (session.kind === 'done' && session.value.state === 'working');
  if (checked?.kind === 'done' && isLinked) findings.push(...numberFindings(way, checked.value));
  return [...findings, hookFinding(way, around)];
}

/** Whether everything that the provider was asked is well. */
export const isWell = ({ checked, session }: Look): boolean =>
  checked?.kind === 'done' &&
  checked.value.trouble === null &&
  (session === undefined || (session.kind === 'done' && session.value.state === 'working'));
