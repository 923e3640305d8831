/** The pictures and videos of messages: a file of our own, or one of another site. */

/** What an upload is called; nobody can guess it. */
export const uploadedName = /^[\w-]{24}\.(jpg|png|mp4)$/;

const folder = '/files/';
/** A file that was uploaded here. */
export const isUpload = (url: string): boolean =>
  url.startsWith(folder) && uploadedName.test(url.slice(folder.length));

/** A file of another site, that a phone can fetch without being overheard. */
export const isForeign = (url: string): boolean => /^https:\/\/./i.test(url) && URL.canParse(url);

/** Whether a message can carry it: an upload as the server named it, or an https address. */
export const isMedia = (url: string): boolean => isUpload(url) || isForeign(url);

/** Videos are mp4, whatever stands behind the name. */
export const isVideo = (url: string): boolean => /\.mp4($|[?#])/i.test(url);
