/** Tests for all calls to WhatsApp that send no message. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { makeReason, type ReasonCode } from '#shared/messages/reasons.ts';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import {
  type GraphAnswer,
  type GraphRequest,
  readExamples,
  startGraphServer,
} from '../../../../test/support/graph-server.ts';
import type { TemplateDraft } from '../templates.ts';
import { cloudApi } from './provider.ts';

const video = `/files/${'v'.repeat(24)}.mp4`;
const bytes = Buffer.from('the bytes of a video');
const files = { [video]: { bytes, type: 'video/mp4' } };
const sender = cloudSender();
const refuse = (code: number, more: object = {}): GraphAnswer => ({
  status: 400,
  json: { error: { code, message: 'No', ...more } },
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Answers by method and the path after the version, without its query. */
async function open(
  answers: Record<string, GraphAnswer | ((request: GraphRequest, url: string) => GraphAnswer)>,
) {
  let url = '';
  const server = await startGraphServer((request) => {
    const { pathname } = new URL(request.path, 'http://graph');
    const answer = answers[`${request.method} ${pathname.replace('/v25.0/', '')}`] ?? refuse(2500);
    return typeof answer === 'function' ? answer(request, url) : answer;
  });
  url = server.url;
  stops.push(server.stop);
  const provider = cloudApi(surround(files), { graphUrl: url });
  return { provider, requests: server.requests, url };
}
const queryOf = ({ path }: GraphRequest) => Object.fromEntries(new URL(path, 'http://graph').searchParams);

