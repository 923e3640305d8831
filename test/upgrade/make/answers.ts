/** The answers of a program about everything that it has stored. */
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import type { Body, Desk } from './desk.ts';

export type Answer = { cID: number; path: string; query: Record<string, unknown>; body: Body };

/** Exports leave an entry in the trail, the stream has no end, and sessions are not data of a campus. */
const isLeftOut = (name: string, { file, path, access }: Call): boolean =>
  file !== undefined ||
  name.startsWith('export') ||
  ['/Live', '/Sender/Session'].includes(path) ||
  access === 'public' ||
  access === 'session';

/** Keys whose values depend on the place of the program or on its start. */
const passing = new Set(['webhook', 'testHost', 'domain']);
const withoutPassing = (body: Body): Body =>
  JSON.parse(JSON.stringify(body, (key, value) => (passing.has(key) ? undefined : value)));

/** Calls that need more than the campus. */
const queries: readonly [string, Record<string, unknown>][] = [
  ['/Outbox', { take: 200 }],
  ['/Imports/Headings', { kind: 'bills' }],
  ['/Imports/Headings', { kind: 'students' }],
  ['/Chat/LoadChatAdmin', { number: '+923001000001' }],
  ['/Chat/LoadChatAdmin', { number: '+923003000001' }],
  ['/Chat/LoadChatAdmin', { number: '+923001234567' }],
];

const lists = (Object.entries(calls) as [string, Call][])
  .filter(([name, call]) => call.method === 'GET' && !call.path.includes(':') && !isLeftOut(name, call))
  .map(([, { path }]): [string, Record<string, unknown>] => [path, {}])
  .filter(([path]) => !queries.some(([other]) => other === path));

const isNothing = (body: Body): boolean =>
  JSON.stringify(body, (_key, value) => (Array.isArray(value) && value.length === 0 ? undefined : value)) ===
  undefined;

/** The answers of one campus. Empty answers and refused calls are left out. */
export async function readAnswers(desk: Desk): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (path: string, query: Record<string, unknown>) => {
    const { status, body } = await desk.try('GET', path, undefined, query);
    if (status === 200 && !isNothing(body))
      answers.push({ cID: desk.cID, path, query, body: withoutPassing(body) });
    return body;
  };
  for (const [path, query] of [...lists, ...queries]) await ask(path, query);
  for (const { id } of await desk.get('/Groups')) await ask(`/Groups/${id}/Contacts`, {});
  for (const { id, attempts } of (await desk.get('/Outbox', { take: 200 })).items)
    if (attempts > 0) await ask(`/Outbox/${id}/Attempts`, {});
  return answers;
}
