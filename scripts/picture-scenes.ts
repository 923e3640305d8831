/** The pages that `pictures.ts` draws, each with a name and an address. */

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
  /** A finished send with failures. */
  run: number;
};

/** Pages without a billing. */
const ofNothing = (chat: string): Scene[] => [
  { name: 'counter', path: '/counter' },
  { name: 'bank', path: '/bank' },
  { name: 'by-hand', path: '/by-hand' },
  { name: 'reports-ageing', path: '/reports?report=ageing' },
  { name: 'reports-defaulters', path: '/reports?report=defaulters' },
  { name: 'reports-day-book', path: '/reports?report=day-book' },
  { name: 'reports-heads', path: '/reports?report=heads' },
  { name: 'without-number', path: '/send-messages?todo=numbers' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-vouchers', path: '/settings?part=vouchers' },
  { name: 'settings-trail', path: '/settings?part=trail' },
  { name: 'backups', path: '/settings/backups' },
  { name: 'demo-phone-open', path: `/demo-phone?number=${chat}` },
  { name: 'whatsapp-number', path: '/whatsapp-number' },
  { name: 'demo-phone', path: '/demo-phone' },
  { name: 'not-found', path: '/nothing-here' },
];

export function scenesOf({
  newest,
  longID,
  many,
  member,
  number,
  longMember,
  phone,
  message,
  run,
}: Ids): Scene[] {
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
    { name: 'billing-table', path: `${desk('')}&as=table` },
    { name: 'family', path: desk(`&panel=family&member=${member}`) },
    { name: 'family-long', path: `/send-messages?billing=${longID}&panel=family&member=${longMember}` },
    { name: 'member', path: desk(`&panel=member&member=${member}`) },
    { name: 'member-long', path: `/send-messages?billing=${longID}&panel=member&member=${longMember}` },
    { name: 'chats', path: '/chats' },
    { name: 'chat', path: `/chats?chat=${chat}` },
    { name: 'chat-of-member', path: desk(`&panel=chat&chat=${encodeURIComponent(number)}&member=${member}`) },
    { name: 'templates', path: '/templates' },
    { name: 'template-new', path: '/templates?template=new' },
    { name: 'students', path: '/students' },
    { name: 'students-add', path: '/students?panel=add' },
    { name: 'students-import', path: '/students?panel=import' },
    { name: 'students-send', path: '/students?panel=send' },
    { name: 'messages', path: '/outbox' },
    { name: 'send-mend', path: `/outbox?run=${run}` },
    { name: 'outbox-failed', path: '/outbox?status=failed' },
    { name: 'outbox-message', path: `/outbox?message=${message}` },
    { name: 'outbox-nothing', path: '/outbox?q=nobody-has-this-name' },
    { name: 'print', path: `/print?billing=${newest}` },
    ...ofNothing(chat),
  ];
}

/** Pages of a new, empty school. */
export const empty: Scene[] = [
  { name: 'empty-billings', path: '/send-messages' },
  { name: 'empty-send', path: '/send-messages?panel=send' },
  { name: 'empty-imports', path: '/send-messages?panel=imports' },
  { name: 'empty-chats', path: '/chats' },
  { name: 'empty-templates', path: '/templates' },
  { name: 'empty-students', path: '/students' },
  { name: 'empty-students-send', path: '/students?panel=send' },
  { name: 'empty-outbox', path: '/outbox' },
  { name: 'empty-bank', path: '/bank' },
  { name: 'empty-counter', path: '/counter' },
  { name: 'empty-reports', path: '/reports?report=ageing' },
  { name: 'empty-whatsapp-number', path: '/whatsapp-number' },
  { name: 'empty-demo-phone', path: '/demo-phone' },
];
