import { describe, expect, it } from 'vitest';
import type { Way } from '#shared/calls/connection.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { connectionWords } from '#shared/words/whatsapp-number.ts';
import { hookProblem, notesOf } from './connections-rules.ts';

const stored = (way: Way, url = 'http://127.0.0.1:3000') => ({
  way,
  settings: { url },
  secrets: {},
  isSealed: false,
});
const { hookNotHttps, hookNotPublic, hookLocal, plainGateway } = connectionWords;

describe('Webhook address warnings', () => {
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
  ])('A campus on the Cloud API gets the right warning for the webhook address %s.', (origin, problem) => {
    expect(hookProblem(stored('cloud'), `${origin}/webhooks/whatsapp/s1`, '')).toBe(problem);
  });

  it('A local webhook address is accepted when the Graph API is a test host on this computer.', () => {
    expect(hookProblem(stored('cloud'), 'http://localhost:3000/webhooks/whatsapp/s1', 'localhost:4000')).toBe(
      '',
    );
  });

  it.each([
    ['http://localhost:3000', 'http://localhost:3001', ''],
    ['http://localhost:3000', 'http://192.168.1.9:3001', hookLocal],
    ['http://192.168.1.2:3000', 'http://192.168.1.9:3001', ''],
  ])(
    'A webhook address at %s gets the right warning when the gateway is at %s.',
    (origin, gateway, problem) => {
      expect(hookProblem(stored('waha', gateway), `${origin}/webhooks/whatsapp/s1`, '')).toBe(problem);
    },
  );

  it.each<Way>(['demo', 'assisted'])('The way %s gets no webhook warning.', (way) => {
    expect(hookProblem(stored(way), 'http://localhost:3000/webhooks/whatsapp/s1', '')).toBe('');
  });
});

it.each([
  [stored('waha', 'http://127.0.0.1:3000'), []],
  [stored('waha', 'https://gateway.example.org'), []],
  [stored('waha', 'http://192.168.1.9:3000'), [plainGateway]],
  [{ ...stored('cloud'), isSealed: true }, [sayReason(makeReason('sealed'))]],
])('notesOf returns the right warnings for the connection %j.', (connection, notes) => {
  expect(notesOf(connection)).toEqual(notes);
});
