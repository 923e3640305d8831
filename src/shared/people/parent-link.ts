/** The address of a family's page. */

/** The beginning of every link; undefined if Qasid is not reached by HTTPS. Then no family gets a link. */
export const linkBase = (publicUrl: string | undefined): string | undefined =>
  publicUrl?.startsWith('https:') ? `${publicUrl}/p/` : undefined;

/** A link for a preview: as long as a real link, but it opens nothing. */
export function maskedLink(publicUrl: string | undefined): string | undefined {
  const base = linkBase(publicUrl);
  return base === undefined ? undefined : base + '•'.repeat(22);
}

const scanned = /^https?:\/\/[^\s/]+(?:\/[^\s/]+)*?\/p\/([\w-]{22})(?:[/?#]\S*)?$/i;

/**
 * The token of a link that was scanned or pasted alone; undefined for any other text. The host is not checked, so that
 * a paper printed under an earlier address still works.
 */
export const tokenOfLink = (text: string): string | undefined => scanned.exec(text.trim())?.[1];
