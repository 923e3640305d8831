import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { uploadedName } from '#shared/messages/media.ts';
import { has } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../http/mount.ts';
import { isFileOf, storeFile } from './files.ts';

/**
 * Reads the single file of a multipart body. All errors while reading are caused by the client: the body is too long,
 * incomplete, or not multipart.
 */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Failure('unsupported', failureWords.noFile);
  try {
    const part = await request.file({ limits: { fileSize: largestVideo + 1 } });
    if (part?.fieldname === 'file') return await part.toBuffer();
    // If the rest stayed unread, it would block the next request of the connection.
    part?.file.resume();
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';
    if (isTooLarge) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
    throw new Failure('malformed', failureWords.malformed);
  }
  throw new Failure('invalid', failureWords.noFile);
}

export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.uploadFile, async ({ door, request }) => {
    const { campusID } = door.scope(door.campusIDs[0]);
    return { path: [await storeFile({ deps, campusID }, await readFile(request))] };
  });
}

/** Types that the library would name differently or not at all. Phones choose the player only by the type. */
const types: Readonly<Record<string, string>> = {
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
};
const isOffice = /\.(docx?|xlsx?|pptx?)$/;

/**
 * Files can be requested with a session or an API key. Browsers send the session cookie. The name of the file
 * contains its campus.
 */
const openFile = {
  method: 'GET',
  path: '/files/:name',
  access: 'session',
  // A key may read the files of its campus, because chats refer to them.
  forKeys: true,
  campus: 'none',
  summary: 'A file of a campus.',
  answer: null,
} as const satisfies Call;

/** Checks who sends the request, as auth/door.ts does for other calls. */
type Prove = (request: FastifyRequest, deps: Deps, call: Call) => Promise<FastifyRequest['door']>;

/**
 * Serves uploads to callers who may view their campus. The names cannot be guessed. Players can request a part of a
 * file. Providers get the bytes from us and never request them here.
 */
export async function openFileRoutes(
  app: FastifyInstance,
  { prove, ...deps }: Deps & { prove: Prove },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: deps.config.uploadsDir,
    serve: false,
    cacheControl: false,
    // The first upload creates the folder.
    suppressWarning: true,
    setHeaders: (response, path) => {
      const type = types[extname(path).slice(1)];
      if (type) response.header('content-type', type);
      if (isOffice.test(path)) response.header('content-disposition', 'attachment');
      response.header('content-security-policy', "default-src 'none'; sandbox");
      // Files may show children and bank slips, so a shared browser must not store them.
      response.header('cache-control', 'no-store');
    },
  });
  app.get<{ Params: { name: string } }>(openFile.path, { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const notFound = new Failure('notFound', failureWords.notFound);
    if (!uploadedName.test(name)) throw notFound;
    const door = await prove(request, deps, openFile);
    const seen = door?.proof.campuses.filter(({ rights }) => has(rights, 'view')) ?? [];
    const campusIDs = seen.map(({ id }) => id);
    if (!(await isFileOf(deps.store.db, name, campusIDs))) throw notFound;
    return reply.sendFile(name);
  });
}
