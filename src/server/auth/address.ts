import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address behind a proxy, without a port. If the text is not an address, the proxy's own address is
 * used; otherwise an attacker could invent a new address for each try. An IPv6 address is cut to its /64 network,
 * which belongs to one customer. Fastify's type does not say that `ip` is undefined once the connection is closed.
 */
export function addressOf({ ip: reported, socket }: FastifyRequest): string {
  const ip: string | undefined = reported;
  const address = (ip ?? '').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return normalizeIP((isIP(address) ? address : (socket.remoteAddress ?? '')).replace(/%.*$/, ''));
}
