/** A school that sends messages through a fake of WhatsApp's Cloud API. `pictures.ts` draws its pages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../bench/program.ts';
import type { School } from '../bench/school.ts';
import type { Graph } from '../test/peers/graph.ts';

type Bill = { id: number; number: string };
type Approval = { templateID: number; name: string; state: string };

const texts = {
  approved: {
    title: 'Fee reminder',
    message:
      'Assalam o Alaikum. This is a reminder that the fee of *{{name}}* is *Rs. {{total}}*, due on {{dueDate}}. ' +
      'Please pay it at the school office. Thank you.',
  },
  rejected: {
    title: 'Sports day',
    message: 'Dear parents, come to our sports day on Saturday morning and bring your whole family along.',
  },
  pending: {
    title: 'فیس کی یاد دہانی، مختصر',
    message: 'محترم والدین! {{name}} کی فیس ابھی تک جمع نہیں ہوئی۔ براہ کرم جلد جمع کروا دیں۔ شکریہ',
  },
} as const;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 100) throw new Error('the school did not reach the state that the pictures need');
    await wait(200);
  }
}

const post = ({ program, apiRequest }: School, path: string, body: unknown) =>
  ask(program, apiRequest(path, JSON.stringify(body)));

const approvalsOf = async ({ program, apiRequest }: School): Promise<Approval[]> =>
  (await ask(program, apiRequest('/MessageTemplate/Approvals'))).items;

/** Submits a template and returns its id here and its name at WhatsApp. */
async function submit(school: School, text: { title: string; message: string }) {
  const { id }: { id: number } = await post(school, '/MessageTemplate', text);
  const { name }: Approval = await post(school, `/MessageTemplate/${id}/Submit`, {});
  return { id, name };
}

async function addTemplates(school: School, graph: Graph): Promise<{ approved: number; rejected: number }> {
  const [approved, rejected] = [await submit(school, texts.approved), await submit(school, texts.rejected)];
  await submit(school, texts.pending);
  graph.templates.approve(approved.name);
  graph.templates.reject(rejected.name, 'PROMOTIONAL');
  await until(async () =>
    (await approvalsOf(school)).some(
      ({ templateID, state }) => templateID === rejected.id && state === 'rejected',
    ),
  );
  return { approved: approved.id, rejected: rejected.id };
}

/** Sends to some bills with the approved template. One parent then answers with an image, a document and a text. */
async function startConversation(
  school: School,
  graph: Graph,
  recipients: { bills: readonly Bill[]; templateID: number },
) {
  const contactIDs = recipients.bills.map(({ id }) => id);
  const { message } = texts.approved;
  const { templateID } = recipients;
  await post(school, '/Chat/SendWhatsAppGroup', { contactIDs, message, templateID });
  await until(async () => graph.accepted.length > 0 && graph.isIdle());
  const number = graph.accepted[0]?.to ?? '';
  const parent = graph.phone(number);
  // WhatsApp reports whole seconds, and the answer must be later than the message.
  await wait(1100);
  const image = await readFile(join(import.meta.dirname, '../docs/pictures/phone.png'));
  parent.writes({ image, type: 'image/png', caption: 'Bank slip of this month' });
  parent.writes({ document: Buffer.from('%PDF-1.4\n%%EOF\n'), name: 'slip.pdf' });
  parent.writes('Fee jama karwa di hai, shukriya.');
  const { program, apiRequest } = school;
  const chat = () => ask(program, apiRequest(`/Chat/LoadChatAdmin?number=${encodeURIComponent(number)}`));
  await until(async () => JSON.stringify(await chat()).includes('.pdf'));
  return number;
}

/** Connects the school to the fake, adds data, and returns what the pictures need. */
export async function fillConnected(school: School, graph: Graph) {
  const { program, apiRequest } = school;
  const connection = JSON.stringify({ way: 'cloud', cloud: graph.values });
  const { webhook } = await ask(program, apiRequest('/Sender/Connection', connection, 'PUT'));
  await graph.hooks.subscribe(webhook);
  await ask(program, apiRequest('/Sender/Connection/Test', '{}'));
  const templates = await addTemplates(school, graph);
  const [{ id: group }] = await ask(program, apiRequest('/Groups'));
  const page = await ask(program, apiRequest(`/Groups/${group}/Contacts?status=unpaid&take=20`));
  const bills: Bill[] = page.items.filter(({ number }: Bill) => number !== '');
  const open = await startConversation(school, graph, {
    bills: bills.slice(0, 8),
    templateID: templates.approved,
  });
  const closed = bills.at(-1);
  const desk = (more: string) => `/send-messages?billing=${group}${more}`;
  const chat = (number: string, more: string) =>
    desk(`&panel=chat&chat=${encodeURIComponent(number)}${more}`);
  return [
    { name: 'cloud-templates', path: desk('&panel=templates') },
    { name: 'cloud-template-rejected', path: desk(`&panel=templates&template=${templates.rejected}`) },
    { name: 'cloud-template-new', path: desk('&panel=templates&template=new') },
    { name: 'cloud-send', path: desk(`&panel=send&to=${group}`) },
    { name: 'cloud-chat-open', path: chat(open, '') },
    { name: 'cloud-chat-closed', path: chat(closed?.number ?? '', `&member=${closed?.id ?? 0}`) },
    { name: 'cloud-outbox', path: '/outbox' },
    { name: 'cloud-whatsapp-number', path: '/whatsapp-number' },
  ];
}
