/** Statements of sections 2, 4, 5, 6, 8 and 9 of the specification that no test can show, and why. */
export const untested: readonly [section: string, statement: string, why: string][] = [
  ['2', 'What the outbox screen contains is not shown', 'left open: test/e2e/outbox.spec.ts shows ours'],
  [
    '2',
    'Unused chat-profile and contact-detail sidebars show placeholder content only',
    'unused: the profile is left out, contact detail is the page of a bill',
  ],
  ['4', 'Where the real values of the rights come from is not shown', 'left open: kept by user and campus'],
  ['4', 'byImport is true', 'a flag within the old page: what it shows is tested'],
  ['4', 'What is done with parsed rows beyond logging is not shown', 'left open: they are checked and saved'],
  ['6', 'Role names: not shown', 'left open: there are rights, and no roles'],
  ['9', 'Delay options of 5 to 12 seconds', 'defined but unused, the specification says'],
  ['9', 'User status options: Active, Do Not Disturb, Away, Offline', 'of the unused profile panel'],
];
