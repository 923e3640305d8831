import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { computer } from '../runtime.ts';
import type { Networks } from './model.ts';
import { type Address, createReach, Unreached } from './reach.ts';

const hosts: string[] = [];
const server = createServer(({ headers }, response) => {
  hosts.push(headers.host ?? '');
  response.end('received');
});
let port = 0;

beforeEach(async () => {
  hosts.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const here = { address: '127.0.0.1', family: 4 };
const secrets = { address: '169.254.169.254', family: 4 };

/** Returns the next of these lists at each call. */
function resolver(...answers: Address[][]) {
  const queried: string[] = [];
  const resolve = async (host: string) => {
    queried.push(host);
    return answers[queried.length - 1] ?? [];
  };
  return { queried, resolve };
}

const call = (resolve: (host: string) => Promise<Address[]>, networks?: Networks) =>
  createReach(computer, resolve)(
    `http://gateway.example:${port}/api/version`,
    { method: 'GET', headers: {}, body: undefined, signal: AbortSignal.timeout(5000) },
    networks,
  );

it('A call uses the checked address, even if the host name then resolves to another one.', async () => {
  const { queried, resolve } = resolver([here], [secrets]);
  expect(await (await call(resolve)).text()).toBe('received');
  expect(queried).toEqual(['gateway.example']);
  expect(hosts).toEqual([`gateway.example:${port}`]);
  await expect(call(resolve)).rejects.toBeInstanceOf(Unreached);
  expect(hosts).toHaveLength(1);
});

it.each([
  ['with one forbidden address', [here, secrets]],
  ['without an address', []],
])('Nothing is sent to a host name %s.', async (_which, found) => {
  await expect(call(resolver(found).resolve)).rejects.toBeInstanceOf(Unreached);
  expect(hosts).toEqual([]);
});

it.each([
  ['Alibaba', '100.100.100.200'],
  ['Azure', '168.63.129.16'],
  ['Oracle', '192.0.0.192'],
  ['Google', 'fd20:ce::254'],
  ['Amazon', 'fd00:ec2::254'],
  ['Amazon by a NAT64 address', '64:ff9b::a9fe:a9fe'],
  ['Amazon by a 6to4 address', '2002:a9fe:a9fe::1'],
  ['Azure by an IPv4-mapped address', '::ffff:168.63.129.16'],
])('Nothing is sent to the metadata address of %s.', async (_whose, address) => {
  const family = address.includes(':') ? 6 : 4;
  const named = call(resolver([{ address, family }]).resolve);
  await expect(named).rejects.toThrow('no gateway');
  const url = `http://${family === 6 ? `[${address}]` : address}:${port}/`;
  const request = { method: 'GET', headers: {}, body: undefined, signal: AbortSignal.timeout(5000) };
  await expect(createReach(computer)(url, request)).rejects.toThrow('no gateway');
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.5',
  '172.20.0.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fd12::1',
  '::ffff:127.0.0.1',
])('If only public addresses are allowed, nothing is sent to the private address %s.', async (address) => {
  const found = [{ address, family: address.includes(':') ? 6 : 4 }];
  await expect(call(resolver(found).resolve, 'public')).rejects.toThrow('no gateway');
  expect(hosts).toEqual([]);
});
