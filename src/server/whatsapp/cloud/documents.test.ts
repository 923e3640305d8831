/**
 * Tests for a message's own document. It is uploaded once for the same content, and sent with the name that the message
 * gives it.
 */
import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import {
  type GraphAnswer,
  type GraphRequest,
  readExamples,
  startGraphServer,
} from '../../../../test/support/graph-server.ts';
import { mayLeave } from '../../../../test/support/leaving.ts';
import type { Outgoing } from '../port.ts';
import { cloudApi } from './provider.ts';

const document = { name: 'Fee-Nov-2026-عائشہ.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF one') };
const message: Outgoing = { to: '+923001234567', text: 'Fee', media: '', document, opaque: 'm1:7:a1' };
const { accepted } = readExamples('send.responses');

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function open(
  onSend: () => GraphAnswer = () => ({ json: accepted }),
  onUpload: (count: number) => GraphAnswer = (count) => ({ json: { id: `10${count}` } }),
) {
  const uploads: GraphRequest[] = [];
  const sent: Record<string, unknown>[] = [];
  const server = await startGraphServer((request) => {
    if (request.path.endsWith('/media')) return onUpload(uploads.push(request));
    sent.push(JSON.parse(request.body.toString()));
    return onSend();
  });
  stops.push(server.stop);
  const providerDeps = surround({});
  const provider = cloudApi(providerDeps, { graphUrl: server.url });
  const send = (more: Partial<Outgoing> = {}) =>
    provider.send(cloudSender(), { ...message, ...more }, mayLeave);
  return { uploads, sent, providerDeps, send };
}

it('A message’s own document is uploaded and sent with its file name and the text as its caption.', async () => {
  const { uploads, sent, providerDeps, send } = await open();
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(sent).toMatchObject([
    { type: 'document', document: { id: '101', filename: document.name, caption: 'Fee' } },
  ]);
  const { headers, body } = uploads[0]!;
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type']! },
  }).formData();
  const file = form.get('file') as File;
  expect([file.name, file.type, await file.text()]).toEqual(['document.pdf', document.type, '%PDF one']);
  const hash = createHash('sha256').update(document.bytes).digest('hex');
  expect([...providerDeps.remembered.keys()]).toEqual([`s1 media:106540352242922:sha256:${hash}`]);
});

it('A document with the same content is uploaded only once, even after a send whose outcome is unknown.', async () => {
  let answer: GraphAnswer = { status: 502, json: {} };
  const { uploads, sent, send } = await open(() => answer);
  expect(await send()).toMatchObject({ kind: 'unknown' });
  answer = { json: accepted };
  await send();
  await send({ document: { ...document, name: 'Other.pdf' } });
  await send({ document: { ...document, bytes: Buffer.from('%PDF two') } });
  expect(uploads).toHaveLength(2);
  expect(sent.map((body) => body.document)).toMatchObject([
    { id: '101', filename: document.name },
    { id: '101', filename: document.name },
    { id: '101', filename: 'Other.pdf' },
    { id: '102', filename: document.name },
  ]);
});

it('If its document cannot be uploaded, the message is not sent.', async () => {
  const { sent, send } = await open(undefined, () => ({ status: 500, json: {} }));
  expect(await send()).toMatchObject({ kind: 'notSent' });
  expect(sent).toEqual([]);
});

it('A document becomes the header of a template that has one, and is left out of a template without a header.', async () => {
  const { uploads, sent, send } = await open();
  const template = { name: 'fee', language: 'en', values: [], hasHeader: true, buttons: [] };
  await send({ template });
  await send({ template: { ...template, hasHeader: false } });
  const parameters = [{ type: 'document', document: { id: '101', filename: document.name } }];
  expect(sent).toMatchObject([
    { template: { components: [{ type: 'header', parameters }] } },
    { template: { name: 'fee' } },
  ]);
  expect(uploads).toHaveLength(1);
});

it('A message with a document and a text of more than 1,024 characters is rejected.', async () => {
  const { sent, send } = await open();
  expect(await send({ text: 'x'.repeat(1025) })).toMatchObject({ kind: 'rejected', policy: 'failRequest' });
  expect(sent).toEqual([]);
});