describe('Templates', () => {
  const path = '102290129340398/message_templates';
  const draft: TemplateDraft = {
    name: 'fee_voucher_due',
    language: 'en',
    category: 'UTILITY',
    body: 'The voucher {{1}} is due.',
    examples: ['INV-1042'],
    media: '',
    footer: '',
    buttons: [],
  };
  const responses = readExamples('template.responses');

  it('A submitted template is pending, with its id and category.', async () => {
    const { provider } = await open({ [`POST ${path}`]: { json: responses.create } });
    expect(await provider.templates!.submit(sender, draft)).toEqual({
      kind: 'done',
      value: { providerID: '546151681022936', status: 'pending', category: 'UTILITY' },
    });
  });

  it('A template for which Meta returns only an id is still taken as submitted.', async () => {
    const { provider } = await open({ [`POST ${path}`]: { json: { id: '5' } } });
    expect(await provider.templates!.submit(sender, draft)).toEqual({
      kind: 'done',
      value: { providerID: '5', status: 'pending', category: 'UTILITY' },
    });
  });

  it('A template with media uploads its example in two steps and submits its handle.', async () => {
    const { provider, requests } = await open({
      'POST 670843887433847/uploads': { json: { id: 'upload:MTphd==?sig=ARZqkGCA' } },
      'POST upload:MTphd==': { json: { h: '4::aW' } },
      [`POST ${path}`]: { json: responses.create },
    });
    const answered = await provider.templates!.submit(sender, { ...draft, media: video });
    expect(answered.kind).toBe('done');
    const [opened, uploaded, submitted] = requests;
    expect(queryOf(opened!)).toEqual({
      file_name: video.slice('/files/'.length),
      file_length: String(bytes.length),
      file_type: 'video/mp4',
    });
    expect(uploaded!.path).toBe('/v25.0/upload:MTphd==?sig=ARZqkGCA');
    expect(uploaded!.headers).toMatchObject({
      authorization: 'OAuth EAAtokenThatNobodyMaySee',
      file_offset: '0',
    });
    expect(uploaded!.body).toEqual(bytes);
    expect(JSON.parse(submitted!.body.toString()).components[0]).toEqual({
      type: 'HEADER',
      format: 'VIDEO',
      example: { header_handle: ['4::aW'] },
    });
  });

  it('A template with media is refused without a call if the app id or the file is missing.', async () => {
    const { provider, requests } = await open({});
    const withVideo = { ...draft, media: video };
    expect(await provider.templates!.submit(cloudSender({ appID: '' }), withVideo)).toEqual({
      kind: 'refused',
      reason: makeReason('templateNeedsApp'),
    });
    expect(await provider.templates!.submit(sender, { ...draft, media: '/files/gone.mp4' })).toMatchObject({
      kind: 'refused',
    });
    expect(requests).toEqual([]);
  });

  it.each<[number, ReasonCode]>([
    [2388019, 'tooManyTemplates'],
    [2388024, 'templateNameTaken'],
    [2388039, 'templateLockedNow'],
    [2388040, 'templatePartTooLong'],
    [2388047, 'templateMedia'],
    [2388072, 'templateText'],
    [2388073, 'templateFooter'],
    [2388293, 'templateTooManyValues'],
    [2388299, 'templateValueAtEdge'],
  ])('A template refused with subcode %d has the reason %s.', async (subcode, code) => {
    const { provider } = await open({
      [`POST ${path}`]: refuse(100, { error_subcode: subcode, error_user_msg: 'In their words' }),
    });
    expect(await provider.templates!.submit(sender, draft)).toMatchObject({
      kind: 'refused',
      reason: makeReason(code),
      code: '100',
    });
  });

  it('A template refused with an unknown subcode has WhatsApp’s own words as its reason.', async () => {
    const { provider } = await open({
      [`POST ${path}`]: refuse(100, { error_user_msg: 'Mind your words.' }),
    });
    expect(await provider.templates!.submit(sender, draft)).toMatchObject({
      reason: makeReason('cloudRefused', { reported: 'Mind your words.' }),
    });
  });

  it('The template list reads all pages and maps each status.', async () => {
    const one = (name: string, status: string, rejected_reason = 'NONE') => ({
      id: `id of ${name}`,
      name,
      status,
      rejected_reason,
      category: 'UTILITY',
      language: 'en',
    });
    const pages: Record<string, object> = {
      '': {
        data: [one('a', 'APPROVED'), { name: 'no id' }, one('b', 'REJECTED', 'INVALID_FORMAT')],
        paging: { cursors: { after: 'x' }, next: 'https://elsewhere.example/with-a-token' },
      },
      x: {
        data: [one('c', 'PAUSED'), one('d', 'SOMETHING_NEW'), one('e', 'IN_APPEAL')],
        paging: { cursors: { after: 'y' } },
      },
    };
    const { provider, requests } = await open({
      [`GET ${path}`]: (request) => ({ json: pages[queryOf(request).after ?? ''] }),
    });
    const listed = await provider.templates!.list(sender);
    expect(requests).toHaveLength(2);
    expect(listed).toMatchObject({
      kind: 'done',
      value: [
        { providerID: 'id of a', name: 'a', status: 'approved', reason: null },
        { name: 'b', status: 'rejected', reason: makeReason('textFormat', {}) },
        { name: 'c', status: 'paused', reason: makeReason('approvalPaused') },
        { name: 'd', status: 'disabled' },
        { name: 'e', status: 'pending' },
      ],
    });
  });

  it('A template list with a page that fails is refused as a whole.', async () => {
    const { provider } = await open({
      [`GET ${path}`]: (request) =>
        queryOf(request).after
          ? refuse(4)
          : { json: { data: [], paging: { cursors: { after: 'x' }, next: 'n' } } },
    });
    expect(await provider.templates!.list(sender)).toMatchObject({ kind: 'refused', policy: 'retrySender' });
  });

  it('A template is removed by its name.', async () => {
    const { provider, requests } = await open({ [`DELETE ${path}`]: { json: responses.delete } });
    expect(await provider.templates!.remove(sender, 'fee_voucher_due')).toEqual({
      kind: 'done',
      value: null,
    });
    expect(queryOf(requests[0]!)).toEqual({ name: 'fee_voucher_due' });
  });
});

