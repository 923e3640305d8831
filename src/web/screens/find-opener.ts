import { createContext } from 'react';

/** Opens the search for everything, with a text that was typed elsewhere or none. */
export const FindOpener = createContext<(text: string) => void>(() => {});
