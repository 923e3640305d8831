/** Who and what the trail speaks of. */

/** Who did it. `program`: by itself, or as a parent's message asks; `operator`: by a command on its computer. */
export const actorKinds = ['user', 'key', 'program', 'operator'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** What a change is about; the trail can be narrowed to one of them. */
export const aboutKinds = [
  'person',
  'school',
  'group',
  'bill',
  'import',
  'template',
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
