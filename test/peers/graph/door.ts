/** Requests to the fake Graph API: authentication, routing, and the answer or refusal. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Account, fieldsOfAccount, fieldsOfNumber, type PhoneNumber, pickFields } from './account.ts';
import type { Fault, Faults, Where } from './faults.ts';
import type { Hooks } from './hooks.ts';
import type { MediaStore } from './media.ts';
import type { Messages } from './messages.ts';
import { Refusal } from './refusals.ts';
import { demand, readMark, subscription } from './shapes.ts';
import type { Templates } from './templates.ts';

export type Request = {
  method: string;
  url: URL;
  /** The path after the version. */
  path: string;
  raw: Buffer;
  headers: IncomingMessage['headers'];
};

type Answer = {
  body: object;
  /** Applied when the answer is sent. */
  fault?: Fault;
};

/** A request and its status; 0 where it got no answer. `sentAt`: the caller’s own time of sending. */
export type LoggedRequest = {
  method: string;
  path: string;
  status: number;
  code?: number;
  sentAt?: number;
  arrivedAt?: number;
};

export type Rooms = {
  account: Account;
  address: () => string;
  faults: Faults;
  hooks: Hooks;
  media: MediaStore;
  messages: Messages;
  templates: Templates;
  /** Ids of messages that parents wrote. */
  written: ReadonlySet<string>;
  /** The ones of them that were marked as read. */
  marked: string[];
};

const version = /^\/v\d{2}\.0\//;

const readJSON = ({ raw, headers }: Request): unknown => {
  if (!headers['content-type']?.startsWith('application/json'))
    throw new Refusal(100, { details: 'The body must be of type application/json.' });
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw new Refusal(100, { details: 'The body is not JSON.' });
  }
};

const absent = (id: string): never => {
  const details = `Unsupported request. Object with ID '${id}' does not exist.`;
  throw new Refusal(100, { subcode: 33, details });
};

function answerFields(all: Record<string, unknown>, { url }: Request, plain: readonly string[]): object {
  const { unknown, picked } = pickFields(all, url.searchParams.get('fields'), plain);
  if (unknown) throw new Refusal(100, { details: `Tried accessing nonexisting field (${unknown})` });
  return picked;
}

async function takeMessage(rooms: Rooms, line: PhoneNumber, request: Request): Promise<Answer> {
  const given = readJSON(request);
  if ((given as { status?: string } | null)?.status === 'read') {
    const { message_id } = demand(readMark, given);
    if (!rooms.written.has(message_id)) throw new Refusal(131009, { details: 'message_id is not known' });
    rooms.marked.push(message_id);
    return { body: { success: true } };
  }
  const taken = await rooms.messages.take(line, given);
  if (!taken.accepted) return { body: {}, fault: taken.fault };
  return { body: taken.answer, ...(taken.fault ? { fault: taken.fault } : {}) };
}

async function takeUpload({ media }: Rooms, { raw, headers }: Request): Promise<Answer> {
  if (!headers['content-type']?.startsWith('multipart/form-data'))
    throw new Refusal(100, { details: 'The body must be of type multipart/form-data.' });
  const form = await new Response(new Uint8Array(raw), {
    headers: { 'content-type': headers['content-type'] },
  }).formData();
  return { body: await media.upload(form) };
}

const plainNumber = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'id',
];

async function askNumber(rooms: Rooms, request: Request, below: string): Promise<Answer | undefined> {
  const id = request.path.split('/')[0] ?? '';
  const line = rooms.account.numbers.find((number) => number.id === id);
  if (!line) return undefined;
  const { method } = request;
  if (below === 'messages' && method === 'POST') return takeMessage(rooms, line, request);
  if (below === 'media' && method === 'POST') return takeUpload(rooms, request);
  if (below === '' && method === 'GET')
    return { body: answerFields(fieldsOfNumber(rooms.account, line), request, plainNumber) };
  return undefined;
}

async function subscribe({ account, hooks }: Rooms, request: Request): Promise<Answer> {
  const given = request.raw.length > 0 ? readJSON(request) : {};
  const { override_callback_uri: url, verify_token: verifyToken } = demand(subscription, given);
  if (url && verifyToken)
    await hooks.subscribe({ url, verifyToken }).catch((error: Error) => {
      throw new Refusal(100, { subcode: 2200, details: `Callback verification failed: ${error.message}` });
    });
  account.isSubscribed = true;
  return { body: { success: true } };
}

