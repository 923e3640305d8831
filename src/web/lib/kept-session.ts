import { signedInCookie } from '#shared/limits.ts';

/** The id of whoever was signed in in this browser when it was here last; undefined where nobody was. */
export function keptUserID(): string | undefined {
  const kept = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${signedInCookie}=`));
  return kept && decodeURIComponent(kept.slice(signedInCookie.length + 1));
}

export const isSessionKept = (): boolean => keptUserID() !== undefined;
