import { signedInCookie } from '#shared/limits.ts';

/** The id of the user who was last signed in in this browser, or undefined. */
export function lastUserID(): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${signedInCookie}=`));
  return found && decodeURIComponent(found.slice(signedInCookie.length + 1));
}

export const wasSignedIn = (): boolean => lastUserID() !== undefined;
