/** Streams a long JSON list. At most one page is in memory, and no statement stays open between pages. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

async function* textOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + JSON.stringify(page).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Sends a list. Errors that need their own status must be thrown before the first page is read. */
export const sendList = (reply: FastifyReply, pages: AsyncIterable<readonly unknown[]>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(textOf(pages), { objectMode: false }));
