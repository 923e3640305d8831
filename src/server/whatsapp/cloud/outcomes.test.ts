import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ReasonCode, reasonOf } from '#shared/reasons.ts';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import { type GraphAnswer, readExamples, startGraphServer } from '../../../../test/support/graph-server.ts';
import { mayLeave } from '../../../../test/support/leaving.ts';
import type { Outcome, Outgoing } from '../port.ts';
import type { Patience } from './call-graph.ts';
import { outcomeOf } from './outcomes.ts';
import { cloudApi } from './provider.ts';

const message: Outgoing = { to: '+923001234567', text: 'Assalam o alaikum', media: '', opaque: 'm1:7:a1' };
const { accepted, accepted_paced_template } = readExamples('send.responses');
const errors = readExamples('graph-errors');

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const sendTo = (graphUrl: string, patience?: Patience): Promise<Outcome> =>
  cloudApi(surround(), { graphUrl, patience }).send(cloudSender(), message, mayLeave);

/** What comes of a message that is answered so, and what was asked. */
async function sendFor(answer: GraphAnswer) {
  const server = await startGraphServer(() => answer);
  stops.push(server.stop);
  const patience = answer === 'hang' ? { connect: 5000, answer: 200 } : undefined;
  return { outcome: await sendTo(server.url, patience), asked: server.asked };
}

