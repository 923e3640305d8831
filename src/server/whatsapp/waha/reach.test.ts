import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Address, reach, Unreached } from './reach.ts';

const heard: string[] = [];
const server = createServer(({ headers }, response) => {
  heard.push(headers.host ?? '');
  response.end('heard');
});
let port = 0;

beforeEach(async () => {
  heard.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const here = { address: '127.0.0.1', family: 4 };
const secrets = { address: '169.254.169.254', family: 4 };

/** Answers with the next of these lists each time it is asked. */
function resolver(...answers: Address[][]) {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return answers[asked.length - 1] ?? [];
  };
  return { asked, resolve };
}

const call = (resolve: (host: string) => Promise<Address[]>) =>
  reach(
    `http://gateway.example:${port}/api/version`,
    { method: 'GET', headers: {}, body: undefined, signal: AbortSignal.timeout(5000) },
    resolve,
  );

it('calls on the address that was looked at, though the name leads elsewhere the second time', async () => {
  const { asked, resolve } = resolver([here], [secrets]);
  expect(await (await call(resolve)).text()).toBe('heard');
  expect(asked).toEqual(['gateway.example']);
  expect(heard).toEqual([`gateway.example:${port}`]);
  await expect(call(resolve)).rejects.toBeInstanceOf(Unreached);
  expect(heard).toHaveLength(1);
});

it.each([
  ['one of whose addresses is forbidden', [here, secrets]],
  ['that has none', []],
])('writes nothing to a name %s', async (_which, found) => {
  await expect(call(resolver(found).resolve)).rejects.toBeInstanceOf(Unreached);
  expect(heard).toEqual([]);
});
