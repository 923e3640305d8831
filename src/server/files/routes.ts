import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { uploadedName } from '#shared/media.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { storeFile } from './actions.ts';

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
  const { uploadsDir } = deps.config;

  mount(app, calls.uploadFile, async ({ request }) => ({
    path: [await storeFile(uploadsDir, await readFile(request))],
  }));
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

/** Uploaded files by their unguessable names: providers fetch them without a session, and phones in parts. */
export async function publicFileRoutes(app: FastifyInstance, { config }: Deps): Promise<void> {
  await app.register(fastifyStatic, {
    root: config.uploadsDir,
    serve: false,
    cacheControl: false,
    // The first upload makes the folder.
    suppressWarning: true,
    setHeaders: (response, path) => {
      const type = types[extname(path).slice(1)];
      if (type) response.header('content-type', type);
      if (isOffice.test(path)) response.header('content-disposition', 'attachment');
      response.header('content-security-policy', "default-src 'none'; sandbox");
      response.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  app.get<{ Params: { name: string } }>('/files/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    if (!uploadedName.test(name)) throw new Failure('notFound', failureWords.notFound);
    return reply.sendFile(name);
  });
}
