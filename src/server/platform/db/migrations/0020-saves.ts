/** Stores a digest of each save. A save with the same id and other content is refused. */
export const name = '0020-saves';

export const statements = (): string[] => [
  // The SHA-256 of the request. Empty for saves without an id, and for saves before this version.
  `alter table import add column content text not null default ''`,
];
