/** A provider that accepts everything at once and notes the numbers. */
import { asking } from './leaving.ts';

export const acceptInto = (given: string[]) => ({
  send: asking((_sender, { to, opaque }) => {
    given.push(to);
    return { kind: 'accepted', providerID: opaque };
  }),
});
