/**
 * A fake of WhatsApp’s Cloud API for tests and `npm run dev`: as strict as Meta’s, stricter where Meta silently does
 * something else, and with faults on demand. It does not know the program.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Account, plainAccount } from './graph/account.ts';
import { type Agenda, createAgenda } from './graph/agenda.ts';
import {
  type LoggedRequest,
  type Reply,
  type Request,
  type Rooms,
  reply,
  requestOf,
  serve,
} from './graph/door.ts';
import { createFaults, type Faults } from './graph/faults.ts';
import { createHooks, type Hooks, type Post } from './graph/hooks.ts';
import { type Counts, createLimits } from './graph/limits.ts';
import { createMedia, type MediaStore } from './graph/media.ts';
import { type Accepted, createMessages, type Delays, type Messages } from './graph/messages.ts';
import { createPage } from './graph/page.ts';
import { createPeople, type People, type Phone } from './graph/people.ts';
import { createTemplates, type Templates } from './graph/templates.ts';

export type GraphOptions = {
  /** 0 or undefined: any free port. */
  port?: number;
  /** The clock; real time by default. */
  now?: () => Date;
  /** Nothing happens later by itself; the test calls `tick`. */
  isByHand?: boolean;
  /** Schedules what happens later; its own by default. */
  agenda?: Agenda;
  /** Posts webhooks to the app; over the network by default. */
  post?: Post;
  randomBytes?: (count: number) => Buffer;
  account?: Partial<Account>;
  /** Milliseconds until each status of a message. */
  delays?: Delays;
  /** Milliseconds until a template is reviewed; null: only `templates.approve` and the like change it. */
  reviewAfter?: number | null;
  /** Messages a second through one number, in and out. */
  perSecond?: number;
  /** The most changes in one webhook. */
  mostInCall?: number;
};

export type Graph = {
  /** The value for WHATSAPP_GRAPH_URL. */
  url: string;
  account: Account;
  /** The values that a person types into the page that connects WhatsApp. */
  values: {
    phoneNumberID: string;
    wabaID: string;
    appID: string;
    version: string;
    token: string;
    appSecret: string;
  };
  /** Every accepted message, in order. */
  accepted: readonly Accepted[];
  /** Every refused message, with its code. */
  refused: Messages['refused'];
  /** Messages that were neither accepted nor refused because of a fault. */
  lost: Messages['lost'];
  /** Every request to the Graph API with its status. */
  requests: LoggedRequest[];
  /** Ids of parents’ messages that were marked as read. */
  marked: readonly string[];
  counts: Counts;
  faults: Faults;
  hooks: Hooks;
  templates: Templates;
  media: MediaStore;
  phone: People['phone'];
  /**
   * Reports an event of the account: `account_update`, `phone_number_quality_update`, `business_capability_update` …
   */
  tell: (field: string, value: object) => void;
  /** Sets the quality of the number and reports it. */
  rate: (quality: 'GREEN' | 'YELLOW' | 'RED') => void;
  /** Runs everything that is due and sends its webhooks; returns how much happened. */
  tick: () => Promise<number>;
  /** True when nothing is in progress or scheduled. */
  isIdle: () => boolean;
  close: () => Promise<void>;
};

/** Opaque texts, or numbers of messages, that were accepted more than once. */
export function acceptedTwice(accepted: readonly Accepted[], nameOf: (one: Accepted) => string): string[] {
  const groups = Map.groupBy(accepted, nameOf);
  return [...groups].filter(([name, all]) => name !== '' && all.length > 1).map(([name]) => name);
}

const quick: Delays = { sent: 20, delivered: 60, read: 120 };

