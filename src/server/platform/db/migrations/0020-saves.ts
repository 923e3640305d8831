/** Stores a digest of each save, so that the same id with other content is refused. */
export const name = '0020-saves';

export const statements = (): string[] => [
  // SHA-256 of the request; empty for saves without an id, or before this version.
  `alter table import add column content text not null default ''`,
];
