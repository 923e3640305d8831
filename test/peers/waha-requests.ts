/** The requests that the fake gateway accepts, and its answers. */
import { z } from 'zod';
import { type Fault, newID, qrInWaha, type SessionInWaha, type World } from './waha.ts';

export type Answer = { status: number; json?: unknown; bytes?: Buffer | string; type?: string };
export type Request = { method: string; url: URL; key: string | string[] | undefined; body: string };

export class Refused extends Error {
  status: number;
  says: object;
  constructor(status: number, says: object) {
    super(JSON.stringify(says));
    this.status = status;
    this.says = says;
  }
}

const chatId = z.string().regex(/^\d{7,15}@c\.us$/);
const session = z.string().min(1);
const file = z.union([
  z.strictObject({ mimetype: z.string(), filename: z.string().optional(), data: z.base64().min(1) }),
  z.strictObject({ mimetype: z.string(), filename: z.string().optional(), url: z.url() }),
]);
const withFile = z.strictObject({ session, chatId, file, caption: z.string().max(1024).optional() });
const bodies = {
  '/api/sendText': z.strictObject({
    session,
    chatId,
    id: z
      .string()
      .regex(/^3EB0[0-9A-F]{18}$/)
      .optional(),
    text: z.string().min(1).max(4096),
    linkPreview: z.boolean().optional(),
  }),
  '/api/sendImage': withFile,
  '/api/sendVideo': withFile,
  '/api/sendFile': withFile,
} as const;
const seen = z.strictObject({
  session,
  chatId: z.string(),
  messageId: z.string().optional(),
  messageIds: z.array(z.string()).optional(),
});
const config = z.looseObject({
  webhooks: z
    .array(
      z.strictObject({
        url: z.url(),
        events: z.array(z.string()).min(1),
        hmac: z.strictObject({ key: z.string().min(1) }).optional(),
        retries: z
          .strictObject({ policy: z.string(), delaySeconds: z.number(), attempts: z.number() })
          .optional(),
      }),
    )
    .optional(),
});
const created = z.strictObject({ name: session, start: z.boolean().optional(), config: config.optional() });

function parse<T>(shape: z.ZodType<T>, body: string): T {
  const { data, error } = shape.safeParse(JSON.parse(body || '{}'));
  if (error)
    throw new Refused(400, { message: error.issues.map((one) => JSON.stringify(one)), error: 'Bad Request' });
  return data as T;
}

function find({ sessions }: World, name: string): SessionInWaha {
  const found = sessions.get(name);
  if (!found) throw new Refused(404, { message: 'Session not found', error: 'Not Found' });
  return found;
}

function findWorking(world: World, name: string): void {
  const { status } = find(world, name);
  if (status === 'WORKING') return;
  const error = 'Session status is not as expected. Try again later or restart the session';
  throw new Refused(422, { error, session: name, status, expected: ['WORKING'] });
}

const cutBefore: Partial<Record<Fault, 'hang' | 'cut'>> = { hang: 'hang', cutBefore: 'cut' };

/** An internal error of the gateway repeats the request in its answer. */
const broken = (path: string, body: string, message: string): Refused =>
  new Refused(500, {
    statusCode: 500,
    exception: { name: 'Error', message },
    request: { path, method: 'POST', body: JSON.parse(body), query: {} },
  });

/** Returns `cut` where the connection is cut. */
function send(world: World, path: keyof typeof bodies, body: string): Answer | 'hang' | 'cut' {
  const parsed: { session: string; chatId: string; id?: string; text?: string; caption?: string } = parse<
    z.infer<(typeof bodies)[keyof typeof bodies]>
  >(bodies[path], body);
  const fault = world.faults.shift();
  if (fault === 'lost') world.setStatus(parsed.session, 'FAILED');
  findWorking(world, parsed.session);
  const gone = fault && cutBefore[fault];
  if (gone) return gone;
  if (fault === 'html') return { status: 502, bytes: '<html>Bad Gateway</html>', type: 'text/html' };
  if (fault === 'timelock') throw broken(path, body, 'error 463');
  const id = parsed.id ?? newID();
  const given = 'file' in parsed ? (parsed.file as z.infer<typeof file>) : undefined;
  const text = parsed.text ?? parsed.caption ?? '';
  world.sent.push({ id, chatId: parsed.chatId, text, file: given, at: world.now() });
  if (fault === 'cutAfter') return 'cut';
  if (fault === 'echo') throw broken(path, body, 'Execution context was destroyed');
  if (fault === 'ackError') world.ack(id, -1);
  const json = { id: `true_${parsed.chatId}_${id}`, timestamp: Date.now(), ack: 0, fromMe: true };
  return { status: 201, json: fault === 'noID' ? {} : json };
}

