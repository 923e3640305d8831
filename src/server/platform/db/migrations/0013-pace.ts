/**
 * Stores the order in which messages were sent, so that failures are counted in this order. Also stores the latest
 * refusals of a provider.
 */
import type { Engine } from '../store.ts';

export const name = '0013-pace';

export const statements = (engine: Engine): string[] => {
  const int = engine === 'postgres' ? 'bigint' : 'integer';
  return [
    `alter table message add column sequence ${int}`,
    `alter table broadcast add column sequence ${int} not null default 0`,
    `alter table broadcast add column failures text not null default ''`,
    `alter table broadcast add column pardoned ${int} not null default 0`,
    // `strikes` counted failures in the order of the provider's answers.
    `alter table broadcast drop column strikes`,
    `alter table sender add column refused ${int} not null default 0`,
  ];
};
