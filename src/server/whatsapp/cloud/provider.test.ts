/** All that is asked of WhatsApp beside messages. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type ReasonCode, reasonOf } from '#shared/reasons.ts';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import {
  type Asked,
  type GraphAnswer,
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

/** By method and the path after the version, without its query. */
async function open(answers: Record<string, GraphAnswer | ((asked: Asked, url: string) => GraphAnswer)>) {
  let url = '';
  const server = await startGraphServer((asked) => {
    const { pathname } = new URL(asked.path, 'http://graph');
    const answer = answers[`${asked.method} ${pathname.replace('/v25.0/', '')}`] ?? refuse(2500);
    return typeof answer === 'function' ? answer(asked, url) : answer;
  });
  url = server.url;
  stops.push(server.stop);
  const provider = cloudApi(surround(files), { graphUrl: url });
  return { provider, asked: server.asked, url };
}
const queryOf = ({ path }: Asked) => Object.fromEntries(new URL(path, 'http://graph').searchParams);

describe('templates', () => {
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

  it('are submitted', async () => {
    const { provider } = await open({ [`POST ${path}`]: { json: responses.create } });
    expect(await provider.templates!.submit(sender, draft)).toEqual({
      kind: 'done',
      value: { providerID: '546151681022936', status: 'pending', category: 'UTILITY' },
    });
  });

  it('of which only the id is told are there all the same', async () => {
    const { provider } = await open({ [`POST ${path}`]: { json: { id: '5' } } });
    expect(await provider.templates!.submit(sender, draft)).toEqual({
      kind: 'done',
      value: { providerID: '5', status: 'pending', category: 'UTILITY' },
    });
  });

  it('show their example, uploaded in two steps', async () => {
    const { provider, asked } = await open({
      'POST 670843887433847/uploads': { json: { id: 'upload:MTphd==?sig=ARZqkGCA' } },
      'POST upload:MTphd==': { json: { h: '4::aW' } },
      [`POST ${path}`]: { json: responses.create },
    });
    const answered = await provider.templates!.submit(sender, { ...draft, media: video });
    expect(answered.kind).toBe('done');
    const [opened, uploaded, submitted] = asked;
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

  it('with an example need the app', async () => {
    const { provider, asked } = await open({});
    const withVideo = { ...draft, media: video };
    expect(await provider.templates!.submit(cloudSender({ appID: '' }), withVideo)).toEqual({
      kind: 'refused',
      reason: reasonOf('templateNeedsApp'),
    });
    expect(await provider.templates!.submit(sender, { ...draft, media: '/files/gone.mp4' })).toMatchObject({
      kind: 'refused',
    });
    expect(asked).toEqual([]);
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
  ])('refused by %d say why', async (subcode, code) => {
    const { provider } = await open({
      [`POST ${path}`]: refuse(100, { error_subcode: subcode, error_user_msg: 'In their words' }),
    });
    expect(await provider.templates!.submit(sender, draft)).toMatchObject({
      kind: 'refused',
      reason: reasonOf(code),
      code: '100',
    });
  });

  it('refused for another reason say it in WhatsApp’s words', async () => {
    const { provider } = await open({
      [`POST ${path}`]: refuse(100, { error_user_msg: 'Mind your words.' }),
    });
    expect(await provider.templates!.submit(sender, draft)).toMatchObject({
      reason: reasonOf('cloudRefused', { said: 'Mind your words.' }),
    });
  });

  it('are listed from every page', async () => {
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
    const { provider, asked } = await open({
      [`GET ${path}`]: (asked) => ({ json: pages[queryOf(asked).after ?? ''] }),
    });
    const listed = await provider.templates!.list(sender);
    expect(asked).toHaveLength(2);
    expect(listed).toMatchObject({
      kind: 'done',
      value: [
        { providerID: 'id of a', name: 'a', status: 'approved', reason: null },
        { name: 'b', status: 'rejected', reason: reasonOf('textFormat', {}) },
        { name: 'c', status: 'paused', reason: reasonOf('approvalPaused') },
        { name: 'd', status: 'disabled' },
        { name: 'e', status: 'pending' },
      ],
    });
  });

  it('of which a page is missing are not listed', async () => {
    const { provider } = await open({
      [`GET ${path}`]: (asked) =>
        queryOf(asked).after
          ? refuse(4)
          : { json: { data: [], paging: { cursors: { after: 'x' }, next: 'n' } } },
    });
    expect(await provider.templates!.list(sender)).toMatchObject({ kind: 'refused', policy: 'retrySender' });
  });

  it('are removed by name', async () => {
    const { provider, asked } = await open({ [`DELETE ${path}`]: { json: responses.delete } });
    expect(await provider.templates!.remove(sender, 'fee_voucher_due')).toEqual({
      kind: 'done',
      value: null,
    });
    expect(queryOf(asked[0]!)).toEqual({ name: 'fee_voucher_due' });
  });
});

describe('the number', () => {
  const number = {
    id: '106540352242922',
    display_phone_number: '+92 42 35761999',
    verified_name: 'Example School',
    quality_rating: 'GREEN',
    status: 'CONNECTED',
    whatsapp_business_manager_messaging_limit: 'TIER_250',
  };
  const known = {
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
    (await open({ ...known, ...others })).provider.check!(sender);
  const state = {
    number: '+924235761999',
    name: 'Example School',
    quality: 'good',
    perDay: 250,
    portfolio: '4865',
    trouble: null,
  };

  it('is looked at', async () => expect(await check({})).toEqual({ kind: 'done', value: state }));

  it('whose portfolio was not told this time is not taken for one without', async () => {
    const told = await check({ 'GET 102290129340398': { status: 502, json: {} } });
    expect(told).toMatchObject({ kind: 'unreachable' });
  });

  it.each<[string, object, object]>([
    ['without a limit', { whatsapp_business_manager_messaging_limit: 'TIER_UNLIMITED' }, { perDay: null }],
    ['of which no limit is told', { whatsapp_business_manager_messaging_limit: undefined }, { perDay: null }],
    ['of a large school', { whatsapp_business_manager_messaging_limit: 'TIER_100K' }, { perDay: 100_000 }],
    ['of low quality', { quality_rating: 'RED' }, { quality: 'low' }],
    ['of no quality yet', { quality_rating: 'UNKNOWN' }, { quality: '' }],
    ['that is banned', { status: 'BANNED' }, { trouble: reasonOf('numberBanned') }],
  ])('%s', async (_name, changed, expected) => {
    const told = await check({ 'GET 106540352242922': { json: { ...number, ...changed } } });
    expect(told).toEqual({ kind: 'done', value: { ...state, ...expected } });
  });

  it.each<[string, Record<string, GraphAnswer>, string]>([
    [
      'nobody knows',
      { 'GET 106540352242922': refuse(100, { error_subcode: 33 }) },
      reasonOf('numberUnknown'),
    ],
    [
      'is of an account nobody knows',
      { 'GET 102290129340398/phone_numbers': refuse(100, { error_subcode: 33 }) },
      reasonOf('accountUnknown'),
    ],
    [
      'is of another account',
      { 'GET 102290129340398/phone_numbers': { json: { data: [{ id: '5' }] } } },
      reasonOf('accountOther'),
    ],
  ])('that %s is refused', async (_name, others, reason) => {
    expect(await check(others)).toMatchObject({ kind: 'refused', reason });
  });

  it('of which no app is told says so', async () => {
    const told = await check({ 'GET 102290129340398/subscribed_apps': { json: { data: [] } } });
    expect(told).toMatchObject({
      value: { trouble: reasonOf('notSubscribed', { wabaID: '102290129340398' }) },
    });
  });

  it('is good even where the token may not see who owns it, or whom it calls', async () => {
    const told = await check({
      'GET 102290129340398': refuse(200),
      'GET 102290129340398/subscribed_apps': refuse(10),
    });
    expect(told).toEqual({ kind: 'done', value: { ...state, portfolio: '102290129340398' } });
  });

  it('that cannot be reached, or with a bad token, says which', async () => {
    expect(await check({ 'GET 106540352242922': refuse(190) })).toMatchObject({
      kind: 'refused',
      policy: 'fixToken',
    });
    expect(await check({ 'GET 106540352242922': { text: '<html>' } })).toMatchObject({ kind: 'unreachable' });
    expect(await check({ 'GET 106540352242922': 'reset' })).toMatchObject({ kind: 'unreachable' });
  });
});

describe('media of a parent', () => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const described = (url: string, more = {}) => ({
    json: { id: '2621', url: `${url}/file`, mime_type: 'video/mp4', sha256, file_size: '20', ...more },
  });
  const fetched = async (file: GraphAnswer, more = {}, most = 1000) => {
    const graph = await open({
      'GET 2621': (_asked, url) => described(url, more),
      'GET /file': file,
    });
    return { answered: await graph.provider.fetchMedia!(sender, '2621', most), asked: graph.asked };
  };

  it('is fetched with the token', async () => {
    const { answered, asked } = await fetched({ text: bytes, type: 'video/mp4' });
    expect(answered).toEqual({ kind: 'done', value: { bytes, type: 'video/mp4' } });
    expect(queryOf(asked[0]!)).toEqual({ phone_number_id: '106540352242922' });
    expect(asked[1]!.headers.authorization).toBe('Bearer EAAtokenThatNobodyMaySee');
  });

  it('may be told with its sum in base64', async () => {
    const sum = Buffer.from(sha256, 'hex').toString('base64');
    expect((await fetched({ text: bytes }, { sha256: sum })).answered.kind).toBe('done');
  });

  it.each<[string, GraphAnswer, object, string]>([
    ['other bytes than were told', { text: 'other bytes' }, {}, reasonOf('cloudMediaDamaged')],
    ['more bytes than were told', { text: Buffer.alloc(2000) }, {}, reasonOf('cloudMediaTooLarge')],
    ['too much by its own word', { text: bytes }, { file_size: '1001' }, reasonOf('cloudMediaTooLarge')],
    [
      'a place elsewhere',
      { text: bytes },
      { url: 'http://127.0.0.1:1/file' },
      reasonOf('cloudMediaElsewhere'),
    ],
    [
      'a place that only sounds like Meta',
      { text: bytes },
      { url: 'https://fbsbx.com.example.org/' },
      reasonOf('cloudMediaElsewhere'),
    ],
    [
      'Meta without a lock',
      { text: bytes },
      { url: 'http://lookaside.fbsbx.com/' },
      reasonOf('cloudMediaElsewhere'),
    ],
    ['no place', { text: bytes }, { url: 'lookaside' }, reasonOf('cloudMediaElsewhere')],
  ])('%s is refused', async (_name, file, more, reason) => {
    expect((await fetched(file, more)).answered).toEqual({ kind: 'refused', reason });
  });

  it.each<[string, GraphAnswer]>([
    ['is sent elsewhere', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['is a page', { status: 404, text: '<html>' }],
    ['is cut', 'reset'],
  ])('that %s is not there now', async (_name, file) => {
    expect((await fetched(file)).answered).toMatchObject({ kind: 'unreachable' });
  });

  it('that has expired is refused', async () => {
    const { provider } = await open({ 'GET 2621': refuse(100, { error_subcode: 33 }) });
    expect(await provider.fetchMedia!(sender, '2621', 1000)).toMatchObject({
      kind: 'refused',
      policy: 'failRequest',
      reason: reasonOf('cloudMediaGone'),
    });
  });
});

describe('a read mark', () => {
  const path = 'POST 106540352242922/messages';
  it('is set', async () => {
    const { provider, asked } = await open({ [path]: { json: { success: true } } });
    expect(await provider.markRead!(sender, 'wamid.IN1')).toEqual({ kind: 'done', value: null });
    expect(JSON.parse(asked[0]!.body.toString())).toMatchObject({ status: 'read', message_id: 'wamid.IN1' });
  });
  it('may be refused', async () => {
    const { provider } = await open({ [path]: refuse(131009) });
    expect(await provider.markRead!(sender, 'wamid.IN1')).toMatchObject({ kind: 'refused', code: '131009' });
  });
});
