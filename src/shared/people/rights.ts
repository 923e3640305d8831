/** The rights of a user in one campus. The server enforces them, and the screen shows them. */
export const rightNames = ['view', 'add', 'edit', 'delete', 'outbox', 'admin'] as const;

/** An API key cannot have the right `admin`. */
export const keyRightNames = ['view', 'add', 'edit', 'delete', 'outbox'] as const;

export type Right = (typeof rightNames)[number];
export type Rights = Record<Right, boolean>;

/** The right that a call needs. Of several rights, the caller needs only one. */
export type Needed = Right | readonly Right[];

export const noRights: Rights = {
  view: false,
  add: false,
  edit: false,
  delete: false,
  outbox: false,
  admin: false,
};

export const allRights: Rights = {
  view: true,
  add: true,
  edit: true,
  delete: true,
  outbox: true,
  admin: true,
};

/** Whether a person with these rights may make a call. Of a list, one right is enough. */
export const has = (rights: Rights, needed: Needed): boolean =>
  typeof needed === 'string' ? rights[needed] : needed.some((right) => rights[right]);

/** The spec hides the left sidebar from users who may only view. */
export const maySeeSidebar = (rights: Rights): boolean => has(rights, ['add', 'edit', 'delete']);

/** The spec's rule for the message box and everything that sends. */
export const maySend = (rights: Rights): boolean => has(rights, ['add', 'edit']);

/** Roles are sets of rights to choose from. Only the rights are stored; the role of a person is derived from them. */
export const roles = {
  owner: allRights,
  accounts: { ...allRights, admin: false },
  reception: { ...noRights, view: true, add: true },
  viewer: { ...noRights, view: true },
} as const satisfies Record<string, Rights>;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

export const areSame = (one: Rights, other: Rights): boolean =>
  rightNames.every((right) => one[right] === other[right]);

/** The role with exactly these rights; undefined if no role has them. */
export const roleOf = (rights: Rights): Role | undefined =>
  roleNames.find((role) => areSame(roles[role], rights));
