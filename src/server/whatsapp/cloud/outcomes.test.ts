import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeReason, type ReasonCode } from '#shared/messages/reasons.ts';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import { type GraphAnswer, readExamples, startGraphServer } from '../../../../test/support/graph-server.ts';
import { mayLeave } from '../../../../test/support/leaving.ts';
import type { Outcome, Outgoing } from '../port.ts';
import type { Timeouts } from './graph.ts';
import { outcomeOf } from './outcomes.ts';
import { cloudApi } from './provider.ts';

const message: Outgoing = { to: '+923001234567', text: 'Assalam o alaikum', media: '', opaque: 'm1:7:a1' };
const { accepted, accepted_paced_template } = readExamples('send.responses');
const errors = readExamples('graph-errors');

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const sendTo = (graphUrl: string, timeouts?: Timeouts): Promise<Outcome> =>
  cloudApi(surround(), { graphUrl, timeouts }).send(cloudSender(), message, mayLeave);

/** Returns the outcome of a send that gets this answer, and the requests that the server got. */
async function sendFor(answer: GraphAnswer) {
  const server = await startGraphServer(() => answer);
  stops.push(server.stop);
  const timeouts = answer === 'hang' ? { connect: 5000, answer: 200 } : undefined;
  return { outcome: await sendTo(server.url, timeouts), requests: server.requests };
}

/** A TCP server without HTTP. */
async function startSockets(take: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

// Until Node has reported a written request, only connection errors count as errors before a request is written.
beforeAll(async () => {
  const server = await startGraphServer(() => ({ json: accepted }));
  await sendTo(server.url);
  server.stop();
});

describe('Accepted messages', () => {
  const providerID = 'wamid.HBgMOTIzMDAxMjM0NTY3FQIAERgSNDFBQjEyM0NEMzQ1RUY2Nzg5AA==';
  it.each([
    ['accepted at once', accepted],
    ['held for a quality check', accepted_paced_template],
  ])('A message %s is accepted with its provider id.', async (_when, json) => {
    const { outcome, requests } = await sendFor({ json });
    expect(outcome).toEqual({ kind: 'accepted', providerID, waID: '+923001234567' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v25.0/106540352242922/messages' });
    expect(requests[0]!.headers).toMatchObject({
      authorization: 'Bearer EAAtokenThatNobodyMaySee',
      'content-type': 'application/json',
    });
    expect(JSON.parse(requests[0]!.body.toString())).toMatchObject({ biz_opaque_callback_data: 'm1:7:a1' });
  });
});

describe('Rejected messages', () => {
  it.each([
    ['rate_130429', 429, 'retrySender'],
    ['pair_131056', 400, 'retryPair'],
    ['token_190', 401, 'fixToken'],
    ['transient_2', 503, 'retryTransient'],
    ['tpl_132001', 200, 'pauseTemplate'],
  ])('Graph’s error %s with status %i is rejected with the policy %s.', async (name, status, policy) => {
    const { outcome } = await sendFor({ status, json: errors[name] });
    expect(outcome).toMatchObject({ kind: 'rejected', policy, code: name.replace(/\D+/, '') });
  });
});

it('An unknown phone number id pauses the sender instead of failing each message.', async () => {
  const { outcome } = await sendFor({ status: 400, json: { error: { code: 100, error_subcode: 33 } } });
  expect(outcome).toMatchObject({ kind: 'rejected', code: '100', policy: 'pauseSender' });
});

describe('Messages that were not sent', () => {
  const notSent = { kind: 'notSent', reason: expect.any(String) };

  it('If no server listens at the address, the message was not sent.', async () => {
    const address = await startSockets(() => {});
    stops.splice(0).forEach((stop) => void stop());
    expect(await sendTo(`http://${address}`)).toMatchObject(notSent);
  });

  it('If the host name does not resolve, the message was not sent.', async () => {
    expect(await sendTo('http://graph.invalid')).toMatchObject(notSent);
  });

  it('If a TLS connection is reset before anything is written, the message was not sent.', async () => {
    const address = await startSockets((socket) => socket.resetAndDestroy());
    // With TLS nothing can be written before the other side has answered.
    expect(await sendTo(`https://${address}`)).toMatchObject(notSent);
  });

  it('If the server does not speak TLS, the message was not sent.', async () => {
    const server = await startGraphServer(() => ({ json: accepted }));
    stops.push(server.stop);
    expect(await sendTo(server.url.replace('http:', 'https:'))).toMatchObject(notSent);
    expect(server.requests).toEqual([]);
  });

  it('If the connection is not set up in time, the message was not sent.', async () => {
    const address = await startSockets((socket) => stops.push(() => socket.destroy()));
    expect(await sendTo(`https://${address}`, { connect: 50, answer: 600_000 })).toMatchObject(notSent);
  });
});

describe('Messages that may have been sent', () => {
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
    ['a redirect', { status: 307, text: '', headers: { location: '/v25.0/elsewhere' } }],
    ['an answer without an id', { json: { messaging_product: 'whatsapp', messages: [] } }],
    ['an empty id', { json: { messages: [{ id: '' }] } }],
    ['an empty answer', { text: '' }],
    ['an error without a code', { status: 500, json: { error: { message: 'Oops' } } }],
    ['an id with a failing status', { status: 500, json: accepted }],
    ['an answer of 9 MB', { text: Buffer.alloc(9 * 1024 * 1024, ' ') }],
  ])('After %s the outcome is unknown, and the call is not repeated.', async (_name, answer) => {
    const { outcome, requests } = await sendFor(answer);
    expect(outcome).toMatchObject(unknown);
    expect(requests).toHaveLength(1);
  });

  it('If the connection is reset once the request is written, the outcome is unknown.', async () => {
    const address = await startSockets((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.resetAndDestroy());
    });
    expect(await sendTo(`http://${address}`)).toMatchObject(unknown);
  });
});

