/**
 * Prepares texts for Typst. Its PDF export aborts the process when a run of text contains a character of a script that
 * runs in the other direction than the run, such as an Arabic mark between English words. Such characters are marked
 * here, and `letters.typ` sets them in runs of their own.
 */

/** The scripts that run from right to left (HarfBuzz, `hb_script_get_horizontal_direction`). */
const fromRight = [
  ...['Arab', 'Hebr', 'Syrc', 'Thaa', 'Cprt', 'Khar', 'Phnx', 'Nkoo', 'Lydi', 'Avst', 'Armi', 'Phli', 'Prti'],
  ...['Sarb', 'Orkh', 'Samr', 'Mand', 'Merc', 'Mero', 'Mani', 'Mend', 'Nbat', 'Narb', 'Palm', 'Phlp', 'Hatr'],
  ...['Adlm', 'Rohg', 'Sogo', 'Sogd', 'Elym', 'Chrs', 'Yezi', 'Ougr'],
]
  .map((script) => `\\p{sc=${script}}`)
  .join('');
const right = `[${fromRight}]`;
const left = `[^${fromRight}\\p{sc=Zyyy}\\p{sc=Zinh}\\p{sc=Zzzz}]`;
const rightMarks = `[\\p{M}&&[${fromRight}\\p{sc=Zinh}]]*`;
const leftMarks = `[\\p{M}--${right}]*`;

/**
 * A letter has the direction of its script, and so have the marks on it. A digit is set from left to right in every
 * script. The other characters of a script, the two groups, take the direction of their neighbours.
 */
const pieces = new RegExp(
  [
    `[${right}&&\\p{L}]${rightMarks}`,
    `([${right}--[\\p{L}\\p{Nd}]]${rightMarks})`,
    `[${left}&&\\p{L}]${leftMarks}`,
    `([${left}--[\\p{L}\\p{Nd}]]${leftMarks})`,
  ].join('|'),
  'gv',
);

const spaces = /[\s--\n]/gv;
/**
 * Controls, also those of direction, characters that nobody sees, and characters for private use, among them our two
 * marks. The joiners of Urdu letters stay.
 */
const unseen = /[[\p{Cc}\p{Co}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]--[\n\u200c\u200d]]/gv;

/** The text as it is printed. */
export const toPrinted = (text: string): string =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(spaces, ' ').replace(unseen, '');

/** The text as Typst gets it: U+E000 and U+E001 enclose what is set in a run of its own. */
export const toPaperText = (text: string): string =>
  toPrinted(text).replace(pieces, (piece, ofRight?: string, ofLeft?: string) =>
    (ofRight ?? ofLeft) === undefined ? piece : `\ue000${piece}\ue001`,
  );