describe('The number', () => {
  const number = {
    id: '106540352242922',
    display_phone_number: '+92 42 35761999',
    verified_name: 'Example School',
    quality_rating: 'GREEN',
    status: 'CONNECTED',
    whatsapp_business_manager_messaging_limit: 'TIER_250',
  };
  const answers = {
    'GET 106540352242922': { json: number },
    'GET 102290129340398/phone_numbers': { json: { data: [{ id: '5' }, { id: '106540352242922' }] } },
    'GET 102290129340398': {
      json: { id: '102290129340398', owner_business_info: { id: '4865', name: 'S' } },
    },
    'GET 102290129340398/subscribed_apps': {
      json: { data: [{ whatsapp_business_api_data: { id: '670843887433847', name: 'App' } }] },
    },
  };
  const check = async (others: Record<string, GraphAnswer>) =>
    (await open({ ...answers, ...others })).provider.check!(sender);
  const state = {
    number: '+924235761999',
    name: 'Example School',
    quality: 'good',
    perDay: 250,
    portfolio: '4865',
    error: null,
  };

  it('A check of the number gives its name, quality, limit and portfolio.', async () =>
    expect(await check({})).toEqual({ kind: 'done', value: state }));

  it('If the portfolio cannot be read because of a server error, the check is unreachable.', async () => {
    const checked = await check({ 'GET 102290129340398': { status: 502, json: {} } });
    expect(checked).toMatchObject({ kind: 'unreachable' });
  });

  it.each<[string, object, object]>([
    [
      'with an unlimited limit',
      { whatsapp_business_manager_messaging_limit: 'TIER_UNLIMITED' },
      { perDay: null },
    ],
    ['without a stated limit', { whatsapp_business_manager_messaging_limit: undefined }, { perDay: null }],
    [
      'with the limit TIER_100K',
      { whatsapp_business_manager_messaging_limit: 'TIER_100K' },
      { perDay: 100_000 },
    ],
    ['of low quality', { quality_rating: 'RED' }, { quality: 'low' }],
    ['of no quality yet', { quality_rating: 'UNKNOWN' }, { quality: '' }],
    ['that is banned', { status: 'BANNED' }, { error: makeReason('numberBanned') }],
  ])('The check of a number %s gives its changed state.', async (_name, changed, expected) => {
    const checked = await check({ 'GET 106540352242922': { json: { ...number, ...changed } } });
    expect(checked).toEqual({ kind: 'done', value: { ...state, ...expected } });
  });

  it.each<[string, Record<string, GraphAnswer>, string]>([
    [
      'unknown to WhatsApp',
      { 'GET 106540352242922': refuse(100, { error_subcode: 33 }) },
      makeReason('numberUnknown'),
    ],
    [
      'of an unknown account',
      { 'GET 102290129340398/phone_numbers': refuse(100, { error_subcode: 33 }) },
      makeReason('accountUnknown'),
    ],
    [
      'of another account',
      { 'GET 102290129340398/phone_numbers': { json: { data: [{ id: '5' }] } } },
      makeReason('accountOther'),
    ],
  ])('The check of a number %s is refused with its reason.', async (_name, others, reason) => {
    expect(await check(others)).toMatchObject({ kind: 'refused', reason });
  });

  it('The check of a number whose account has no subscribed app has the trouble notSubscribed.', async () => {
    const checked = await check({ 'GET 102290129340398/subscribed_apps': { json: { data: [] } } });
    expect(checked).toMatchObject({
      value: { error: makeReason('notSubscribed', { wabaID: '102290129340398' }) },
    });
  });

  it('The check passes if the token may not read the owner and the subscribed apps.', async () => {
    const checked = await check({
      'GET 102290129340398': refuse(200),
      'GET 102290129340398/subscribed_apps': refuse(10),
    });
    expect(checked).toEqual({ kind: 'done', value: { ...state, portfolio: '102290129340398' } });
  });

  it('The check refuses a bad token and is unreachable if WhatsApp does not answer in JSON.', async () => {
    expect(await check({ 'GET 106540352242922': refuse(190) })).toMatchObject({
      kind: 'refused',
      policy: 'fixToken',
    });
    expect(await check({ 'GET 106540352242922': { text: '<html>' } })).toMatchObject({ kind: 'unreachable' });
    expect(await check({ 'GET 106540352242922': 'reset' })).toMatchObject({ kind: 'unreachable' });
  });
});

