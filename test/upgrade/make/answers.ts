/** The answers of a program about everything that it has stored, as its pages request them. */
import type { Body, Desk } from './desk.ts';

export type Answer = { cID: number; path: string; query: Record<string, unknown>; body: Body };

const lists: readonly [string, Record<string, unknown>?][] = [
  ['/Groups'],
  ['/Groups/LoadData'],
  ['/Outbox', { take: 1 }],
  ['/Outbox/Export'],
  ['/Outbox/Runs'],
  ['/Outbox/Count'],
  ['/Outbox/Failures'],
  ['/Outbox/Cancelled'],
  ['/Outbox/ByHand'],
  ['/Imports'],
  ['/Imports/Headings', { kind: 'bills' }],
  ['/Imports/Headings', { kind: 'students' }],
  ['/MessageTemplate'],
  ['/MessageTemplate/Approvals'],
  ['/OptOuts'],
  ['/Chat/Conversations'],
  ['/Chat/LoadChatAdmin', { number: '+923001000001' }],
  ['/Chat/LoadChatAdmin', { number: '+923003000001' }],
  ['/Classes'],
  ['/Sender'],
  ['/Sender/Connection'],
  ['/Demo'],
];

const isNothing = (body: Body): boolean =>
  JSON.stringify(body, (_key, value) => (Array.isArray(value) && value.length === 0 ? undefined : value)) ===
  undefined;

const few = new Set(['/Outbox/Runs', '/Sender']);

/**
 * The answers of one campus. `isWhole` false: only the few calls for a campus that holds little. Calls that this
 * version lacks and empty answers are left out.
 */
export async function readAnswers(desk: Desk, isWhole: boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (path: string, query: Record<string, unknown>) => {
    const { status, body } = await desk.try('GET', path, undefined, query);
    // Reasons with equal counts come in the order of the database's language.
    if (path === '/Outbox/Failures' && status === 200)
      body.sort((a: Body, b: Body) => (a.reason < b.reason ? -1 : 1));
    if (status === 200 && !isNothing(body)) answers.push({ cID: desk.cID, path, query, body });
    return body;
  };
  for (const [path, query = {}] of lists) if (isWhole || few.has(path)) await ask(path, query);
  const messages = answers.find(({ path }) => path === '/Outbox/Export')?.body ?? [];
  for (const { id, attempts } of messages) if (attempts > 0) await ask(`/Outbox/${id}/Attempts`, {});
  return answers;
}
