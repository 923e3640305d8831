/**
 * A fake WAHA gateway by its documentation, with a phone that is linked by scanning. It checks every request strictly,
 * signs its webhooks, records what it got, and fails on demand.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, answerTo, Refused } from './waha-requests.ts';

export type Status = 'STOPPED' | 'STARTING' | 'SCAN_QR_CODE' | 'WORKING' | 'FAILED';
type Webhook = { url: string; events: string[]; hmac?: { key: string } };
export type SessionInWaha = {
  name: string;
  status: Status;
  config: { webhooks?: Webhook[] };
  me: { id: string; pushName: string } | null;
  engine?: { engine: string };
};

/** A message that the phone sent; `id` has no prefix. */
type SentByWaha = { id: string; chatId: string; text: string; file: File | undefined; at: Date };
type File = { mimetype: string; filename?: string | undefined; data?: string; url?: string };

/** The fault of the next message. */
export type Fault =
  /** There is no answer. */
  | 'hang'
  /** The phone sends it, and the connection is cut before the answer. */
  | 'cutAfter'
  /** The connection is cut, and nothing is sent. */
  | 'cutBefore'
  /** An HTML error page of the gateway’s proxy. */
  | 'html'
  /** The phone sends it, but the answer contains no id. */
  | 'noID'
  /** WhatsApp does not allow this number to begin new chats. */
  | 'timelock'
  /** The phone sends it, and the gateway answers with an internal error that repeats the request. */
  | 'echo'
  /** The phone sends it, but WhatsApp rejects it. */
  | 'ackError'
  /** The session fails at this moment. */
  | 'lost';

export type Waha = Awaited<ReturnType<typeof startWaha>>;

