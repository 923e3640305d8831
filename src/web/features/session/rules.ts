/** Only a path of this site is returned to after signing in, never another site. */
export const safeReturn = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') && !to.startsWith('/sign-in')
    ? to
    : '/send-messages';