async function askSubscribed(rooms: Rooms, request: Request): Promise<Answer | undefined> {
  const { account, hooks } = rooms;
  if (request.method === 'POST') return subscribe(rooms, request);
  if (request.method === 'DELETE') {
    account.isSubscribed = false;
    return { body: { success: true } };
  }
  const app = { link: 'https://www.facebook.com/games/?app_id=1', name: 'Qasid', id: account.appID };
  const one = {
    whatsapp_business_api_data: app,
    ...(hooks.url() ? { override_callback_uri: hooks.url() } : {}),
  };
  return { body: { data: account.isSubscribed ? [one] : [] } };
}

async function askAccount(rooms: Rooms, request: Request, below: string): Promise<Answer | undefined> {
  const { account, templates, address } = rooms;
  const { method, url } = request;
  const query = url.searchParams;
  if (below === '' && method === 'GET')
    return {
      body: answerFields(fieldsOfAccount(account), request, ['id', 'name', 'currency', 'timezone_id']),
    };
  if (below === 'subscribed_apps') return askSubscribed(rooms, request);
  if (below === 'phone_numbers' && method === 'GET') {
    const data = account.numbers.map((line) =>
      answerFields(fieldsOfNumber(account, line), request, plainNumber),
    );
    return { body: { data } };
  }
  if (below !== 'message_templates') return undefined;
  if (method === 'POST') return { body: templates.create(readJSON(request)) };
  if (method === 'GET') return { body: templates.list(query, `${address()}${url.pathname}`) };
  if (method === 'DELETE') return { body: templates.remove(query.get('name'), query.get('hsm_id')) };
  return undefined;
}

/** Things with an id of their own: the app, uploads, media, templates. */
async function askThing(rooms: Rooms, request: Request, below: string): Promise<Answer | undefined> {
  const { account, media, templates } = rooms;
  const { method, path, url, raw, headers } = request;
  const id = path.split('/')[0] ?? '';
  if (id === account.appID && below === 'uploads' && method === 'POST')
    return { body: media.openUpload(url.searchParams) };
  if (id === account.appID && below === '' && method === 'GET') return { body: { id, name: 'Qasid' } };
  if (path.startsWith('upload:') && method === 'POST')
    return {
      body: media.finishUpload(`${path}${url.search}`, raw, headers.file_offset as string | undefined),
    };
  if (below !== '') return undefined;
  const template = templates.fields(id);
  if (template && method === 'GET')
    return { body: answerFields(template, request, ['name', 'status', 'id']) };
  if (template && method === 'POST') return { body: templates.edit(id, readJSON(request)) };
  if (method === 'DELETE') return { body: media.remove(id) };
  return method === 'GET' ? { body: media.describe(id) } : undefined;
}

function whereOf(below: string, path: string): Where {
  if (below === 'messages' || below === 'media') return below;
  if (below === 'message_templates') return 'templates';
  return path.startsWith('upload:') || below === 'uploads' ? 'uploads' : 'number';
}

/** Throws a Refusal, or returns the answer. */
async function answer(rooms: Rooms, request: Request): Promise<Answer> {
  const { account, faults } = rooms;
  const { authorization } = request.headers;
  const scheme = request.path.startsWith('upload:') ? 'OAuth' : 'Bearer';
  if (authorization !== `${scheme} ${account.token}`) throw new Refusal(190, { subcode: 463 });
  const [id = '', below = '', ...rest] = request.path.split('/');
  if (rest.length > 0) throw new Refusal(2500, { details: `/${request.path}` });
  const where = whereOf(below, request.path);
  const fault = where === 'messages' ? undefined : faults.choose(where);
  if (fault?.kind === 'reject') throw new Refusal(fault.code, { ...fault });
  if (fault) return { body: {}, fault };
  const found =
    (await askNumber(rooms, request, below)) ??
    (id === account.wabaID ? await askAccount(rooms, request, below) : await askThing(rooms, request, below));
  return found ?? absent(id);
}