function create(world: World, body: string): Answer {
  const { name, start, config = {} } = parse(created, body);
  if (world.sessions.has(name)) throw new Refused(422, { message: `Session '${name}' already exists` });
  const session: SessionInWaha = {
    name,
    status: 'STOPPED',
    config: config as SessionInWaha['config'],
    me: null,
  };
  world.sessions.set(name, session);
  if (start !== false) world.setStatus(name, 'SCAN_QR_CODE');
  return { status: 201, json: session };
}

/** Applies an action to a session and returns the session. */
function act(world: World, session: SessionInWaha, what: string): Answer {
  if (what === 'logout') session.me = null;
  const running = session.me ? 'WORKING' : 'SCAN_QR_CODE';
  if (what === 'stop') world.setStatus(session.name, 'STOPPED');
  else if (['start', 'restart'].includes(what) || session.status !== 'STOPPED')
    world.setStatus(session.name, running);
  return { status: 201, json: session };
}

function ofSession(world: World, { method, body }: Request, [name = '', what]: string[]): Answer | undefined {
  const session = find(world, decodeURIComponent(name));
  if (method === 'GET' && !what) return { status: 200, json: session };
  if (method === 'PUT' && !what) {
    session.config = parse(z.strictObject({ config }), body).config as SessionInWaha['config'];
    return session.status === 'STOPPED' ? { status: 200, json: session } : act(world, session, 'restart');
  }
  if (method === 'POST' && what && ['start', 'stop', 'logout', 'restart'].includes(what))
    return act(world, session, what);
  return undefined;
}

function checkExists(world: World, { searchParams }: URL): Answer {
  const phone = searchParams.get('phone') ?? '';
  if (!/^\d{7,15}$/.test(phone)) throw new Refused(400, { message: 'phone' });
  findWorking(world, searchParams.get('session') ?? '');
  world.checked.push(phone);
  const numberExists = !world.absent.has(phone);
  return { status: 200, json: numberExists ? { numberExists, chatId: `${phone}@c.us` } : { numberExists } };
}

export function answerTo(world: World, request: Request): Answer | 'hang' | 'cut' {
  const { method, url, key, body } = request;
  const { pathname } = url;
  if (key !== world.apiKey) throw new Refused(401, { message: 'Unauthorized' });
  if (method === 'POST' && pathname in bodies) return send(world, pathname as keyof typeof bodies, body);
  if (method === 'POST' && pathname === '/api/sessions') return create(world, body);
  if (pathname.startsWith('/api/sessions/')) {
    const answer = ofSession(world, request, pathname.split('/').slice(3));
    if (answer) return answer;
  }
  if (method === 'GET' && pathname === '/api/contacts/check-exists') return checkExists(world, url);
  if (method === 'POST' && pathname === '/api/sendSeen') {
    world.seen.push(...(parse(seen, body).messageIds ?? []));
    return { status: 201, json: {} };
  }
  const [, name] = /^\/api\/([^/]+)\/auth\/qr$/.exec(pathname) ?? [];
  if (method === 'GET' && name && find(world, name).status === 'SCAN_QR_CODE')
    return { status: 200, bytes: qrInWaha, type: 'image/png' };
  const [, of, lid] = /^\/api\/([^/]+)\/lids\/([^/]+)$/.exec(pathname) ?? [];
  if (method === 'GET' && of && lid) {
    find(world, of);
    const name = decodeURIComponent(lid);
    world.queriedLids.push(name);
    return { status: 200, json: { lid: name, pn: world.lids.get(name) ?? null } };
  }
  const file = method === 'GET' && world.files.get(pathname.replace('/api/files/', ''));
  if (file) return { status: 200, bytes: file.bytes, type: file.type };
  throw new Refused(404, { message: `Cannot ${method} ${pathname}` });
}