describe('Media of a parent', () => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const described = (url: string, more = {}) => ({
    json: { id: '2621', url: `${url}/file`, mime_type: 'video/mp4', sha256, file_size: '20', ...more },
  });
  const fetched = async (file: GraphAnswer, more = {}, most = 1000) => {
    const graph = await open({
      'GET 2621': (_request, url) => described(url, more),
      'GET /file': file,
    });
    return { answered: await graph.provider.fetchMedia!(sender, '2621', most), requests: graph.requests };
  };

  it('Media of a parent is fetched with the access token.', async () => {
    const { answered, requests } = await fetched({ text: bytes, type: 'video/mp4' });
    expect(answered).toEqual({ kind: 'done', value: { bytes, type: 'video/mp4' } });
    expect(queryOf(requests[0]!)).toEqual({ phone_number_id: '106540352242922' });
    expect(requests[1]!.headers.authorization).toBe('Bearer EAAtokenThatNobodyMaySee');
  });

  it('A media hash in base64 is accepted.', async () => {
    const sum = Buffer.from(sha256, 'hex').toString('base64');
    expect((await fetched({ text: bytes }, { sha256: sum })).answered.kind).toBe('done');
  });

  it.each<[string, GraphAnswer, object, string]>([
    ['other bytes than the hash says', { text: 'other bytes' }, {}, makeReason('cloudMediaDamaged')],
    ['more bytes than the stated size', { text: Buffer.alloc(2000) }, {}, makeReason('cloudMediaTooLarge')],
    [
      'a stated size above the limit',
      { text: bytes },
      { file_size: '1001' },
      makeReason('cloudMediaTooLarge'),
    ],
    [
      'an address on another host',
      { text: bytes },
      { url: 'http://127.0.0.1:1/file' },
      makeReason('cloudMediaElsewhere'),
    ],
    [
      'an address that only resembles Meta',
      { text: bytes },
      { url: 'https://fbsbx.com.example.org/' },
      makeReason('cloudMediaElsewhere'),
    ],
    [
      'an address of Meta without TLS',
      { text: bytes },
      { url: 'http://lookaside.fbsbx.com/' },
      makeReason('cloudMediaElsewhere'),
    ],
    ['no valid address', { text: bytes }, { url: 'lookaside' }, makeReason('cloudMediaElsewhere')],
  ])('Media with %s is refused.', async (_name, file, more, reason) => {
    expect((await fetched(file, more)).answered).toEqual({ kind: 'refused', reason });
  });

  it.each<[string, GraphAnswer]>([
    ['answered with a redirect', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['answered with an error page', { status: 404, text: '<html>' }],
    ['cut off by a reset', 'reset'],
  ])('Media %s is unreachable for now.', async (_name, file) => {
    expect((await fetched(file)).answered).toMatchObject({ kind: 'unreachable' });
  });

  it('Media that has expired is refused with the reason that it no longer exists.', async () => {
    const { provider } = await open({ 'GET 2621': refuse(100, { error_subcode: 33 }) });
    expect(await provider.fetchMedia!(sender, '2621', 1000)).toMatchObject({
      kind: 'refused',
      policy: 'failRequest',
      reason: makeReason('cloudMediaGone'),
    });
  });
});

describe('Read marks', () => {
  const path = 'POST 106540352242922/messages';
  it('markRead sends the status read with the message id.', async () => {
    const { provider, requests } = await open({ [path]: { json: { success: true } } });
    expect(await provider.markRead!(sender, 'wamid.IN1')).toEqual({ kind: 'done', value: null });
    expect(JSON.parse(requests[0]!.body.toString())).toMatchObject({
      status: 'read',
      message_id: 'wamid.IN1',
    });
  });
  it('A read mark that WhatsApp refuses is reported with its code.', async () => {
    const { provider } = await open({ [path]: refuse(131009) });
    expect(await provider.markRead!(sender, 'wamid.IN1')).toMatchObject({ kind: 'refused', code: '131009' });
  });
});
