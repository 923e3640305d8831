/** What `pictures.ts` draws: each place by a name and its address. */

export type Scene = { name: string; path: string };

export type Ids = {
  newest: number;
  longID: number;
  many: number;
  member: number;
  number: string;
  longMember: number;
  phone: string;
  message: number;
};

export function scenesOf({ newest, longID, many, member, number, longMember, phone, message }: Ids): Scene[] {
  const desk = (more: string) => `/send-messages?billing=${newest}${more}`;
  const chat = encodeURIComponent(phone);
  return [
    { name: 'billings', path: '/send-messages' },
    { name: 'billing', path: desk('') },
    { name: 'members', path: desk('&view=members') },
    { name: 'billing-overdue', path: desk('&status=overdue&q=khan') },
    { name: 'billing-nothing', path: desk('&q=nobody-has-this-name') },
    { name: 'billing-long', path: `/send-messages?billing=${longID}` },
    { name: 'billing-10000', path: `/send-messages?billing=${many}` },
    { name: 'send', path: `/send-messages?billing=${newest}&panel=send&to=${newest}` },
    { name: 'send-to-another', path: `/send-messages?billing=${longID}&panel=send&to=${newest}` },
    { name: 'new-billing', path: desk('&panel=new-billing') },
    { name: 'edit-billing', path: desk('&panel=edit-billing') },
    { name: 'add-members', path: desk('&panel=add-members') },
    { name: 'imports', path: desk('&panel=imports') },
    { name: 'bill', path: desk(`&panel=bill&member=${member}`) },
    { name: 'bill-long', path: `/send-messages?billing=${longID}&panel=bill&member=${longMember}` },
    { name: 'member', path: desk(`&panel=member&member=${member}`) },
    { name: 'member-long', path: `/send-messages?billing=${longID}&panel=member&member=${longMember}` },
    { name: 'chats', path: desk('&panel=chat') },
    { name: 'chat', path: `/send-messages?panel=chat&chat=${chat}` },
    { name: 'chat-of-member', path: desk(`&panel=chat&chat=${encodeURIComponent(number)}&member=${member}`) },
    { name: 'templates', path: desk('&panel=templates') },
    { name: 'template-new', path: desk('&panel=templates&template=new') },
    { name: 'students', path: '/students' },
    { name: 'students-import', path: '/students?panel=import' },
    { name: 'students-send', path: '/students?panel=send' },
    { name: 'outbox', path: '/outbox' },
    { name: 'outbox-failed', path: '/outbox?status=failed' },
    { name: 'outbox-message', path: `/outbox?message=${message}` },
    { name: 'outbox-nothing', path: '/outbox?q=nobody-has-this-name' },
    { name: 'whatsapp-number', path: '/whatsapp-number' },
    { name: 'demo-phone', path: '/demo-phone' },
    { name: 'demo-phone-open', path: `/demo-phone?number=${chat}` },
    { name: 'print', path: `/print?billing=${newest}` },
    { name: 'not-found', path: '/nothing-here' },
  ];
}

/** A school that has just begun. */
export const empty: Scene[] = [
  { name: 'empty-billings', path: '/send-messages' },
  { name: 'empty-send', path: '/send-messages?panel=send' },
  { name: 'empty-imports', path: '/send-messages?panel=imports' },
  { name: 'empty-chats', path: '/send-messages?panel=chat' },
  { name: 'empty-students', path: '/students' },
  { name: 'empty-students-send', path: '/students?panel=send' },
  { name: 'empty-outbox', path: '/outbox' },
  { name: 'empty-whatsapp-number', path: '/whatsapp-number' },
  { name: 'empty-demo-phone', path: '/demo-phone' },
];
