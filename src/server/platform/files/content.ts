/**
 * Detects the type of a file from its first bytes. The type that the sender claims is accepted only if it agrees.
 * Pure functions.
 */

/**
 * WhatsApp's limits for media. The limit for documents is lower than WhatsApp's, because the disk of a school is
 * small.
 */
const megabyte = 1024 * 1024;
const mostBytes = {
  picture: 5 * megabyte,
  video: 16 * megabyte,
  audio: 16 * megabyte,
  document: 25 * megabyte,
};

export type Kind = keyof typeof mostBytes;
export type Extension =
  | 'jpg'
  | 'png'
  | 'mp4'
  | 'ogg'
  | 'mp3'
  | 'm4a'
  | 'aac'
  | 'amr'
  | 'pdf'
  | 'doc'
  | 'docx'
  | 'xls'
  | 'xlsx'
  | 'ppt'
  | 'pptx';

const office: Readonly<Record<string, Extension>> = {
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** The type without parameters such as `; codecs=opus`. */
const plainType = (claimed: string): string => claimed.split(';')[0]?.trim().toLowerCase() ?? '';

export function kindClaimed(claimed: string): Kind {
  const [family] = plainType(claimed).split('/');
  return family === 'image' ? 'picture' : family === 'video' || family === 'audio' ? family : 'document';
}

/** The size limit for a claimed type, in bytes. */
export const mostOf = (claimed: string): number => mostBytes[kindClaimed(claimed)];

const words = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** The MP4 brands from the registry at mp4ra.org. Other formats begin with the same box but have other brands. */
const mp4Brands = /^(isom|iso[2-6]|mp4[12]|avc1|M4V |MSNV|dash)$/;
const isBox = (bytes: Buffer): boolean => words(bytes, 4, 8) === 'ftyp';

export const isMp4 = (bytes: Buffer): boolean => isBox(bytes) && mp4Brands.test(words(bytes, 8, 12));

/**
 * Formats that WhatsApp cannot play: HEVC, by its sample entry names in ISO 14496-15, and Dolby Vision, which is
 * based on HEVC.
 */
const hevcSamples = /^(hvc1|hev1|dvh1|dvhe)$/;

/**
 * Whether a video has a track in a format that WhatsApp cannot play. The box `stsd` of each track contains the
 * format.
 */
export function isHevc(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('stsd'); at >= 0; at = bytes.indexOf('stsd', at + 4))
    if (hevcSamples.test(words(bytes, at + 16, at + 20))) return true;
  return false;
}

/** Whether the text begins like XML and contains `<svg` soon after, in any encoding. */
export function isSvg(bytes: Buffer): boolean {
  const start = words(bytes, 0, 4000).replaceAll('\0', '');
  return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(start) && /<svg/i.test(start);
}

const isPicture = (bytes: Buffer): boolean =>
  words(bytes, 0, 3) === '\xff\xd8\xff' ||
  words(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' ||
  (words(bytes, 0, 4) === 'RIFF' && words(bytes, 8, 12) === 'WEBP');

/**
 * Tests the first bits of an audio frame. An MPEG frame begins with eleven one bits, an AAC frame with twelve and two
 * zero bits for its layer.
 */
const isFrame = (bytes: Buffer, mask: number, value: number): boolean =>
  bytes.length > 4 && (bytes.readUInt16BE(0) & mask) === value;

function audioOf(bytes: Buffer): Extension | undefined {
  if (words(bytes, 0, 4) === 'OggS') return words(bytes, 28, 36) === 'OpusHead' ? 'ogg' : undefined;
  if (/^#!AMR(-WB)?\n/.test(words(bytes, 0, 9))) return 'amr';
  if (isBox(bytes)) return isMp4(bytes) || /^M4A /.test(words(bytes, 8, 12)) ? 'm4a' : undefined;
  if (isFrame(bytes, 0xfff6, 0xfff0)) return 'aac';
  const isMp3 = words(bytes, 0, 3) === 'ID3' || isFrame(bytes, 0xffe6, 0xffe2);
  return isMp3 ? 'mp3' : undefined;
}

const isZip = (bytes: Buffer): boolean => words(bytes, 0, 4) === 'PK\x03\x04';
/** The container of old Office files, and of new ones that have a password. */
const isOle = (bytes: Buffer): boolean => words(bytes, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

function documentOf(bytes: Buffer, type: string): Extension | undefined {
  if (type === 'application/pdf') return words(bytes, 0, 5) === '%PDF-' ? 'pdf' : undefined;
  const extension = office[type];
  if (extension === undefined) return undefined;
  const isNew = extension.endsWith('x');
  return isOle(bytes) || (isNew && isZip(bytes)) ? extension : undefined;
}

/**
 * Returns the extension under which a file is stored. `picture` means that the file must be redrawn first. Undefined
 * if the content does not fit the claimed type or if this type is not stored.
 */
export function readContent(bytes: Buffer, claimed: string): Extension | 'picture' | undefined {
  switch (kindClaimed(claimed)) {
    case 'picture':
      return isPicture(bytes) ? 'picture' : undefined;
    case 'video':
      return isMp4(bytes) ? 'mp4' : undefined;
    case 'audio':
      return audioOf(bytes);
    case 'document':
      return documentOf(bytes, plainType(claimed));
  }
}
