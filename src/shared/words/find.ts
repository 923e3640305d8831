/** The search for anybody and anything. */

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
  /** Of the address of a family's page that was scanned: of another school, or revoked. */
  linkUnknown: 'This link is not known here.',
  noneHint: 'Try a part of the name, the last digits of the phone number, or the registration number.',
  elsewhere: 'Elsewhere in Qasid',
  /** There may be others that are not in the answer. */
  atLeast: (count: number) => `${count} or more`,
  some: (shown: number, count: string) => `${shown} of ${count}`,
  showMore: (count: number) => `Show ${count} more`,
  choose: 'choose',
  open: 'open',
  openChat: 'open the chat',
  by: 'name, reg, phone, father, class, voucher',
} as const;