function createParts(options: GraphOptions, address: () => string) {
  const { now = () => new Date(), isByHand = false, delays = quick, reviewAfter = null } = options;
  const account: Account = { ...plainAccount(), ...options.account };
  const agenda = options.agenda ?? createAgenda(now, isByHand);
  const ids = { last: 0, randomBytes: options.randomBytes ?? randomBytes };
  const media = createMedia({ agenda, ids }, address);
  const limits = createLimits(agenda, account, options.perSecond ?? 80);
  const faults = createFaults();
  const hooks = createHooks(agenda, account, {
    post: options.post,
    mostInCall: options.mostInCall ?? 50,
    isByHand,
    onTaken: (changes) => {
      for (const change of changes) messages.noteTaken(change);
    },
  });
  const around = { agenda, ids, tell: (change: Parameters<Hooks['tell']>[0]) => hooks.tell(change) };
  const templates = createTemplates({ ...around, handles: media.handles }, { reviewAfter });
  const accepted: Accepted[] = [];
  const people = createPeople({ agenda, ids, account, limits, media, hooks, accepted });
  const { personOf, phoneNumberOf, written } = people;
  const messages = createMessages(
    { agenda, ids, account, limits, media, templates, faults, hooks, personOf, phoneNumberOf, accepted },
    delays,
  );
  const marked: string[] = [];
  const rooms: Rooms = { account, address, faults, hooks, media, messages, templates, written, marked };
  return { account, agenda, limits, people, rooms, accepted };
}

const valuesOf = ({ numbers, wabaID, appID, token, appSecret }: Account): Graph['values'] => ({
  phoneNumberID: numbers[0].id,
  wabaID,
  appID,
  version: 'v25.0',
  token,
  appSecret,
});

async function tickAll(agenda: Agenda, hooks: Hooks): Promise<number> {
  let count = 0;
  for (;;) {
    const done = (await agenda.runDue()) + (await hooks.flush());
    if (done === 0) return count;
    count += done;
  }
}

function makeTellers(account: Account, hooks: Hooks): Pick<Graph, 'tell' | 'rate'> {
  const tell: Graph['tell'] = (field, value) => hooks.tell({ field, value });
  const rate: Graph['rate'] = (quality) => {
    const [line] = account.numbers;
    line.quality = quality;
    tell('phone_number_quality_update', {
      display_phone_number: line.number.replace('+', ''),
      event: quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED',
      current_limit: account.tier,
    });
  };
  return { tell, rate };
}

async function listen(
  port: number,
  handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = createServer((incoming, response) => {
    // The caller is gone in the middle of its request, so there is nothing to answer.
    handle(incoming, response).catch(() => response.socket?.destroy());
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  if (!at || typeof at === 'string') throw new Error('the fake Graph API listens on no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${at.port}`, close };
}

/** The fake without an HTTP server: tests call `answer`. */
export type OpenedGraph = Omit<Graph, 'close'> & {
  rooms: Rooms;
  answer: (method: string, url: string, sent: Pick<Request, 'raw' | 'headers'>) => Promise<Reply>;
  end: () => void;
};

export function openGraph(options: GraphOptions = {}): OpenedGraph {
  const address = () => graph.url;
  const { account, agenda, limits, people, rooms, accepted } = createParts(options, address);
  const { hooks, faults, media, messages, templates, marked } = rooms;
  const requests: LoggedRequest[] = [];
  const graph: OpenedGraph = {
    url: 'http://graph',
    rooms,
    account,
    values: valuesOf(account),
    accepted,
    refused: messages.refused,
    lost: messages.lost,
    requests,
    marked,
    counts: limits.counts,
    faults,
    hooks,
    templates,
    media,
    phone: (number, line): Phone => people.phone(number, line),
    ...makeTellers(account, hooks),
    tick: () => tickAll(agenda, hooks),
    isIdle: () => agenda.count() === 0 && hooks.isIdle(),
    answer: async (method, url, sent) => {
      const request = requestOf(method, url, sent);
      if (!request) throw new Error(`${url} is not an address of the Graph API`);
      const { reply: replied, code } = await reply(rooms, request);
      const path = request.url.pathname;
      requests.push({ method, path, status: replied.status, ...(code === undefined ? {} : { code }) });
      return replied;
    },
    end: () => {
      agenda.close();
      hooks.close();
    },
  };
  return graph;
}

export async function startGraph(options: GraphOptions = {}): Promise<Graph> {
  const graph = openGraph(options);
  const { rooms, end } = graph;
  const page = createPage(graph);
  const server = await listen(options.port ?? 0, async (incoming, response) => {
    if (await page(incoming, response)) return;
    graph.requests.push(await serve(rooms, incoming, response));
  });
  graph.url = server.url;
  return Object.assign(graph, {
    close: async () => {
      end();
      await server.close();
    },
  });
}