/** The smallest png: one transparent pixel. */
export const qrInWaha = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export type World = {
  apiKey: string;
  sessions: Map<string, SessionInWaha>;
  sent: SentByWaha[];
  /** Numbers that are not on WhatsApp, without their plus. */
  absent: Set<string>;
  checked: string[];
  /** The known numbers of WhatsApp’s own ids such as `123456789012345@lid`, and the ids that were asked about. */
  lids: Map<string, string>;
  queriedLids: string[];
  seen: string[];
  files: Map<string, { bytes: Buffer; type: string }>;
  /** Faults of the next messages, in order. */
  faults: Fault[];
  setStatus: (name: string, status: Status) => void;
  ack: (id: string, ack: number) => void;
  now: () => Date;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function write(response: ServerResponse, { status, json, bytes, type }: Answer): void {
  const body = bytes ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(body);
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  try {
    const answer = answerTo(world, {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://waha'),
      key: request.headers['x-api-key'],
      body,
    });
    if (answer === 'hang') return;
    if (answer === 'cut') request.socket.resetAndDestroy();
    else write(response, answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    write(response, { status: error.status, json: { statusCode: error.status, ...error.says } });
  }
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');
let made = 0;
/** An id as the engines make it: `3EB0` and 18 hexadecimal digits. */
export const newID = (): string => `3EB0${(++made).toString(16).toUpperCase().padStart(18, '0')}`;

/**
 * Posts events to the webhooks of a session, one after another, each up to five times until it is answered with
 * success.
 */
function createTeller(world: Pick<World, 'sessions' | 'now'>) {
  let last: Promise<void> = Promise.resolve();
  const refused: number[] = [];
  const post = async ({ url, hmac }: Webhook, body: string): Promise<void> => {
    const sign = createHmac('sha512', hmac?.key ?? '')
      .update(body)
      .digest('hex');
    for (let tries = 0; tries < 5; tries++) {
      const headers = {
        'content-type': 'application/json',
        'x-webhook-request-id': newID(),
        ...(hmac && { 'x-webhook-hmac': sign, 'x-webhook-hmac-algorithm': 'sha512' }),
      };
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
      if (answer?.ok) return;
      refused.push(answer?.status ?? 0);
    }
  };
  const tell = (session: string, event: string, payload: object): void => {
    const envelope = { id: `evt_${newID()}`, timestamp: world.now().getTime(), event, session, payload };
    const hooks = world.sessions.get(session)?.config.webhooks ?? [];
    for (const hook of hooks.filter(({ events }) => events.includes(event)))
      last = last.then(() => post(hook, JSON.stringify(envelope)));
  };
  return { tell, refused, whenDelivered: () => last };
}

type Written = {
  text?: string;
  file?: { name: string; bytes: Buffer; type: string };
  lid?: string;
  isHidden?: boolean;
  /** The chat is this group, with the writer in `participant`. */
  group?: string;
};

export async function startWaha({ apiKey = 'waha-key', now = () => new Date() } = {}) {
  const sessions = new Map<string, SessionInWaha>();
  const { tell, refused, whenDelivered } = createTeller({ sessions, now });
  const setStatus = (name: string, status: Status): void => {
    const session = sessions.get(name);
    if (!session) throw new Error(`no session is named ${name}`);
    session.status = status;
    tell(name, 'session.status', { name, status });
  };
  const ack = (id: string, ack: number): void => {
    const message = world.sent.find((one) => one.id === id);
    const chat = message?.chatId ?? '923000000000@c.us';
    const payload = { id: `true_${chat}_${id}`, from: chat, to: null, fromMe: true, ack, participant: null };
    for (const name of sessions.keys()) tell(name, 'message.ack', payload);
  };
  const world: World = {
    apiKey,
    sessions,
    sent: [],
    absent: new Set(),
    checked: [],
    lids: new Map(),
    queriedLids: [],
    seen: [],
    files: new Map(),
    faults: [],
    setStatus,
    ack,
    now,
  };
  const server = createServer((request, response) => void serve(world, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /**
   * A parent writes to the linked phone. With `lid` the number stands only beside the message; with `isHidden` nowhere.
   */
  const writes = (from: string, { text = '', file, lid, isHidden, group }: Written): string => {
    const chat = `${digitsOf(from)}@c.us`;
    const shown = lid ? `${lid}@lid` : chat;
    const own = `3A${newID().slice(4)}`;
    const id = group ? `false_${group}_${own}_${shown}` : `false_${shown}_${own}`;
    if (file) world.files.set(file.name, file);
    const media = file && {
      // The host name that the gateway uses for itself.
      url: `http://localhost:3000/api/files/${file.name}`,
      mimetype: file.type,
      filename: file.name,
    };
    const payload = {
      id,
      timestamp: Math.floor(now().getTime() / 1000),
      from: group ?? shown,
      ...(group && { participant: shown }),
      fromMe: false,
      body: text,
      hasMedia: Boolean(file),
      ...(media && { media }),
      _data: lid && !isHidden ? { key: { remoteJidAlt: `${digitsOf(from)}@s.whatsapp.net` } } : {},
    };
    for (const event of ['message', 'message.any'])
      for (const name of sessions.keys()) tell(name, event, payload);
    return id;
  };
  /** Somebody writes in the app of the linked phone itself. */
  const writesOnPhone = (to: string, text: string): string => {
    const chat = `${digitsOf(to)}@c.us`;
    const id = `true_${chat}_3A${newID().slice(4)}`;
    const own = { from: '924235761999@c.us', to: chat, fromMe: true, source: 'app' };
    const payload = {
      id,
      timestamp: Math.floor(now().getTime() / 1000),
      ...own,
      body: text,
      hasMedia: false,
    };
    for (const name of sessions.keys()) tell(name, 'message.any', payload);
    return id;
  };
  /** Scans the code with the phone of this number. */
  const scan = (name: string, number: string, pushName = 'School Office'): void => {
    const session = sessions.get(name);
    if (session?.status !== 'SCAN_QR_CODE') throw new Error(`the session ${name} shows no QR code`);
    session.me = { id: `${digitsOf(number)}@c.us`, pushName };
    setStatus(name, 'WORKING');
  };
  const stop = async (): Promise<void> => {
    await whenDelivered();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { ...world, url, tell, writes, writesOnPhone, scan, whenDelivered, refused, stop };
}
