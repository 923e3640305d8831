/** What somebody wrote, as it is compared with a few words. */

/** In lower case and without signs, digits and emoji; letters written in the Arabic way, and marks on them, say the same. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640\u200b-\u200f]/g, '')
    .replace(/\u064a|\u0649/g, 'ی')
    .replace(/\u0643/g, 'ک')
    // Whoever has no key for it writes the other one.
    .replace(/\u06ba/g, 'ن')
    .replace(/[^\p{L}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
