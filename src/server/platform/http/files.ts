/** Sends a file with the name under which the browser saves it. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '#shared/call.ts';

/** The browser shows the file if it can. `name` may contain any letters (RFC 6266, RFC 8187). */
export function sendFile(
  reply: FastifyReply,
  { file = 'application/octet-stream' }: Pick<Call, 'file'>,
  { content, name }: { content: Buffer | Readable; name: string },
): FastifyReply {
  const plain = name.replace(/[^\w.-]+/g, '_');
  return reply
    .type(file)
    .header(
      'content-disposition',
      `inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(content);
}
