/** A sentence without its full stop, for use inside another sentence. */
export const withoutStop = (sentence: string): string => sentence.replace(/[.\s]+$/, '');
