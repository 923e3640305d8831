/** Uploaded files, files that parents sent, and examples for templates. */
import { createHash } from 'node:crypto';
import type { Agenda } from './agenda.ts';
import { type Ids, nextID } from './ids.ts';
import { Refusal } from './refusals.ts';

type MediaFile = {
  id: string;
  type: string;
  bytes: Buffer;
  name: string;
  expiresAt: number;
};

const day = 86_400_000;
const megabyte = 1024 * 1024;
/** Source: developers.facebook.com, Cloud API, media, supported types (September 2026). */
const kinds: { kind: string; most: number; types: string[] }[] = [
  { kind: 'image', most: 5 * megabyte, types: ['image/jpeg', 'image/png'] },
  { kind: 'video', most: 16 * megabyte, types: ['video/mp4', 'video/3gp', 'video/3gpp'] },
  {
    kind: 'audio',
    most: 16 * megabyte,
    types: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'],
  },
  { kind: 'sticker', most: megabyte / 2, types: ['image/webp'] },
  {
    kind: 'document',
    most: 100 * megabyte,
    types: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
  },
];

const kindOf = (type: string) => kinds.find(({ types }) => types.includes(type.split(';')[0]?.trim() ?? ''));
export const sha256 = (bytes: Buffer, as: 'hex' | 'base64'): string =>
  createHash('sha256').update(bytes).digest(as);

export type MediaStore = {
  /** Examples for templates, by the handle that their upload returned. */
  handles: Set<string>;
  upload: (form: FormData) => Promise<{ id: string }>;
  /** Keeps a file that a parent sent for a week. */
  keepInbound: (file: { type: string; bytes: Buffer; name: string }) => MediaFile;
  describe: (id: string) => object;
  /** The file at an address that `describe` gave within the last five minutes. */
  download: (query: URLSearchParams) => MediaFile | undefined;
  remove: (id: string) => { success: true };
  /** Refuses an id that is unknown, expired, or of another kind than it is sent as. */
  demandKind: (id: string, kind: string) => void;
  openUpload: (query: URLSearchParams) => { id: string };
  finishUpload: (name: string, bytes: Buffer, offset: string | undefined) => { h: string };
};

export function createMedia(
  { agenda, ids }: { agenda: Agenda; ids: Ids },
  address: () => string,
): MediaStore {
  const files = new Map<string, MediaFile>();
  const urls = new Map<string, { id: string; expiresAt: number }>();
  const uploads = new Map<string, { length: number }>();
  const handles = new Set<string>();

  function keep(file: Pick<MediaFile, 'type' | 'bytes' | 'name'>, days: number): MediaFile {
    const stored = { ...file, id: nextID(ids), expiresAt: agenda.now() + days * day };
    files.set(stored.id, stored);
    return stored;
  }
  function demandFile(id: string): MediaFile {
    const file = files.get(id);
    if (file && file.expiresAt > agenda.now()) return file;
    const details = `Media with ID ${id} does not exist, or has expired.`;
    throw new Refusal(100, { subcode: 33, details });
  }

  async function upload(form: FormData): Promise<{ id: string }> {
    const file = form.get('file');
    const unknown = [...form.keys()].find((key) => !['messaging_product', 'file', 'type'].includes(key));
    if (unknown) throw new Refusal(100, { details: `Unexpected key "${unknown}".` });
    if (form.get('messaging_product') !== 'whatsapp')
      throw new Refusal(100, { details: 'The parameter messaging_product is required.' });
    if (!(file instanceof File)) throw new Refusal(100, { details: 'The parameter file is required.' });
    const type = form.get('type') ?? file.type;
    if (typeof type !== 'string' || type !== file.type)
      throw new Refusal(100, { details: `The file is of type ${file.type}, and is said to be of another.` });
    const kind = kindOf(type);
    if (!kind)
      throw new Refusal(100, {
        details: `Param file must be a file with one of the types taken, not ${type}`,
      });
    const bytes = Buffer.from(await file.arrayBuffer());
    if (bytes.length === 0 || bytes.length > kind.most)
      throw new Refusal(131053, {
        details: `The file has ${bytes.length} bytes; ${kind.kind} takes ${kind.most}.`,
      });
    return { id: keep({ type, bytes, name: file.name }, 30).id };
  }

  function describe(id: string): object {
    const { type, bytes } = demandFile(id);
    const hash = ids.randomBytes(12).toString('base64url');
    urls.set(hash, { id, expiresAt: agenda.now() + 300_000 });
    return {
      messaging_product: 'whatsapp',
      url: `${address()}/whatsapp_business/attachments/?mid=${id}&source=getMedia&ext=1&hash=${hash}`,
      mime_type: type,
      sha256: sha256(bytes, 'hex'),
      file_size: String(bytes.length),
      id,
    };
  }

  function openUpload(query: URLSearchParams): { id: string } {
    const length = Number(query.get('file_length'));
    if (!query.get('file_name') || !query.get('file_type') || !(length > 0))
      throw new Refusal(100, { details: 'file_name, file_length and file_type are required.' });
    const id = `upload:${ids.randomBytes(12).toString('base64url')}?sig=${ids.randomBytes(6).toString('base64url')}`;
    uploads.set(id, { length });
    return { id };
  }
  function finishUpload(name: string, bytes: Buffer, offset: string | undefined): { h: string } {
    const open = uploads.get(name);
    if (!open) throw new Refusal(100, { subcode: 33, details: 'There is no such upload.' });
    if (offset !== '0' || bytes.length !== open.length)
      throw new Refusal(100, { details: `file_offset 0 and ${open.length} bytes were expected.` });
    uploads.delete(name);
    const h = `4::${ids.randomBytes(12).toString('base64')}:ARZ`;
    handles.add(h);
    return { h };
  }

  return {
    handles,
    upload,
    describe,
    openUpload,
    finishUpload,
    keepInbound: (file) => keep(file, 7),
    download: (query) => {
      const url = urls.get(query.get('hash') ?? '');
      return url && url.id === query.get('mid') && url.expiresAt > agenda.now()
        ? files.get(url.id)
        : undefined;
    },
    remove: (id) => {
      demandFile(id);
      files.delete(id);
      return { success: true };
    },
    demandKind: (id, kind) => {
      const { type } = demandFile(id);
      if (kindOf(type)?.kind !== kind)
        throw new Refusal(131053, { details: `Unsupported ${kind} mime type ${type}` });
    },
  };
}
