/** What a user may do in one campus. Enforced by the server, shown by the screen. */
export const rightNames = ['view', 'add', 'edit', 'delete', 'outbox', 'admin'] as const;

export type Right = (typeof rightNames)[number];
export type Rights = Record<Right, boolean>;

/** A call asks for one right, or for any one of several. */
export type Needed = Right | readonly Right[];

export const allRights: Rights = {
  view: true,
  add: true,
  edit: true,
  delete: true,
  outbox: true,
  admin: true,
};

/** Whether these rights are enough. A list means: any of them. */
export const has = (rights: Rights, needed: Needed): boolean =>
  typeof needed === 'string' ? rights[needed] : needed.some((right) => rights[right]);

/** The spec hides the left sidebar from those who may only look. */
export const maySeeSidebar = (rights: Rights): boolean => has(rights, ['add', 'edit', 'delete']);

/** The spec's rule for the message box and everything that sends. */
export const maySend = (rights: Rights): boolean => has(rights, ['add', 'edit']);
