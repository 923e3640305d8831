import { expect, test } from 'vitest';
import { connectBody } from '#shared/calls/connection.ts';
import { connectWords } from '#shared/words/connecting.ts';
import { bodyOf, type ConnectForm, formOf, isChanged, keptFor, missingIn, troubleOf } from './rules.ts';

const settings = { phoneNumberID: '12345', wabaID: '23456', appID: '34567', version: 'v24.0' };

test('a connection is shown as it is kept, without its secrets, and sent as the call takes it', () => {
  const form = formOf({ way: 'cloud', settings });
  expect(form).toMatchObject({ ...settings, way: 'cloud', token: '', appSecret: '' });
  expect(connectBody.parse(bodyOf({ ...form, token: 'new' }))).toEqual({
    way: 'cloud',
    cloud: { ...settings, token: 'new', appSecret: '' },
  });
  const gateway: ConnectForm = { ...form, way: 'waha', url: 'http://127.0.0.1:3001/', apiKey: 'key' };
  expect(connectBody.parse(bodyOf(gateway))).toEqual({
    way: 'waha',
    waha: { url: 'http://127.0.0.1:3001', apiKey: 'key', session: 'default' },
  });
  expect(bodyOf({ ...form, way: 'assisted' })).toEqual({ way: 'assisted' });
});

test('who sends nothing yet is offered what is recommended, and has changed nothing by that', () => {
  const demo = { way: 'demo', settings: {} } as const;
  expect(formOf(demo)).toMatchObject({ way: 'cloud', version: 'v25.0', session: 'default' });
  expect(isChanged(formOf(demo), demo)).toBe(false);
  expect(isChanged({ ...formOf(demo), token: 'x' }, demo)).toBe(true);
});

test('what the server has against it stands at its field', () => {
  const body = bodyOf({ ...formOf({ way: 'cloud', settings }), wabaID: 'WABA' });
  const issues = connectBody.safeParse(body).error?.issues ?? [];
  const asSent = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  expect(
    troubleOf([...asSent, { path: 'cloud.token', message: 'Needed' }, { path: 'way', message: 'No' }]),
  ).toEqual({
    wabaID: expect.stringContaining('digits'),
    token: 'Needed',
  });
});

test('a secret is kept for what it was given for', () => {
  const connection = { way: 'cloud', settings, kept: ['token', 'appSecret'] } as const;
  const kept = (change: Partial<ConnectForm>) =>
    keptFor({ ...formOf(connection), ...change }, { ...connection, kept: [...connection.kept] });
  expect(kept({ phoneNumberID: '99999' })).toEqual(['token', 'appSecret']);
  expect(kept({ appID: '99999' })).toEqual(['token']);
  expect(kept({ way: 'waha' })).toEqual([]);
  const gateway = { way: 'waha' as const, settings: { url: 'http://127.0.0.1:3001' }, kept: ['apiKey'] };
  expect(keptFor({ ...formOf(gateway), url: ' http://127.0.0.1:3001/' }, gateway)).toEqual(['apiKey']);
  expect(keptFor({ ...formOf(gateway), url: 'http://127.0.0.1:3002' }, gateway)).toEqual([]);
});

test('what is left empty is said before anything is sent', () => {
  const form = formOf({ way: 'cloud', settings });
  expect(Object.keys(missingIn(form, []))).toEqual(['appSecret', 'token']);
  expect(missingIn({ ...form, appID: ' ' }, ['token', 'appSecret'])).toEqual({ appID: connectWords.needed });
  expect(Object.keys(missingIn({ ...form, way: 'waha' }, []))).toEqual(['url']);
  expect(missingIn({ ...form, way: 'assisted' }, [])).toEqual({});
});
