/** Adds the API key that created a send. It is null if a person or the program created the send. */
export const name = '0092-send-by-key';

export const statements = (): string[] => ['alter table broadcast add column "keyID" text'];
