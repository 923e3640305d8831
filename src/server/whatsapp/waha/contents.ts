/** Builds the path and body of a message for a gateway. Pure except for reading the file. */
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { isUpload } from '#shared/messages/media.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, FileContent, NamedFile } from '../model.ts';
import type { Outgoing, ProviderDeps } from '../port.ts';
import type { FetchLink } from './linked-file.ts';

export type Content = { path: string; body: Record<string, unknown> };

/** The path and type by the ending of the address. Every other file is sent as a document. */
const kinds: Readonly<Record<string, { path: string; type: string }>> = {
  jpg: { path: '/api/sendImage', type: 'image/jpeg' },
  jpeg: { path: '/api/sendImage', type: 'image/jpeg' },
  png: { path: '/api/sendImage', type: 'image/png' },
  mp4: { path: '/api/sendVideo', type: 'video/mp4' },
  pdf: { path: '/api/sendFile', type: 'application/pdf' },
};
const anyFile = { path: '/api/sendFile', type: 'application/octet-stream' };

const nameIn = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) || 'file';

const documentContent = (text: string, { bytes, name, type }: NamedFile): Content => ({
  path: '/api/sendFile',
  body: {
    file: { mimetype: type, filename: name, data: bytes.toString('base64') },
    ...(text && { caption: text }),
  },
});

function mediaContent({ text, media }: Outgoing, file: FileContent): Content {
  const filename = nameIn(media);
  const ending = filename.includes('.') ? filename.split('.').at(-1) : '';
  const { path, type } = kinds[ending?.toLowerCase() ?? ''] ?? anyFile;
  const mimetype = isUpload(media) ? file.type : type;
  const given = { mimetype, filename, data: file.bytes.toString('base64') };
  return { path, body: { file: given, ...(text && { caption: text }) } };
}

const refuse = (reason: Reason): Answered<never> => ({ kind: 'refused', reason });

/**
 * Returns the content to send, or why it cannot be sent now or at all. A gateway accepts our message id only for texts.
 */
export async function contentOf(
  message: Outgoing,
  { readFile, fetchLink }: Pick<ProviderDeps, 'readFile'> & { fetchLink: FetchLink },
  id: string | undefined,
): Promise<Answered<Content>> {
  const { text, media, document } = message;
  if (media === '' && !document) {
    if (text.length > longestMessage) return refuse(makeReason('wahaTextTooLong'));
    const body = { text, linkPreview: false, ...(id && { id }) };
    return { kind: 'done', value: { path: '/api/sendText', body } };
  }
  if (text.length > longestCaption) return refuse(makeReason('wahaCaptionTooLong'));
  if (document) return { kind: 'done', value: documentContent(text, document) };
  if (!isUpload(media)) {
    const fetched = await fetchLink(media);
    return fetched.kind === 'done' ? { kind: 'done', value: mediaContent(message, fetched.value) } : fetched;
  }
  const file = await readFile(media);
  return file ? { kind: 'done', value: mediaContent(message, file) } : refuse(makeReason('wahaNoFile'));
}
