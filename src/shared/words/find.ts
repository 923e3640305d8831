/** The search for anybody and anything. */

export const findWords = {
  title: 'Find',
  label: 'Find a family, a bill, a billing, a message or a chat',
  hint: 'Name, registration, phone, father, invoice or billing',
  families: 'Families',
  bills: 'Bills',
  billings: 'Billings',
  sends: 'Messages',
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
