/**
 * Bodies of JSON lines: first a head, then one row in each line. The body is first written to a file, so that a slow
 * client does not keep a transaction open. Then it is read in batches, so that 100,000 rows are never in memory at
 * the same time.
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
import { lineWords } from '#shared/words/import-problems.ts';
import type { Runtime } from '../../runtime.ts';
import { makeFolder } from '../db/make-folder.ts';
import { containsNul, withWholeCharacters } from './bodies.ts';
import { issuesAt, shapeFailure } from './failures.ts';

/**
 * In bytes. A head with 200 headings is shorter than this, and so is a bill with 35 long columns and escapes for all
 * characters.
 */
const longestLine = 512 * 1024;
const bytesPerRead = 64 * 1024;
// Batches are small, so that the garbage collector can free their memory in time.
const rowsPerBatch = 250;

/** Registers routes that accept only JSON lines. The body reaches them without being parsed. */
export function takeLines(app: FastifyInstance, routes: (app: FastifyInstance) => void): void {
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('application/x-ndjson', (_request, payload, done) => done(null, payload));
    routes(inner);
  });
}

/** Writes the body to the file, up to the body limit. Returns its SHA-256. */
async function spool(request: FastifyRequest, file: FileHandle): Promise<string> {
  const { body } = request;
  const { bodyLimit } = request.routeOptions;
  if (!(body instanceof Readable)) throw new Failure('unsupported', lineWords.notLines);
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit)
    throw new Failure('tooLarge', failureWords.tooLarge);
  let length = 0;
  const digest = createHash('sha256');
  // Keeps the connection open for the answer, even if the body is not read completely.
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

/** Yields the lines of the file, one group for each read. Each line has at most `longestLine` bytes. */
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

/** Yields the parsed lines. Empty lines are skipped. */
async function* readValues(file: FileHandle): AsyncGenerator<unknown[]> {
  let line = 0;
  for await (const lines of readLines(file)) {
    const values: unknown[] = [];
    for (const text of lines) {
      line++;
      if (text === '' || text === '\r') continue;
      if (containsNul(text)) throw new Failure('malformed', failureWords.nul);
      values.push(parse(withWholeCharacters(text), line));
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
  /**
   * True only if the schema would return the value unchanged. It exists because validating 100,000 rows with the
   * schema takes long.
   */
  isPlain?: (value: unknown) => boolean;
  /** The name of the list in the paths of issues: `contacts.12.number`. */
  list: string;
  mostRows: number;
};

/** Yields rows in small batches. After a wrong row it yields no more rows and only collects further issues. */
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

/** Returns the head, and an iterator over the values after it. */
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
 * Receives the body and calls `work` with its head, its rows and its digest. The rows come in small batches and can
 * be read only once. Throws if the body is incomplete or too large. A wrong line throws while the rows are being
 * read.
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
    // The file is unlinked and exists only while it is open, so nothing is left even after a power cut.
    await rm(path);
    const digest = await spool(request, file).catch((error: unknown) => {
      // The connection is closed, as for every body that is not read completely.
      reply.header('connection', 'close');
      throw error;
    });
    const { head, rest } = await readHead(file, shape);
    return await work(head, readRows(rest, shape), digest);
  } finally {
    await file.close();
  }
}
