/** The address to return to after signing in. Only paths of this site are allowed. */
export const safeReturn = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') && !to.startsWith('/sign-in')
    ? to
    : '/send-messages';
