/** The pictures and videos of messages: an uploaded file, or a file of another site. */
import { imageTypes } from '../limits.ts';

/**
 * The name of an uploaded file: the id of its campus and random characters. The oldest files have no campus. Parents
 * send more types than the school does.
 */
export const uploadedName =
  /^(?:(\d{1,15})-)?[\w-]{24}\.(?:jpg|png|mp4|ogg|mp3|m4a|aac|amr|pdf|docx?|xlsx?|pptx?)$/;
const sendableName = /^(?:\d{1,15}-)?[\w-]{24}\.(?:jpg|png|mp4)$/;

const folder = '/files/';
/** A file that was uploaded here to be sent. */
export const isUpload = (url: string): boolean =>
  url.startsWith(folder) && sendableName.test(url.slice(folder.length));

/** A file of another site with an encrypted address. */
export const isForeign = (url: string): boolean => /^https:\/\/./i.test(url) && URL.canParse(url);

const showable = new RegExp(`\\.(${[...imageTypes, 'mp4'].join('|')})$`, 'i');
/** A public host name: not an IP address, and not a name that only the local network knows. */
const publicHost = /\.[a-z][a-z\d-]+$/;
const privateHost = /\.(local|localhost|localdomain|internal|intranet|lan|home|corp)$/;

/**
 * A picture or video of a public site, recognised by its ending. Private hosts are refused, so that a fetch cannot
 * reach the school's own network.
 */
function isLink(url: string): boolean {
  if (!isForeign(url)) return false;
  const { hostname, pathname, username } = new URL(url);
  const isPublic = publicHost.test(hostname) && !privateHost.test(hostname) && username === '';
  return isPublic && showable.test(pathname);
}

/**
 * Whether a message can carry this media: an upload under the name that the server gave it, or the HTTPS address of a
 * picture or an mp4.
 */
export const isMedia = (url: string): boolean => isUpload(url) || isLink(url);

/**
 * Papers that a message can carry: a voucher of the family's bills, or the receipt of a payment. Each family gets its
 * own paper, which is made when the message is sent.
 */
const paperKinds = ['voucher', 'receipt'] as const;
export type PaperKind = (typeof paperKinds)[number];
const paper = new RegExp(`^paper:(${paperKinds.join('|')})(?:/(.+))?$`, 's');

/**
 * The media value of a paper: `paper:voucher` in a text, and with the name of the family's file behind it in a message.
 */
export const paperMedia = (kind: PaperKind, name?: string): string =>
  name === undefined ? `paper:${kind}` : `paper:${kind}/${name}`;

/** The kind and name of a paper. The name is empty until the family is known; undefined if the media is not a paper. */
export function paperIn(media: string): { kind: PaperKind; name: string } | undefined {
  const [whole, kind, name = ''] = paper.exec(media) ?? [];
  return whole === undefined ? undefined : { kind: kind as PaperKind, name };
}

/** Whether a text about bills can carry this media: a file that every family gets, or each family's voucher. */
export const isLetterMedia = (url: string): boolean => isMedia(url) || url === paperMedia('voucher');

/** Whether a template can carry this media. A template about a payment can carry the receipt. */
export const isTemplateMedia = (url: string): boolean => isMedia(url) || paperIn(url)?.name === '';

/**
 * Whether this address can be a profile picture: empty, or an uploaded picture. A picture of another site is not
 * allowed, because that site would learn whose bill somebody opens.
 */
export const isAvatar = (url: string): boolean => url === '' || (isUpload(url) && !isVideo(url));

/** A file of a parent that is neither shown nor played: a pdf, a sheet, a text. */
export const isDocument = (url: string): boolean =>
  url !== '' && !isForeign(url) && !/\.(jpe?g|png|webp|gif|mp4|3gp)$/i.test(url);

/** A video is an mp4, also with a query or a fragment after the name. */
export const isVideo = (url: string): boolean => /\.mp4($|[?#])/i.test(url);
