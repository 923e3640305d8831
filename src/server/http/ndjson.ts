/**
 * Bodies of JSON lines: a head, then a row a line. They are put into a file first, so that a slow sender keeps no
 * transaction waiting, and read from there in batches, so that 100,000 rows are never in memory.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Failure, type Issue } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { lineWords } from '#shared/words/import-refusals.ts';
import { makeFolder } from '../db/make-folder.ts';
import type { Runtime } from '../runtime.ts';
import { holdsNul } from './bodies.ts';
import { issuesAt, shapeFailure } from './failures.ts';

/** Bytes. A head with 200 headings or a bill with 35 full columns, all of it escaped, is below. */
const longestLine = 512 * 1024;
const bytesPerRead = 64 * 1024;
// Small, so that what a batch leaves behind is collected before it adds up.
const rowsPerBatch = 250;

/** Mounts routes that take lines of JSON and no other kind of body; it reaches them unread. */
export function takeLines(app: FastifyInstance, routes: (app: FastifyInstance) => void): void {
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('application/x-ndjson', (_request, payload, done) => done(null, payload));
    routes(inner);
  });
}

/** Writes the body to the file, not more of it than the call takes; answers its SHA-256. */
async function spool(request: FastifyRequest, file: FileHandle): Promise<string> {
  const { body } = request;
  const { bodyLimit } = request.routeOptions;
  if (!(body instanceof Readable)) throw new Failure('unsupported', lineWords.notLines);
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit)
    throw new Failure('tooLarge', failureWords.tooLarge);
  let length = 0;
  const digest = createHash('sha256');
  // The connection must stay for the answer, also where the rest of the body is not read.
  const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > bodyLimit) throw new Failure('tooLarge', failureWords.tooLarge);
      digest.update(chunk);
      await file.writeFile(chunk);
    }
    return digest.digest('hex');
  } catch (error) {
    if (body.destroyed) throw new Failure('malformed', lineWords.brokenOff);
    throw error;
  }
}

/** The lines of the file, as many at once as a read gives; each at most so long. */
async function* readLines(file: FileHandle): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const buffer = Buffer.allocUnsafe(bytesPerRead);
  let left = '';
  let line = 1;
  for (let position = 0, isMore = true; isMore; ) {
    const { bytesRead } = await file.read(buffer, 0, bytesPerRead, position);
    position += bytesRead;
    isMore = bytesRead > 0;
    const lines = (left + decode(decoder, buffer.subarray(0, bytesRead), isMore)).split('\n');
    left = isMore ? (lines.pop() ?? '') : '';
    if (left.length > longestLine) throw new Failure('malformed', lineWords.tooLong(line + lines.length));
    line += lines.length;
    yield lines;
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, isMore: boolean): string {
  try {
    return decoder.decode(bytes, { stream: isMore });
  } catch {
    throw new Failure('malformed', lineWords.notText);
  }
}

/** The lines' values with their numbers; empty lines are passed over. */
async function* readValues(file: FileHandle): AsyncGenerator<unknown[]> {
  let line = 0;
  for await (const lines of readLines(file)) {
    const values: unknown[] = [];
    for (const text of lines) {
      line++;
      if (text === '' || text === '\r') continue;
      if (holdsNul(text)) throw new Failure('malformed', failureWords.nul);
      values.push(parse(text, line));
    }
    yield values;
  }
}

function parse(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('malformed', lineWords.notJson(line));
  }
}

const issuesOf = (error: z.ZodError, before: readonly (string | number)[]): Issue[] =>
  error.issues.flatMap(({ path, message, ...rest }) => issuesAt([...before, ...path], message, rest));

export type Shape<H, R> = {
  head: z.ZodType<H>;
  row: z.ZodType<R>;
  /** True only of what the row's schema would answer as it is: asking it for each of 100,000 rows takes long. */
  isPlain?: (value: unknown) => boolean;
  /** What the rows are called in the paths of issues: `contacts.12.number`. */
  list: string;
  mostRows: number;
};

/** Rows in small batches. After a wrong one no more are given: the rest is only read for what is wrong. */
async function* readRows<H, R>(
  values: AsyncGenerator<unknown[]>,
  { row, isPlain = () => false, list, mostRows }: Shape<H, R>,
): AsyncGenerator<R[]> {
  let batch: R[] = [];
  const issues: Issue[] = [];
  let count = 0;
  for await (const some of values) {
    for (const value of some) {
      const { data, error } = isPlain(value) ? { data: value as R } : row.safeParse(value);
      if (error) issues.push(...issuesOf(error, [list, count]));
      else batch.push(data);
      count++;
      if (count > mostRows) throw new Failure('tooLarge', lineWords.tooMany(mostRows));
      if (issues.length >= mostIssues) throw shapeFailure(issues.slice(0, mostIssues));
      if (batch.length < rowsPerBatch) continue;
      if (issues.length === 0) yield batch;
      batch = [];
    }
  }
  if (issues.length > 0) throw shapeFailure(issues);
  if (batch.length > 0) yield batch;
}

/** The head, and the values behind it. */
async function readHead<H, R>(
  file: FileHandle,
  { head }: Shape<H, R>,
): Promise<{ head: H; rest: AsyncGenerator<unknown[]> }> {
  const values = readValues(file);
  let first: unknown[] = [];
  while (first.length === 0) {
    const next = await values.next();
    if (next.done) throw new Failure('malformed', lineWords.noHead);
    first = next.value;
  }
  const { data, error } = head.safeParse(first[0]);
  if (error) throw shapeFailure(issuesOf(error, []).slice(0, mostIssues));
  async function* rest(): AsyncGenerator<unknown[]> {
    yield first.slice(1);
    yield* values;
  }
  return { head: data, rest: rest() };
}

type Visit = { request: FastifyRequest; reply: FastifyReply; dataDir: string; runtime: Runtime };

/**
 * Takes the body in and gives the work its head, its rows, in small batches, to be gone through
 * once, and its digest. A body that breaks off, is too large, or has a wrong line fails, the latter while the rows are gone through.
 */
export async function withLines<H, R, T>(
  { request, reply, dataDir, runtime }: Visit,
  shape: Shape<H, R>,
  work: (head: H, rows: AsyncIterable<R[]>, digest: string) => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, 'spool');
  makeFolder(folder);
  const path = join(folder, `${runtime.randomUUID()}.ndjson`);
  const file = await open(path, 'wx+');
  try {
    // From here on it lives as long as its handle: not even a power cut leaves one behind.
    await rm(path);
    const digest = await spool(request, file).catch((error: unknown) => {
      // As of every body that is not read to its end.
      reply.header('connection', 'close');
      throw error;
    });
    const { head, rest } = await readHead(file, shape);
    return await work(head, readRows(rest, shape), digest);
  } finally {
    await file.close();
  }
}
