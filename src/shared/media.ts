/** The pictures and videos of messages: a file of our own, or one of another site. */
import { imageTypes } from './limits.ts';

/**
 * What a file of ours is called: whose campus it is of, and what nobody can guess. The oldest say no campus. Parents
 * send more kinds than we do.
 */
export const uploadedName =
  /^(?:(\d{1,15})-)?[\w-]{24}\.(?:jpg|png|mp4|ogg|mp3|m4a|aac|amr|pdf|docx?|xlsx?|pptx?)$/;
const sendableName = /^(?:\d{1,15}-)?[\w-]{24}\.(?:jpg|png|mp4)$/;

const folder = '/files/';
/** A file that was uploaded here to be sent. */
export const isUpload = (url: string): boolean =>
  url.startsWith(folder) && sendableName.test(url.slice(folder.length));

/** A file of another site, that a phone can fetch without being overheard. */
export const isForeign = (url: string): boolean => /^https:\/\/./i.test(url) && URL.canParse(url);

const showable = new RegExp(`\\.(${[...imageTypes, 'mp4'].join('|')})$`, 'i');
/** A site's name, not the number of a computer nor a name that only its neighbours know. */
const publicHost = /\.[a-z][a-z\d-]+$/;
const privateHost = /\.(local|localhost|localdomain|internal|intranet|lan|home|corp)$/;

/** A picture or a video of a public site, by its ending: whoever fetches it is not led into the school's own network. */
function isLink(url: string): boolean {
  if (!isForeign(url)) return false;
  const { hostname, pathname, username } = new URL(url);
  const isPublic = publicHost.test(hostname) && !privateHost.test(hostname) && username === '';
  return isPublic && showable.test(pathname);
}

/** Whether a message can carry it: an upload as the server named it, or the https address of a picture or an mp4. */
export const isMedia = (url: string): boolean => isUpload(url) || isLink(url);

/** Papers that a message may carry: each family's own, made at the moment it goes; a receipt is of a payment. */
export const paperKinds = ['voucher', 'receipt'] as const;
export type PaperKind = (typeof paperKinds)[number];
const paper = new RegExp(`^paper:(${paperKinds.join('|')})(?:/(.+))?$`, 's');

/** How a text says that it carries one: `paper:voucher`; and its message, with the name of the family's own behind it. */
export const paperMedia = (kind: PaperKind, name?: string): string =>
  name === undefined ? `paper:${kind}` : `paper:${kind}/${name}`;

/** Which paper it is, its name empty until it is known whose; undefined where it is none. */
export function paperIn(media: string): { kind: PaperKind; name: string } | undefined {
  const [whole, kind, name = ''] = paper.exec(media) ?? [];
  return whole === undefined ? undefined : { kind: kind as PaperKind, name };
}

/** Whether a text about bills can carry it: a file that all get, or each family's voucher. */
export const isLetterMedia = (url: string): boolean => isMedia(url) || url === paperMedia('voucher');

/** Whether a template can; one that tells of a payment carries its receipt. */
export const isTemplateMedia = (url: string): boolean => isMedia(url) || paperIn(url)?.name === '';

/**
 * What may stand where a face is shown: nothing, or a picture that was uploaded here. The page shows none of another
 * site, which would learn who looks at whom.
 */
export const isAvatar = (url: string): boolean => url === '' || (isUpload(url) && !isVideo(url));

/** What a parent sent that is neither shown nor played: a pdf, a sheet, a text. */
export const isDocument = (url: string): boolean =>
  url !== '' && !isForeign(url) && !/\.(jpe?g|png|webp|gif|mp4|3gp)$/i.test(url);

/** Videos are mp4, whatever stands behind the name. */
export const isVideo = (url: string): boolean => /\.mp4($|[?#])/i.test(url);
