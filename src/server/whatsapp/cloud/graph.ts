/** Graph as one sender asks it: its version, its token. */
import type { Sender } from '../port.ts';
import { type Called, callGraph, type GraphRequest, type Patience, usualPatience } from './call-graph.ts';

export type Settings = {
  phoneNumberID: string;
  wabaID: string;
  appID: string;
  version: string;
  token: string;
  appSecret: string;
  verifyToken: string;
};

export function settingsOf({ settings }: Sender): Settings {
  const { phoneNumberID = '', wabaID = '', appID = '', version = '' } = settings;
  const { token = '', appSecret = '', verifyToken = '' } = settings;
  return { phoneNumberID, wabaID, appID, version, token, appSecret, verifyToken };
}

/** What can stand in an address and in a header. */
const isComplete = ({ phoneNumberID, wabaID, version, token }: Settings): boolean =>
  /^\d+$/.test(phoneNumberID) &&
  /^\d+$/.test(wabaID) &&
  /^v\d+\.\d+$/.test(version) &&
  /^[\x21-\x7e]+$/.test(token);

export type Question = {
  method?: GraphRequest['method'];
  /** After the version, without a slash before it. */
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
  /** Another place than Graph that WhatsApp has named: the same token, at most so many bytes. */
  download: (sender: Sender, url: string, most: number) => Promise<Called>;
};

/** Bytes of an answer in JSON: a page of a hundred templates is the longest. */
const longestAnswer = 8 * 1024 * 1024;
/** A video of 16 MB on a slow line. */
const downloadPatience: Patience = { ...usualPatience, answer: 120_000 };

export function createGraph({ graphUrl, patience }: { graphUrl: string; patience: Patience }): Graph {
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
    return callGraph(asked, own);
  }

  async function download(sender: Sender, url: string, most: number): Promise<Called> {
    const settings = settingsOf(sender);
    if (!isComplete(settings)) return { kind: 'incomplete' };
    return callGraph({ url, method: 'GET', headers: bearer(settings), most }, downloadPatience);
  }

  return { origin: new URL(graphUrl).origin, ask, download };
}
