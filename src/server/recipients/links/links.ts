/** Creates links for families: one for each number of a campus, when it is first needed. */
import { linkBase } from '#shared/people/parent-link.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { insertLinks, listLinks } from './links-queries.ts';
import { tokenBytes } from './links-rules.ts';

type TokenNeeds = { now: Date; runtime: Pick<Deps['runtime'], 'randomBytes'> };

/** Returns the token of the page of each of these numbers (E.164). */
export async function tokensOf(
  scope: Scope,
  { now, runtime }: TokenNeeds,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const unique = [...new Set(numbers)];
  const existing = await listLinks(scope, unique);
  const tokens = new Map(existing.map(({ number, token }) => [number, token]));
  const lacking = unique.filter((number) => !tokens.has(number));
  if (lacking.length === 0) return tokens;
  const made = lacking.map((number) => ({
    number,
    token: runtime.randomBytes(tokenBytes).toString('base64url'),
  }));
  await insertLinks(scope, made, now.toISOString());
  // Another transaction may have created some of these links in the meantime, so they are read again.
  for (const { number, token } of await listLinks(scope, lacking)) tokens.set(number, token);
  return tokens;
}

export type LinkNeeds = Pick<Deps, 'config' | 'now' | 'runtime'>;

/**
 * Returns the address of the page of those of these numbers that have one. For callers that only read. The result is
 * empty when Qasid is not reached by https.
 */
export async function existingLinksOf(
  scope: Scope,
  { config }: Pick<LinkNeeds, 'config'>,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const base = linkBase(config.publicUrl);
  if (base === undefined) return new Map();
  const links = await listLinks(scope, [...new Set(numbers)]);
  return new Map(links.map(({ number, token }) => [number, base + token]));
}

/**
 * Returns the address of the page of each of these numbers, and creates the missing ones. The result is empty when
 * Qasid is not reached by https.
 */
export async function linksOf(
  scope: Scope,
  { config, now, runtime }: LinkNeeds,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const base = linkBase(config.publicUrl);
  if (base === undefined) return new Map();
  const tokens = await tokensOf(scope, { now: now(), runtime }, numbers);
  return new Map(Array.from(tokens, ([number, token]) => [number, base + token]));
}
