/** Adds the API key that made a send; null if a person or the program made it. */
export const name = '0092-send-by-key';

export const statements = (): string[] => ['alter table broadcast add column "keyID" text'];
