/** A provider that takes everything at once, and notes to whom. */
export const acceptInto = (given: string[]) => ({
  send: async (_: unknown, { to, opaque }: { to: string; opaque: string }) => {
    given.push(to);
    return { kind: 'accepted' as const, providerID: opaque };
  },
});
