/**
 * Makes one HTTP request to an address that a person or a site has given. The host name is resolved once, and the
 * request goes to the address that was checked. Nothing is written before the connection exists, so the caller knows
 * whether something was written.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { Runtime } from '../runtime.ts';
import type { Networks } from './model.ts';
import type { Reach, ReachRequest } from './port.ts';

/** The request failed before any byte of it was written to the connection. */
export class Unreached extends Error {}

export type Address = { address: string; family: number };
/** Returns all addresses of a host name. */
type Resolve = (host: string) => Promise<Address[]>;
const resolveName: Resolve = (host) => lookup(host, { all: true });

const listOf = (subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/');
    list.addSubnet(net, Number(bits), isIP(net) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/**
 * Addresses of the metadata services of cloud providers, which give a machine its own secrets. A person who may enter
 * an address must not reach them. The list also has the IPv6 forms of IPv4 addresses, which could hide such an address
 * (RFC 6052, 8215, 3056).
 */
const metadataAddresses = listOf([
  '169.254.0.0/16',
  'fe80::/10',
  // Amazon over IPv6, Alibaba, Azure, Oracle, Google over IPv6.
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd20:ce::254/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
]);

/** Addresses outside the public internet: iana.org/assignments/iana-ipv4-special-registry, and -ipv6-. */
const privateAddresses = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '2001::/23',
  'fc00::/7',
  'fec0::/10',
  'ff00::/8',
]);

const isForbidden = ({ address, family }: Address, networks: Networks): boolean => {
  const type = family === 6 ? 'ipv6' : 'ipv4';
  return (
    metadataAddresses.check(address, type) || (networks === 'public' && privateAddresses.check(address, type))
  );
};

/** The lookup for the connection. It returns the checked addresses, or fails if one of them is forbidden. */
const checkedLookup =
  (resolve: Resolve, networks: Networks): LookupFunction =>
  (host, { all }, answer) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || found.some((one) => isForbidden(one, networks)))
          answer(new Unreached('no gateway'), '');
        else if (all) answer(null, found);
        else answer(null, first.address, first.family);
      },
      (error) => answer(error, ''),
    );
  };

/** Milliseconds until the connection must exist. */
const connectTimeout = 10_000;

/** Statuses of answers without a body. */
const bodiless = [204, 205, 304];

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = answer;
  const hasNoBody = bodiless.includes(status);
  if (hasNoBody) answer.resume();
  return new Response(hasNoBody ? null : (Readable.toWeb(answer) as ReadableStream), {
    status,
    headers: {
      'content-type': headers['content-type'] ?? '',
      ...(headers.location !== undefined && { location: headers.location }),
    },
  });
}

type ReachContext = { runtime: Pick<Runtime, 'after'>; resolve: Resolve; networks: Networks };

function call(
  url: string,
  { method, headers, body, signal }: ReachRequest,
  { runtime, resolve, networks }: ReachContext,
): Promise<Response> {
  const { promise, resolve: done, reject } = Promise.withResolvers<Response>();
  const { protocol, hostname } = new URL(url);
  const isSecure = protocol === 'https:';
  // A numeric address is not looked up, so it is checked here.
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family > 0 && isForbidden({ address: host, family }, networks)) throw new Unreached('no gateway');
  let isWritten = false;
  // `agent: false` opens a new connection. A reused connection may close at the moment of writing, and then it is
  // unknown whether the server got the request.
  const options = {
    method,
    headers,
    signal,
    agent: false,
    lookup: checkedLookup(resolve, networks),
  } as const;
  const request = (isSecure ? requestSecure : requestPlain)(url, options);
  const connectionTimer = runtime.after(connectTimeout, () =>
    request.destroy(new Unreached('no connection')),
  );
  request.once('socket', (socket) => {
    // With TLS, the request is written only after the certificate was accepted.
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      connectionTimer.cancel();
      isWritten = true;
      request.end(body);
    });
  });
  request.once('close', () => connectionTimer.cancel());
  request.once('response', (answer) => {
    try {
      done(toResponse(answer));
    } catch (error) {
      // `toResponse` fails if the status is not valid.
      answer.destroy();
      reject(error);
    }
  });
  request.on('error', (error) => reject(isWritten ? error : new Unreached(error.message, { cause: error })));
  return promise;
}

/** `resolve` looks up host names. */
export const createReach =
  (runtime: Pick<Runtime, 'after'>, resolve = resolveName): Reach =>
  async (url, sent, networks = 'any') =>
    call(url, sent, { runtime, resolve, networks });
