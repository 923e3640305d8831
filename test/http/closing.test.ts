/** Stopping with Ctrl-C during a save: the save is answered first, and then nothing delays the stop. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld } from '../support/world.ts';
import { freshSlug } from './callers.ts';

describe.each(engines)('Stopping the server on %s', (engine) => {
  it('Stopping the server completes and answers a save in flight.', async () => {
    let atTheDoor = () => {};
    const isAtTheDoor = new Promise<void>((resolve) => {
      atTheDoor = resolve;
    });
    let isRequested = false;
    const now = () => {
      if (isRequested) atTheDoor();
      return new Date();
    };
    const world = await createWorld(engine, { now });
    const campus = await world.school(freshSlug());
    const { token } = await campus.user();
    isRequested = true;

    const group = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
    const body = Buffer.from(JSON.stringify({ group, contacts: [makeBill(), makeBill()] }));
    // A keep-alive connection, as browsers use.
    const agent = new Agent({ keepAlive: true });
    const address = `${world.address}/api${calls.saveGroup.path}?db=${campus.db}&cID=${campus.id}`;
    const sent = request(address, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        authorization: `Bearer ${token}`,
      },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write(body.subarray(0, 20));
    await isAtTheDoor;
    const stopped = world.stop();
    sent.end(body.subarray(20));
    const [response] = await answered;
    let text = '';
    for await (const some of response.setEncoding('utf8')) text += some;
    expect(response.statusCode, text).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ id: expect.any(Number), added: 2 });
    await stopped;
    agent.destroy();
  });

  it('An idle connection does not delay stopping the server.', async () => {
    const world = await createWorld(engine);
    const unused = connect(Number(new URL(world.address).port), '127.0.0.1');
    await once(unused, 'connect');
    // This request is answered after the connect, so the server knows of both connections.
    await fetch(`${world.address}/healthz`);
    const ended = once(unused.resume(), 'close');
    await world.stop();
    await ended;
  });
});
