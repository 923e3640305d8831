/** The address that is opened after sign-in. Only paths of this site are allowed. */
export const safeReturn = (to: string | undefined): string =>
  to?.startsWith('/') && !to.startsWith('//') && !to.startsWith('/\\') && !to.startsWith('/sign-in')
    ? to
    : '/send-messages';
