/** What is stored as the reason of a message is a code here; what was stored before is a sentence, and is shown as it is. */

export const reasonCodes = {
  takenBack: 'takenBack',
} as const;

const sentences: Readonly<Record<string, string>> = {
  [reasonCodes.takenBack]: 'Taken back: it waited in a copy, and may have been sent since the copy was made',
};

/** The sentence of a stored reason. */
export const reasonIn = (stored: string): string => sentences[stored] ?? stored;