describe('Problems found before a call', () => {
  const ask = async (settings: Record<string, string>) => {
    const server = await startGraphServer(() => ({ json: accepted }));
    stops.push(server.stop);
    const provider = cloudApi(surround(), { graphUrl: server.url });
    const sender = cloudSender(settings);
    const outcomes = [await provider.send(sender, message, mayLeave), await provider.check!(sender)];
    expect(server.requests).toEqual([]);
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
  ])(
    'Settings with %j are refused with the policy fixToken, without a call to WhatsApp.',
    async (settings) => {
      expect(await ask(settings)).toMatchObject([
        { kind: 'rejected', policy: 'fixToken' },
        { kind: 'refused', policy: 'fixToken' },
      ]);
    },
  );

  it('A text of more than 4,096 characters is rejected without a call to WhatsApp.', async () => {
    const { send } = cloudApi(surround(), { graphUrl: 'http://127.0.0.1:1' });
    const outcome = await send(cloudSender(), { ...message, text: 'x'.repeat(4097) }, mayLeave);
    expect(outcome).toMatchObject({ kind: 'rejected', policy: 'failRequest' });
  });
});

describe('outcomeOf', () => {
  it.each<[string, ReasonCode]>([
    ['ENOTFOUND', 'cloudOffline'],
    ['EAI_AGAIN', 'cloudOffline'],
    ['CERT_NOT_YET_VALID', 'cloudCertificate'],
    ['ECONNREFUSED', 'cloudUnreachable'],
  ])(
    'The network error %s before the request is written means notSent with the reason %s, and later means unknown.',
    (code, reason) => {
      const outcome = outcomeOf({ kind: 'silent', isWritten: false, code });
      expect(outcome).toMatchObject({ kind: 'notSent', reason: makeReason(reason) });
      expect(outcomeOf({ kind: 'silent', isWritten: true, code }).kind).toBe('unknown');
    },
  );

  it('An answer with an id is accepted, one with an error code is rejected, and any other is unknown.', () => {
    const error = fc.record({ code: fc.oneof(fc.nat(), fc.jsonValue()) }, { requiredKeys: [] });
    const messages = fc.array(fc.record({ id: fc.oneof(fc.string(), fc.jsonValue()) }));
    const answers = fc.oneof(fc.jsonValue(), fc.record({ error, messages }, { requiredKeys: [] }));
    fc.assert(
      fc.property(answers, fc.constantFrom(200, 400, 503), (answer, status) => {
        const bytes = Buffer.from(JSON.stringify(answer));
        const outcome = outcomeOf({ kind: 'answered', status, bytes });
        const parsed = answer as { error?: { code?: unknown }; messages?: { id: unknown }[] } | null;
        if (outcome.kind === 'accepted') {
          expect([outcome.providerID, status]).toEqual([parsed!.messages![0]!.id, 200]);
        } else if (outcome.kind === 'rejected') {
          expect(outcome.code).toBe(String(Number(parsed!.error!.code)));
        } else expect(outcome.kind).toBe('unknown');
      }),
    );
  });
});
