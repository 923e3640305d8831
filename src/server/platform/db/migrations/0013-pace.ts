/** In which order messages were sent, so that failures are counted in that order, and how many a provider refused lately. */
import type { Engine } from '../store.ts';

export const name = '0013-pace';

export const statements = (engine: Engine): string[] => {
  const int = engine === 'postgres' ? 'bigint' : 'integer';
  return [
    `alter table message add column sequence ${int}`,
    `alter table broadcast add column sequence ${int} not null default 0`,
    `alter table broadcast add column failures text not null default ''`,
    `alter table broadcast add column pardoned ${int} not null default 0`,
    // Was counted in the order of the answers.
    `alter table broadcast drop column strikes`,
    `alter table sender add column refused ${int} not null default 0`,
  ];
};
