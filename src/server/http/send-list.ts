/** Answers a long JSON list in pieces: never more than a page of it is in memory, and no statement is held open. */
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

/** What must fail with an answer of its own has to fail before the first page is asked for. */
export const sendList = (reply: FastifyReply, pages: AsyncIterable<readonly unknown[]>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(textOf(pages), { objectMode: false }));
