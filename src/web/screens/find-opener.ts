import { createContext } from 'react';

/** A function that opens the search for everything. Its argument is the text to begin with, which may be empty. */
export const FindOpener = createContext<(text: string) => void>(() => {});
