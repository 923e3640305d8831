/** What a parent sends that may show a payment. Pure. */

/** Days after a message about bills in which a picture is one. */
export const daysAfterTold = 10;

/** By its type, or by the address of what is here: a picture as telephones make it, or a pdf; no sticker, no video. */
export const mayShowPayment = (media: string): boolean =>
  /^(image\/(jpe?g|png)|application\/pdf)\b/i.test(media) || /\.(jpe?g|png|pdf)$/i.test(media);
