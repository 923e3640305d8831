import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { uploadedName } from '#shared/media.ts';
import { has } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { proveAtDoor } from '../auth/door.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { isFileOf, storeFile } from './actions.ts';

/** The one file of a multipart body. What breaks on the way is the sender's: too long, cut off, or no multipart. */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new Failure('unsupported', failureWords.noFile);
  try {
    const part = await request.file({ limits: { fileSize: largestVideo + 1 } });
    if (part?.fieldname === 'file') return await part.toBuffer();
    // Left unread, it would stand in the way of the connection's next request.
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

/** What the library would name otherwise, or not at all; phones play by the type alone. */
const types: Readonly<Record<string, string>> = {
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
};
const isOffice = /\.(docx?|xlsx?|pptx?)$/;

/** How a file is asked for: by a session, in a browser its cookie, or a key. Which campus it is of, its name says. */
const openFile = {
  method: 'GET',
  path: '/files/:name',
  access: 'session',
  // Of its own campus, as what it reads in chats names them.
  forKeys: true,
  campus: 'none',
  summary: 'A file of a campus.',
  answer: null,
} as const satisfies Call;

/**
 * Uploaded files by their unguessable names, for those who may view their campus, and in parts for who plays them.
 * Providers are handed the bytes and fetch nothing here.
 */
export async function openFileRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(fastifyStatic, {
    root: deps.config.uploadsDir,
    serve: false,
    cacheControl: false,
    // The first upload makes the folder.
    suppressWarning: true,
    setHeaders: (response, path) => {
      const type = types[extname(path).slice(1)];
      if (type) response.header('content-type', type);
      if (isOffice.test(path)) response.header('content-disposition', 'attachment');
      response.header('content-security-policy', "default-src 'none'; sandbox");
      // Pictures of children and of bank slips: nothing of them stays in a browser that others use too.
      response.header('cache-control', 'no-store');
    },
  });
  app.get<{ Params: { name: string } }>(openFile.path, { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const notFound = new Failure('notFound', failureWords.notFound);
    if (!uploadedName.test(name)) throw notFound;
    const door = await proveAtDoor(request, deps, openFile);
    const seen = door?.proof.campuses.filter(({ rights }) => has(rights, 'view')) ?? [];
    const campusIDs = seen.map(({ id }) => id);
    if (!(await isFileOf(deps.store.db, name, campusIDs))) throw notFound;
    return reply.sendFile(name);
  });
}
