import { createContext } from 'react';

/** Opens the search for everything, with a text typed elsewhere or an empty one. */
export const FindOpener = createContext<(text: string) => void>(() => {});
