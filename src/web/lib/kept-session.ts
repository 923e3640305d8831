import { signedInCookie } from '#shared/limits.ts';

/** The id of the user who was last signed in in this browser, or undefined. */
export function keptUserID(): string | undefined {
  const kept = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${signedInCookie}=`));
  return kept && decodeURIComponent(kept.slice(signedInCookie.length + 1));
}

export const isSessionKept = (): boolean => keptUserID() !== undefined;
