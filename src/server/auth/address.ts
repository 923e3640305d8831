import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * For whom a proxy asks, without the port that some write behind it. What is no address counts as the proxy's own, or
 * whoever makes one up would have a new one for each try. Of IPv6 the network that one customer is given (/64). Empty
 * where the connection is gone already, which Fastify's type does not know.
 */
export function addressOf({ ip: told, socket }: FastifyRequest): string {
  const ip: string | undefined = told;
  const address = (ip ?? '').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return normalizeIP((isIP(address) ? address : (socket.remoteAddress ?? '')).replace(/%.*$/, ''));
}