/** The parts of a request; undefined where it is not for the Graph API. */
export function requestOf(method: string, address: string, sent: Pick<Request, 'raw' | 'headers'>) {
  const url = new URL(address, 'http://graph');
  if (!version.test(url.pathname)) return undefined;
  return { method, url, path: url.pathname.replace(version, ''), ...sent };
}

async function readRequest(incoming: IncomingMessage): Promise<Request | undefined> {
  const raw = await buffer(incoming);
  return requestOf(incoming.method ?? '', incoming.url ?? '/', { raw, headers: incoming.headers });
}

const page = (status: number) =>
  `<!DOCTYPE html><html><head><title>Error</title></head><body><h1>${status} Bad Gateway</h1></body></html>`;

/** The reply. With status 0 nothing is sent; the connection is cut after `cutAfter` seconds, or never. */
export type Reply =
  | { status: number; type: string; body: string }
  | { status: 0; cutAfter: number | undefined };

const jsonReply = (status: number, body: object): Reply => ({
  status,
  type: 'application/json; charset=UTF-8',
  body: JSON.stringify(body),
});

/** The answer, changed by its fault. */
function replyOf({ body, fault }: Answer): Reply {
  switch (fault?.kind) {
    case 'html':
    case 'htmlAfter':
      return { status: fault.status ?? 502, type: 'text/html', body: page(fault.status ?? 502) };
    case 'cutBefore':
    case 'cutAfter':
      return { status: 0, cutAfter: 0 };
    case 'hang':
    case 'hangAfter':
      return { status: 0, cutAfter: fault.seconds };
    default:
      return jsonReply(200, body);
  }
}

/** The reply to a request, also for a refusal. */
export async function reply(rooms: Rooms, request: Request): Promise<{ reply: Reply; code?: number }> {
  try {
    return { reply: replyOf(await answer(rooms, request)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { reply: jsonReply(error.status, error.body), code: error.code };
  }
}

function respond(response: ServerResponse, replied: Reply): void {
  if ('body' in replied) {
    response.writeHead(replied.status, { 'content-type': replied.type, 'facebook-api-version': 'v25.0' });
    response.end(replied.body);
  } else if (replied.cutAfter === 0) response.socket?.destroy();
  else if (replied.cutAfter !== undefined)
    setTimeout(() => response.socket?.destroy(), replied.cutAfter * 1000).unref();
}

const filePlace = '/whatsapp_business/attachments/';

const isStranger = ({ account }: Rooms, { authorization }: IncomingMessage['headers']): boolean =>
  authorization !== `Bearer ${account.token}`;

function refuse(response: ServerResponse, code: number, more: ConstructorParameters<typeof Refusal>[1]) {
  const { status, body } = new Refusal(code, more);
  respond(response, jsonReply(status, body));
  return { status, code };
}

/** Sends the bytes of a parent’s media from the address that `describe` gave. The address has no version. */
function respondFile({ media }: Rooms, incoming: IncomingMessage, response: ServerResponse): number {
  const file = media.download(new URL(incoming.url ?? '/', 'http://graph').searchParams);
  response
    .writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/html' })
    .end(file?.bytes ?? page(404));
  return file ? 200 : 404;
}

export async function serve(
  rooms: Rooms,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<LoggedRequest> {
  const sentAt = incoming.headers['x-sent-at'];
  const logged = {
    method: incoming.method ?? '',
    path: (incoming.url ?? '').replace(/\?.*$/, ''),
    ...(sentAt ? { sentAt: Number(sentAt), arrivedAt: Date.now() } : {}),
  };
  if (logged.path === filePlace) {
    if (isStranger(rooms, incoming.headers)) return { ...logged, ...refuse(response, 190, { subcode: 463 }) };
    return { ...logged, status: respondFile(rooms, incoming, response) };
  }
  const request = await readRequest(incoming);
  if (!request) {
    const details = `${logged.path}: a version such as v25.0 stands first`;
    return { ...logged, ...refuse(response, 2500, { details }) };
  }
  const { reply: replied, code } = await reply(rooms, request);
  respond(response, replied);
  return { ...logged, status: replied.status, ...(code === undefined ? {} : { code }) };
}
