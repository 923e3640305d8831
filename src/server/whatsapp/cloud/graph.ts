/** The Graph API for one sender, with its version and its token. */
import type { Sender } from '../model.ts';
import type { Surroundings } from '../port.ts';
import { Unreached } from '../reach.ts';
import { readAtMost } from '../read-at-most.ts';
import { type Called, callGraph, type GraphRequest, type Patience, usualPatience } from './call-graph.ts';

export type Settings = {
  phoneNumberID: string;
  /** The ids of the numbers that the sender had before this one. */
  pastNumberIDs: readonly string[];
  wabaID: string;
  appID: string;
  version: string;
  token: string;
  appSecret: string;
  verifyToken: string;
};

export function settingsOf({ settings }: Sender): Settings {
  const { phoneNumberID = '', wabaID = '', appID = '', version = '' } = settings;
  const { token = '', appSecret = '', verifyToken = '', pastNumberIDs: past = '' } = settings;
  const pastNumberIDs = past.split(' ').filter(Boolean);
  return { phoneNumberID, pastNumberIDs, wabaID, appID, version, token, appSecret, verifyToken };
}

/** Values that are safe in an address and in a header. */
const isComplete = ({ phoneNumberID, wabaID, version, token }: Settings): boolean =>
  /^\d+$/.test(phoneNumberID) &&
  /^\d+$/.test(wabaID) &&
  /^v\d+\.\d+$/.test(version) &&
  /^[\x21-\x7e]+$/.test(token);

export type Question = {
  method?: GraphRequest['method'];
  /** The path after the version, without a leading slash. */
  path: string;
  query?: Record<string, string>;
  json?: object;
  body?: FormData | Buffer;
  headers?: Record<string, string>;
  patience?: Patience;
};

export type Graph = {
  /** Scheme, host and port. */
  origin: string;
  ask: (sender: Sender, question: Question) => Promise<Called>;
  /** Downloads from another address that WhatsApp has named, with the same token and at most so many bytes. */
  download: (sender: Sender, url: string, most: number) => Promise<Called>;
};

/** Bytes of a JSON answer. The longest is a page of a hundred templates. */
const longestAnswer = 8 * 1024 * 1024;
/** A video of 16 MB on a slow line. */
const downloadPatience: Patience = { ...usualPatience, answer: 120_000 };

type Ways = Pick<Surroundings, 'runtime' | 'reach'>;

/** Downloads from the address that was checked, if that is a public one. */
async function downloadPublic(
  { url, headers, most }: GraphRequest,
  { runtime, reach }: Ways,
): Promise<Called> {
  const signal = runtime.timeout(downloadPatience.answer);
  try {
    const sent = { method: 'GET', headers, body: undefined, signal };
    const response = await reach(url, sent, 'public');
    const bytes = await readAtMost(response, most);
    return bytes ? { kind: 'answered', status: response.status, bytes } : { kind: 'tooLarge' };
  } catch (error) {
    return { kind: 'silent', isWritten: !(error instanceof Unreached), code: '' };
  }
}

export function createGraph(
  surroundings: Ways,
  { graphUrl, patience }: { graphUrl: string; patience: Patience },
): Graph {
  const { runtime } = surroundings;
  const { origin } = new URL(graphUrl);
  const bearer = ({ token }: Settings) => ({ authorization: `Bearer ${token}` });

  async function ask(sender: Sender, question: Question): Promise<Called> {
    const settings = settingsOf(sender);
    if (!isComplete(settings)) return { kind: 'incomplete' };
    const { method = 'GET', path, query, json, headers, patience: own = patience } = question;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const asked: GraphRequest = {
      url: `${graphUrl}/${settings.version}/${path}${search}`,
      method,
      headers: { ...bearer(settings), ...(json && { 'content-type': 'application/json' }), ...headers },
      body: json ? JSON.stringify(json) : question.body,
      most: longestAnswer,
    };
    return callGraph(asked, own, runtime);
  }

  async function download(sender: Sender, url: string, most: number): Promise<Called> {
    const settings = settingsOf(sender);
    if (!isComplete(settings)) return { kind: 'incomplete' };
    const asked = { url, method: 'GET', headers: bearer(settings), most } as const;
    // The operator configures where Graph is, also in a private network. An address that Graph names must be public.
    return new URL(url).origin === origin
      ? callGraph(asked, downloadPatience, runtime)
      : downloadPublic(asked, surroundings);
  }

  return { origin, ask, download };
}
