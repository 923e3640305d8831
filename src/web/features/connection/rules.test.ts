import { expect, test } from 'vitest';
import { connectBody } from '#shared/calls/connection.ts';
import { connectWords } from '#shared/words/whatsapp-number.ts';
import {
  bodyOf,
  type ConnectForm,
  formOf,
  isChanged,
  missingIn,
  storedSecretsFor,
  troubleOf,
} from './rules.ts';

const settings = { phoneNumberID: '12345', wabaID: '23456', appID: '34567', version: 'v24.0' };

test('A stored connection is shown without its secrets, and the form sends the body that the call expects.', () => {
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

test('The form of a school on the demo phone starts with recommended settings, which do not count as a change.', () => {
  const demo = { way: 'demo', settings: {} } as const;
  expect(formOf(demo)).toMatchObject({ way: 'cloud', version: 'v25.0', session: 'default' });
  expect(isChanged(formOf(demo), demo)).toBe(false);
  expect(isChanged({ ...formOf(demo), token: 'x' }, demo)).toBe(true);
});

test('An issue from the server is shown at its field.', () => {
  const body = bodyOf({ ...formOf({ way: 'cloud', settings }), wabaID: 'WABA' });
  const issues = connectBody.safeParse(body).error?.issues ?? [];
  const serverIssues = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  expect(
    troubleOf([...serverIssues, { path: 'cloud.token', message: 'Needed' }, { path: 'way', message: 'No' }]),
  ).toEqual({
    wabaID: expect.stringContaining('digits'),
    token: 'Needed',
  });
});

test('A stored secret is kept only while the settings that it belongs to stay the same.', () => {
  const connection = { way: 'cloud', settings, storedSecrets: ['token', 'appSecret'] } as const;
  const kept = (change: Partial<ConnectForm>) =>
    storedSecretsFor(
      { ...formOf(connection), ...change },
      { ...connection, storedSecrets: [...connection.storedSecrets] },
    );
  expect(kept({ phoneNumberID: '99999' })).toEqual(['token', 'appSecret']);
  expect(kept({ appID: '99999' })).toEqual(['token']);
  expect(kept({ way: 'waha' })).toEqual([]);
  const gateway = {
    way: 'waha' as const,
    settings: { url: 'http://127.0.0.1:3001' },
    storedSecrets: ['apiKey'],
  };
  expect(storedSecretsFor({ ...formOf(gateway), url: ' http://127.0.0.1:3001/' }, gateway)).toEqual([
    'apiKey',
  ]);
  expect(storedSecretsFor({ ...formOf(gateway), url: 'http://127.0.0.1:3002' }, gateway)).toEqual([]);
});

test('A required field that is empty is reported before anything is sent.', () => {
  const form = formOf({ way: 'cloud', settings });
  expect(Object.keys(missingIn(form, []))).toEqual(['appSecret', 'token']);
  expect(missingIn({ ...form, appID: ' ' }, ['token', 'appSecret'])).toEqual({ appID: connectWords.needed });
  expect(Object.keys(missingIn({ ...form, way: 'waha' }, []))).toEqual(['url']);
  expect(missingIn({ ...form, way: 'assisted' }, [])).toEqual({});
});
