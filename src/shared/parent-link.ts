/** The address of a family's page. */

/** What links begin with; undefined where Qasid is not reached by https: then no family is given one. */
export const linkBase = (publicUrl: string | undefined): string | undefined =>
  publicUrl?.startsWith('https:') ? `${publicUrl}/p/` : undefined;

/** What stands for a link where a message is only looked at: as long as one, and nobody can open it. */
export function maskedLink(publicUrl: string | undefined): string | undefined {
  const base = linkBase(publicUrl);
  return base === undefined ? undefined : base + '•'.repeat(22);
}

const scanned = /^https?:\/\/[^\s/]+(?:\/[^\s/]+)*?\/p\/([\w-]{22})(?:[/?#]\S*)?$/i;

/**
 * The token of a link that was scanned or pasted alone; undefined of any other text. It says whose link it is, the host
 * does not: a paper that was printed under an earlier address is good still.
 */
export const tokenOfLink = (text: string): string | undefined => scanned.exec(text.trim())?.[1];
