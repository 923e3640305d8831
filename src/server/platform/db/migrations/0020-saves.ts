/** What a save was of, so that its id is not answered for something else. */
export const name = '0020-saves';

export const statements = (): string[] => [
  // SHA-256 of what was sent; empty: from before it was kept, or saved without an id.
  `alter table import add column content text not null default ''`,
];
