/** What a gateway is asked to send: the path and the body of a message. Pure but for the file, which is ours. */
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { isUpload } from '#shared/media.ts';
import { wahaWords } from '#shared/words/waha.ts';
import type { Fetched, Outgoing, Surroundings } from '../port.ts';

export type Content = { path: string; body: Record<string, unknown> };

/** By the end of an address; everything else goes as a document. */
const kinds: Readonly<Record<string, { path: string; type: string }>> = {
  jpg: { path: '/api/sendImage', type: 'image/jpeg' },
  jpeg: { path: '/api/sendImage', type: 'image/jpeg' },
  png: { path: '/api/sendImage', type: 'image/png' },
  mp4: { path: '/api/sendVideo', type: 'video/mp4' },
  pdf: { path: '/api/sendFile', type: 'application/pdf' },
};
const anyFile = { path: '/api/sendFile', type: 'application/octet-stream' };

const nameIn = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) || 'file';

function mediaContent({ text, media }: Outgoing, file: Fetched | undefined): Content {
  const filename = nameIn(media);
  const ending = filename.includes('.') ? filename.split('.').at(-1) : '';
  const { path, type } = kinds[ending?.toLowerCase() ?? ''] ?? anyFile;
  const given = file
    ? { mimetype: file.type, filename, data: file.bytes.toString('base64') }
    : { mimetype: type, filename, url: media };
  return { path, body: { file: given, ...(text && { caption: text }) } };
}

/** Why it cannot be sent at all, as a sentence, or what to send. An id is only taken for texts. */
export async function contentOf(
  message: Outgoing,
  { readFile }: Pick<Surroundings, 'readFile'>,
  id: string | undefined,
): Promise<Content | string> {
  const { text, media } = message;
  if (media === '') {
    if (text.length > longestMessage) return wahaWords.textTooLong;
    return { path: '/api/sendText', body: { text, linkPreview: false, ...(id && { id }) } };
  }
  if (text.length > longestCaption) return wahaWords.captionTooLong;
  if (!isUpload(media)) return mediaContent(message, undefined);
  const file = await readFile(media);
  return file ? mediaContent(message, file) : wahaWords.noFile;
}
