/** Which API key made a send; null where a person or the program did. */
export const name = '0092-send-by-key';

export const statements = (): string[] => ['alter table broadcast add column "keyID" text'];
