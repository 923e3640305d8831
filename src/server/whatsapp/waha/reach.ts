/**
 * One HTTP request to a place that somebody named. Its name is resolved once, and what is called on is the address that
 * was looked at. Nothing is written before there is a connection, so it is known whether anything was.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

/** Nothing was written. */
export class Unreached extends Error {}

export type Address = { address: string; family: number };
/** All the addresses of a name. */
export type Resolve = (host: string) => Promise<Address[]>;
const resolveName: Resolve = (host) => lookup(host, { all: true });

/** Where a machine is told its own secrets by whoever rents it out: whoever may name a gateway shall not get at them. */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
// Amazon's, by IPv6.
forbidden.addAddress('fd00:ec2::254', 'ipv6');

const isForbidden = ({ address, family }: Address): boolean =>
  forbidden.check(address, family === 6 ? 'ipv6' : 'ipv4');

/** What the connection asks for its addresses: those that were looked at, or none where one of them is forbidden. */
const checkedLookup =
  (resolve: Resolve): LookupFunction =>
  (host, { all }, answer) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || found.some(isForbidden)) answer(new Unreached('no gateway'), '');
        else if (all) answer(null, found);
        else answer(null, first.address, first.family);
      },
      (error) => answer(error, ''),
    );
  };

export type Sent = {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
};

/** Milliseconds for a connection. */
const patience = 10_000;

/** Answers that have no body. */
const bodiless = [204, 205, 304];

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = answer;
  const isBare = bodiless.includes(status);
  if (isBare) answer.resume();
  return new Response(isBare ? null : (Readable.toWeb(answer) as ReadableStream), {
    status,
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
}

/** The answer; where it points elsewhere nobody follows. Fails with `Unreached` where nothing was written. */
export function reach(
  url: string,
  { method, headers, body, signal }: Sent,
  resolve: Resolve = resolveName,
): Promise<Response> {
  const { promise, resolve: done, reject } = Promise.withResolvers<Response>();
  const { protocol, hostname } = new URL(url);
  const isSecure = protocol === 'https:';
  // An address is connected to without being looked up.
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family > 0 && isForbidden({ address: host, family })) throw new Unreached('no gateway');
  let isWritten = false;
  // `agent: false` is a connection of its own: one that was kept may be closed at the moment it is written to, and
  // nobody could tell whether it was heard.
  const options = { method, headers, signal, agent: false, lookup: checkedLookup(resolve) } as const;
  const request = (isSecure ? requestSecure : requestPlain)(url, options);
  const tooLate = setTimeout(() => request.destroy(new Unreached('no connection')), patience);
  request.once('socket', (socket) => {
    // After the certificate was found to be good, where there is one.
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(tooLate);
      isWritten = true;
      request.end(body);
    });
  });
  request.once('close', () => clearTimeout(tooLate));
  request.once('response', (answer) => {
    try {
      done(toResponse(answer));
    } catch (error) {
      // A status that is none.
      answer.destroy();
      reject(error);
    }
  });
  request.on('error', (error) => reject(isWritten ? error : new Unreached(error.message, { cause: error })));
  return promise;
}
