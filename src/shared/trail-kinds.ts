/** Who and what the trail speaks of. */

/** Who did it. `program`: by itself, or as a parent's message asks; `operator`: by a command on its computer. */
export const actorKinds = ['user', 'key', 'program', 'operator'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** `id`: of the user or the key; both empty where it is neither. */
export type Actor = { readonly kind: ActorKind; readonly id: string; readonly name: string };

/** Who asks, and from which address; null where no request asks. */
export type Origin = { readonly actor: Actor; readonly address: string | null };

export const theProgram: Origin = { actor: { kind: 'program', id: '', name: '' }, address: null };
export const theOperator: Origin = { actor: { kind: 'operator', id: '', name: '' }, address: null };

/** What a change is about; the trail can be narrowed to one of them. */
export const aboutKinds = [
  'person',
  'key',
  'school',
  'group',
  'bill',
  'student',
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

/** Of these each page shows its own history. */
export const historyKinds = ['bill', 'group', 'template', 'person'] as const;
export type HistoryKind = (typeof historyKinds)[number];
