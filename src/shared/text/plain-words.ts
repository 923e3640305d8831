/** A normal form of what somebody wrote, to compare it with a few known words. */

/** Lower case, without punctuation, digits and emoji. Arabic letter forms and marks are normalised to Urdu ones. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640\u200b-\u200f]/g, '')
    .replace(/\u064a|\u0649/g, 'ی')
    .replace(/\u0643/g, 'ک')
    // Many keyboards have no key for this letter, so people type the other one.
    .replace(/\u06ba/g, 'ن')
    .replace(/[^\p{L}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