/** A server of bare sockets. */
async function startSockets(take: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

// Until a call was seen to be written, only errors that name the connection are believed to come before it.
beforeAll(async () => {
  const server = await startGraphServer(() => ({ json: accepted }));
  await sendTo(server.url);
  server.stop();
});

describe('what WhatsApp has is accepted', () => {
  const providerID = 'wamid.HBgMOTIzMDAxMjM0NTY3FQIAERgSNDFBQjEyM0NEMzQ1RUY2Nzg5AA==';
  it.each([
    ['at once', accepted],
    ['after a look at its quality', accepted_paced_template],
  ])('%s', async (_when, json) => {
    const { outcome, asked } = await sendFor({ json });
    expect(outcome).toEqual({ kind: 'accepted', providerID, waID: '+923001234567' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/v25.0/106540352242922/messages' });
    expect(asked[0]!.headers).toMatchObject({
      authorization: 'Bearer EAAtokenThatNobodyMaySee',
      'content-type': 'application/json',
    });
    expect(JSON.parse(asked[0]!.body.toString())).toMatchObject({ biz_opaque_callback_data: 'm1:7:a1' });
  });
});

describe('what WhatsApp refuses with a code is rejected, by whatever status', () => {
  it.each([
    ['rate_130429', 429, 'retrySender'],
    ['pair_131056', 400, 'retryPair'],
    ['token_190', 401, 'fixToken'],
    ['transient_2', 503, 'retryTransient'],
    ['tpl_132001', 200, 'pauseTemplate'],
  ])('%s', async (name, status, policy) => {
    const { outcome } = await sendFor({ status, json: errors[name] });
    expect(outcome).toMatchObject({ kind: 'rejected', policy, code: name.replace(/\D+/, '') });
  });
});

it('a number that is not there stops the sender, not one message after the other', async () => {
  const { outcome } = await sendFor({ status: 400, json: { error: { code: 100, error_subcode: 33 } } });
  expect(outcome).toMatchObject({ kind: 'rejected', code: '100', policy: 'pauseSender' });
});

describe('what never left is not sent', () => {
  const notSent = { kind: 'notSent', reason: expect.any(String) };

  it('nobody listens', async () => {
    const address = await startSockets(() => {});
    stops.splice(0).forEach((stop) => void stop());
    expect(await sendTo(`http://${address}`)).toMatchObject(notSent);
  });

  it('the name is not known', async () => {
    expect(await sendTo('http://graph.invalid')).toMatchObject(notSent);
  });

  it('the connection is cut before anything is said', async () => {
    const address = await startSockets((socket) => socket.resetAndDestroy());
    // As a secure one it cannot be written to before the other side has said something.
    expect(await sendTo(`https://${address}`)).toMatchObject(notSent);
  });

  it('it is no secure server', async () => {
    const server = await startGraphServer(() => ({ json: accepted }));
    stops.push(server.stop);
    expect(await sendTo(server.url.replace('http:', 'https:'))).toMatchObject(notSent);
    expect(server.asked).toEqual([]);
  });

  it('the connection does not come about in time', async () => {
    const address = await startSockets((socket) => stops.push(() => socket.destroy()));
    expect(await sendTo(`https://${address}`, { connect: 50, answer: 600_000 })).toMatchObject(notSent);
  });
});

describe('what may have left is unknown, and is not tried twice', () => {
  const unknown = {
    kind: 'unknown',
    reason: expect.stringMatching(/^{"code":"cloudMayHaveBeen(Sent|Taken)"}$/),
  };
  const page = '<html><body>Sorry, something went wrong.</body></html>';
  it.each<[string, GraphAnswer]>([
    ['no answer', 'hang'],
    ['the connection is cut after the request', 'reset'],
    ['half an answer', 'half'],
    ['500 with a page', { status: 500, text: page }],
    ['502 with a page', { status: 502, text: page }],
    ['a page of a proxy', { status: 200, text: page }],
    ['a proxy that wants a password', { status: 407, text: page }],
    ['403 with a page', { status: 403, text: page }],
    ['a way elsewhere', { status: 307, text: '', headers: { location: '/v25.0/elsewhere' } }],
    ['an answer without an id', { json: { messaging_product: 'whatsapp', messages: [] } }],
    ['an empty id', { json: { messages: [{ id: '' }] } }],
    ['an empty answer', { text: '' }],
    ['an error without a code', { status: 500, json: { error: { message: 'Oops' } } }],
    ['an id with a failing status', { status: 500, json: accepted }],
    ['more than can be an answer', { text: Buffer.alloc(9 * 1024 * 1024, ' ') }],
  ])('%s', async (_name, answer) => {
    const { outcome, asked } = await sendFor(answer);
    expect(outcome).toMatchObject(unknown);
    expect(asked).toHaveLength(1);
  });

  it('the connection is cut as soon as something is said', async () => {
    const address = await startSockets((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.resetAndDestroy());
    });
    expect(await sendTo(`http://${address}`)).toMatchObject(unknown);
  });
});

describe('what is known beforehand asks nobody', () => {
  const ask = async (settings: Record<string, string>) => {
    const server = await startGraphServer(() => ({ json: accepted }));
    stops.push(server.stop);
    const provider = cloudApi(surround(), { graphUrl: server.url });
    const sender = cloudSender(settings);
    const outcomes = [await provider.send(sender, message, mayLeave), await provider.check!(sender)];
    expect(server.asked).toEqual([]);
    return outcomes;
  };

  it.each<Record<string, string>>([
    { token: '' },
    { token: 'two\nlines' },
    { token: 'ٹوکن' },
    { phoneNumberID: '' },
    { phoneNumberID: '../1' },
    { wabaID: '' },
    { version: '25' },
  ])('settings with %j stop the sender', async (settings) => {
    expect(await ask(settings)).toMatchObject([
      { kind: 'rejected', policy: 'fixToken' },
      { kind: 'refused', policy: 'fixToken' },
    ]);
  });

  it('a text that is too long is refused', async () => {
    const { send } = cloudApi(surround(), { graphUrl: 'http://127.0.0.1:1' });
    const outcome = await send(cloudSender(), { ...message, text: 'x'.repeat(4097) }, mayLeave);
    expect(outcome).toMatchObject({ kind: 'rejected', policy: 'failRequest' });
  });
});

describe('from what came', () => {
  it.each<[string, ReasonCode]>([
    ['ENOTFOUND', 'cloudOffline'],
    ['EAI_AGAIN', 'cloudOffline'],
    ['CERT_NOT_YET_VALID', 'cloudCertificate'],
    ['ECONNREFUSED', 'cloudUnreachable'],
  ])('%s is told as a person can mend it', (code, reason) => {
    const outcome = outcomeOf({ kind: 'silent', isWritten: false, code });
    expect(outcome).toMatchObject({ kind: 'notSent', reason: reasonOf(reason) });
    expect(outcomeOf({ kind: 'silent', isWritten: true, code }).kind).toBe('unknown');
  });

  it('only an id is accepted, only a code is rejected, and nothing else is certain', () => {
    const error = fc.record({ code: fc.oneof(fc.nat(), fc.jsonValue()) }, { requiredKeys: [] });
    const messages = fc.array(fc.record({ id: fc.oneof(fc.string(), fc.jsonValue()) }));
    const answers = fc.oneof(fc.jsonValue(), fc.record({ error, messages }, { requiredKeys: [] }));
    fc.assert(
      fc.property(answers, fc.constantFrom(200, 400, 503), (answer, status) => {
        const bytes = Buffer.from(JSON.stringify(answer));
        const outcome = outcomeOf({ kind: 'answered', status, bytes });
        const said = answer as { error?: { code?: unknown }; messages?: { id: unknown }[] } | null;
        if (outcome.kind === 'accepted') {
          expect([outcome.providerID, status]).toEqual([said!.messages![0]!.id, 200]);
        } else if (outcome.kind === 'rejected') {
          expect(outcome.code).toBe(String(Number(said!.error!.code)));
        } else expect(outcome.kind).toBe('unknown');
      }),
    );
  });
});
