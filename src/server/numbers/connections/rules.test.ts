import { describe, expect, it } from 'vitest';
import type { Way } from '#shared/calls/connection.ts';
import { reasonOf, sayReason } from '#shared/reasons.ts';
import { connectionWords } from '#shared/words/connecting.ts';
import { hookTrouble, notesOf } from './rules.ts';

const kept = (way: Way, url = 'http://127.0.0.1:3000') => ({
  way,
  settings: { url },
  secrets: {},
  isSealed: false,
});
const { hookNotHttps, hookNotPublic, hookLocal, plainGateway } = connectionWords;

describe('where a provider is to call', () => {
  it.each([
    ['https://fees.example.org', ''],
    ['http://fees.example.org', hookNotHttps],
    ['http://203.0.113.7:3000', hookNotHttps],
    ['http://localhost:3000', hookNotPublic],
    ['https://127.0.0.1', hookNotPublic],
    ['https://[::1]:3000', hookNotPublic],
    ['https://192.168.10.4', hookNotPublic],
    ['https://10.1.2.3', hookNotPublic],
    ['https://172.20.0.1', hookNotPublic],
    ['https://172.32.0.1', ''],
    ['https://[fd00::1]', hookNotPublic],
    ['https://school-pc', hookNotPublic],
    ['https://school.local', hookNotPublic],
  ])('Meta: %s', (origin, trouble) => {
    expect(hookTrouble(kept('cloud'), `${origin}/webhooks/whatsapp/s1`, '')).toBe(trouble);
  });

  it('may be this computer for a test host beside us', () => {
    expect(hookTrouble(kept('cloud'), 'http://localhost:3000/webhooks/whatsapp/s1', 'localhost:4000')).toBe(
      '',
    );
  });

  it.each([
    ['http://localhost:3000', 'http://localhost:3001', ''],
    ['http://localhost:3000', 'http://192.168.1.9:3001', hookLocal],
    ['http://192.168.1.2:3000', 'http://192.168.1.9:3001', ''],
  ])('a gateway: %s from %s', (origin, gateway, trouble) => {
    expect(hookTrouble(kept('waha', gateway), `${origin}/webhooks/whatsapp/s1`, '')).toBe(trouble);
  });

  it.each<Way>(['demo', 'assisted'])('%s: nobody calls', (way) => {
    expect(hookTrouble(kept(way), 'http://localhost:3000/webhooks/whatsapp/s1', '')).toBe('');
  });
});

it.each([
  [kept('waha', 'http://127.0.0.1:3000'), []],
  [kept('waha', 'https://gateway.example.org'), []],
  [kept('waha', 'http://192.168.1.9:3000'), [plainGateway]],
  [{ ...kept('cloud'), isSealed: true }, [sayReason(reasonOf('sealed'))]],
])('what is to be minded of %j', (connection, notes) => {
  expect(notesOf(connection)).toEqual(notes);
});
