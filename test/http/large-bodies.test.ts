/** A body larger than its call allows is refused at once and not read to its end. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { largestBody, largestSave } from '#shared/limits.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import type { Answered } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const part = Buffer.alloc(1024 * 1024, ' ');

describe.each(engines)('Large bodies on %s', (engine) => {
  const here = useCampus(engine);

  /** Opens a request whose body the test writes itself, so that it need not end. */
  function open(path: string, headers: Record<string, string | number> = {}, token = here.clerk.token) {
    const { db, id } = here.campus;
    const sent = request(`${here.world.address}/api${path}?db=${db}&cID=${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    });
    return { sent, answered: answerTo(sent) };
  }

  async function answerTo(sent: ClientRequest): Promise<Answered> {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const some of response.setEncoding('utf8')) text += some;
    return { status: response.statusCode ?? 0, body: JSON.parse(text), headers: new Headers() };
  }

  async function write(sent: ClientRequest, bytes: number): Promise<void> {
    for (let left = bytes; left > 0; left -= part.length) {
      if (!sent.write(part.subarray(0, Math.min(left, part.length)))) await once(sent, 'drain');
    }
  }

  it('A body of 70 MB is refused by its announced length, before it is sent.', async () => {
    const { sent, answered } = open('/Groups/Save', { 'content-length': 70 * 1024 * 1024 });
    sent.flushHeaders();
    expectFailure(await answered, 'tooLarge');
    sent.destroy();
  });

  it.each([
    ['/Groups/Save', largestSave],
    ['/Chat/SendWhatsAppGroup', largestBody],
  ])('A body without a length is refused at the first byte beyond the limit: %s.', async (path, most) => {
    const { sent, answered } = open(path);
    await write(sent, most + 1);
    expectFailure(await answered, 'tooLarge');
    sent.destroy();
  });

  it('A body of an unauthenticated request is not read.', async () => {
    const { sent, answered } = open('/Groups/Save', {}, 'made-up-token-of-a-good-length');
    sent.flushHeaders();
    expectFailure(await answered, 'signedOut');
    sent.destroy();
  });

  it('A body that breaks off stores nothing, and the next request works.', async () => {
    const { clerk } = here;
    const { sent, answered } = open('/Groups/Save', { 'content-length': 5_000_000 });
    await write(sent, 1_000_000);
    sent.destroy();
    await expect(answered).rejects.toThrow();
    expect(await clerk.get(calls.listGroups)).toEqual([]);
  });

  it('A body as large as the limit of a save is accepted.', async () => {
    const { clerk } = here;
    // White space in JSON makes a save of one bill as long as the limit.
    const group = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
    const save = JSON.stringify({ group, contacts: [makeBill()] });
    const body = save.padEnd(largestSave);
    expect((await clerk.ask(calls.saveGroup, { body })).body).toMatchObject({ added: 1 });
  });
});
