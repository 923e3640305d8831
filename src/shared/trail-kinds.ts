/** The actors and subjects of the trail. */

/**
 * Who made a change. `program`: the program itself, or a parent's message; `operator`: a command on the server's
 * computer.
 */
export const actorKinds = ['user', 'key', 'program', 'operator'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** `id`: of the user or the API key; empty for the program and the operator, like `name`. */
type Actor = { readonly kind: ActorKind; readonly id: string; readonly name: string };

/** The actor and the address of the request; null if there was no request. */
export type Origin = { readonly actor: Actor; readonly address: string | null };

export const theProgram: Origin = { actor: { kind: 'program', id: '', name: '' }, address: null };
export const theOperator: Origin = { actor: { kind: 'operator', id: '', name: '' }, address: null };

/** The kinds of things that a change can be about. The trail can be filtered by them. */
export const aboutKinds = [
  'person',
  'key',
  'school',
  'group',
  'bill',
  'student',
  'class',
  'payment',
  'bankFile',
  'moneyAccount',
  'voucher',
  'import',
  'template',
  'snippet',
  'send',
  'contact',
  'sender',
  'backup',
  'trail',
] as const;
export type AboutKind = (typeof aboutKinds)[number];

/** The kinds whose pages show their own history. */
export const historyKinds = ['bill', 'group', 'template', 'person'] as const;
export type HistoryKind = (typeof historyKinds)[number];
