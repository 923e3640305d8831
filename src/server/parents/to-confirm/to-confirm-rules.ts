/** Which media of a parent may show a payment. Pure. */

/** Days after a message about bills in which a picture may show its payment. */
export const daysAfterTold = 10;

/** By the media type, or by the address of the stored file: a photo or a pdf, but no sticker and no video. */
export const mayShowPayment = (media: string): boolean =>
  /^(image\/(jpe?g|png)|application\/pdf)\b/i.test(media) || /\.(jpe?g|png|pdf)$/i.test(media);
