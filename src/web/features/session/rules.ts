import type { Issue } from '#shared/failures.ts';

/** Only a path of this site is returned to after signing in, never another site. */
export const safeReturn = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') && !to.startsWith('/sign-in')
    ? to
    : '/send-messages';

/** What is wrong with each field, by its name. */
export const issuesByField = (issues: readonly Issue[] | undefined): Record<string, string> =>
  Object.fromEntries((issues ?? []).map(({ path, message }) => [path.replace(/^body\./, ''), message]));
