/** A class and its section in one word, `5-A`; empty where the roster does not say. */
export const nameOfClass = (place: { class: string | null; section: string | null }): string =>
  [place.class, place.section].filter(Boolean).join('-');
