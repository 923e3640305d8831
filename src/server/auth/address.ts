import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address behind a proxy, without a port. Text that is no address counts as the proxy's own: otherwise an
 * attacker could make up a new address for each try. An IPv6 address is cut to the /64 network of one customer.
 * Fastify's type does not say that `ip` is undefined once the connection is closed.
 */
export function addressOf({ ip: reported, socket }: FastifyRequest): string {
  const ip: string | undefined = reported;
  const address = (ip ?? '').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return normalizeIP((isIP(address) ? address : (socket.remoteAddress ?? '')).replace(/%.*$/, ''));
}
