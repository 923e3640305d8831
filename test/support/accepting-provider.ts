/** A provider that takes everything at once, and notes to whom. */
import { asking } from './leaving.ts';

export const acceptInto = (given: string[]) => ({
  send: asking((_sender, { to, opaque }) => {
    given.push(to);
    return { kind: 'accepted', providerID: opaque };
  }),
});
