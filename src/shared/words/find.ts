/** Texts of Find. */

export const findWords = {
  title: 'Find',
  label: 'Find a family, a bill, a class, a billing, a message, a template or a chat',
  hint: 'Name, registration, phone, father, invoice, class or billing',
  families: 'Families',
  bills: 'Bills',
  classes: 'Classes',
  billings: 'Billings',
  sends: 'Messages',
  templates: 'Templates',
  chats: 'Chats',
  nothingOpen: 'nothing to pay',
  none: (text: string) => `Nothing matches “${text}”.`,
  /** For a scanned link of a family's page that belongs to another school or is revoked. */
  linkUnknown: 'This link is not known here.',
  noneHint: 'Try a part of the name, the last digits of the phone number, or the registration number.',
  elsewhere: 'Elsewhere in Qasid',
  /** There may be more results than the answer has. */
  atLeast: (count: number) => `${count} or more`,
  some: (shown: number, count: string) => `${shown} of ${count}`,
  showMore: (count: number) => `Show ${count} more`,
  choose: 'choose',
  open: 'open',
  openChat: 'open the chat',
  by: 'name, reg, phone, father, class, voucher',
} as const;
