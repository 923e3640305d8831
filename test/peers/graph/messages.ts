/** Messages: checked strictly, accepted or refused, recorded, and followed by their statuses. */
import type { Account, PhoneNumber } from './account.ts';
import type { Agenda } from './agenda.ts';
import { chanceOf, type Fault, type FaultKind, type Faults, takesAll } from './faults.ts';
import type { Change, Hooks } from './hooks.ts';
import { type Ids, makeWamid } from './ids.ts';
import type { Limits } from './limits.ts';
import type { MediaStore } from './media.ts';
import { metadataOf, type Person, profileName } from './people.ts';
import { failureOf, Refusal } from './refusals.ts';
import { demand, type MessageSent, message } from './shapes.ts';
import { demandFilled } from './template-use.ts';
import type { Template, Templates } from './templates.ts';

type StatusUpdate = { status: string; code?: number };

/** An accepted message. This is the only record of what was sent. */
export type Accepted = {
  wamid: string;
  to: string;
  /** `biz_opaque_callback_data`, or empty. */
  opaque: string;
  type: MessageSent['type'];
  /** The text as the parent reads it. */
  text: string;
  body: MessageSent;
  template: string | undefined;
  /** `utility` or `marketing`; `service` without a template. */
  category: string;
  phoneNumberID: string;
  /** Time by the fake’s clock. */
  at: number;
  fault: FaultKind | undefined;
  /** The statuses that were reported and answered with 200, in order. */
  statusUpdates: StatusUpdate[];
};

/** Milliseconds after the message was accepted; null: never. */
export type Delays = { sent: number; delivered: number | null; read: number | null };

type Taken = { accepted: Accepted; fault: Fault | undefined; answer: object };

type Around = {
  agenda: Agenda;
  ids: Ids;
  account: Account;
  limits: Limits;
  media: MediaStore;
  templates: Templates;
  faults: Faults;
  hooks: Hooks;
  personOf: (number: string) => Person;
  phoneNumberOf: (to: string) => string;
  accepted: Accepted[];
};

export type Messages = {
  /** Messages refused by a fault or a rule, with the code. */
  refused: { to: string; opaque: string; code: number }[];
  /** Neither accepted nor refused: a fault leaves the caller without an answer. */
  lost: { to: string; opaque: string; fault: FaultKind }[];
  /** Throws a Refusal, or returns the accepted message; `accepted` is undefined where a fault prevented it. */
  take: (line: PhoneNumber, given: unknown) => Promise<Taken | { accepted: undefined; fault: Fault }>;
  /** Records a status that was answered with 200. */
  noteTaken: (change: Change) => void;
};

type Status = { id: string; status: string; errors?: { code: number }[] };

const digits = (number: string) => number.replace('+', '');

function pricingOf({ category }: Accepted): object {
  const isFree = category === 'service';
  const type = isFree ? 'free_customer_service' : 'regular';
  return { billable: !isFree, pricing_model: 'PMP', type, category };
}

/** The statuses of one message, each with its delay. */
function planNews(
  delays: Delays,
  person: Person,
  fault: Fault | undefined,
): { status: string; after: number; code?: number }[] {
  const { sent, delivered, read } = delays;
  if (!person.isOnWhatsApp) return [{ status: 'failed', after: sent, code: 131026 }];
  if (fault?.kind === 'failLater') {
    const failed = { status: 'failed', after: sent, code: fault.code };
    return fault.isSent
      ? [
          { status: 'sent', after: sent },
          { ...failed, after: 2 * sent },
        ]
      : [failed];
  }
  const lateBy = fault && 'late' in fault ? (fault.late ?? 0) * 1000 : 0;
  const late = fault?.kind === 'held' ? 3 * sent : lateBy;
  const news = [{ status: 'sent', after: sent + late }];
  if (delivered !== null) news.push({ status: 'delivered', after: delivered + late });
  if (delivered !== null && read !== null && person.tellsRead)
    news.push({ status: 'read', after: read + late });
  if (fault?.kind === 'cutAfter' && fault.only) return news.filter(({ status }) => status === fault.only);
  return news;
}

export function createMessages(around: Around, delays: Delays): Messages {
  const { agenda, ids, limits, media, templates, faults, hooks, personOf, phoneNumberOf, accepted } = around;
  const byWamid = new Map<string, Accepted>();
  const refused: Messages['refused'] = [];
  const lost: Messages['lost'] = [];

  function changeOf(one: Accepted, line: PhoneNumber, news: { status: string; code?: number }): Change {
    const person = personOf(one.to);
    // A failed status names only the number that was sent to.
    const isNamed = person.userID !== undefined && news.status !== 'failed';
    const { userID: _userID, ...unnamed } = person;
    const status = {
      id: one.wamid,
      status: news.status,
      timestamp: String(Math.floor(agenda.now() / 1000)),
      ...profileName(one.to, isNamed ? person : unnamed, ['recipient_id', 'recipient_user_id']),
      ...(one.opaque ? { biz_opaque_callback_data: one.opaque } : {}),
      ...(news.status === 'sent' || news.status === 'delivered' ? { pricing: pricingOf(one) } : {}),
      ...(news.code ? { errors: [failureOf(news.code)] } : {}),
    };
    const value = {
      messaging_product: 'whatsapp',
      metadata: metadataOf(line),
      ...(isNamed && { contacts: [profileName(one.to, person, ['wa_id', 'user_id'])] }),
      statuses: [status],
    };
    return { field: 'messages', value };
  }

  function planTelling(one: Accepted, line: PhoneNumber, fault: Fault | undefined): void {
    let news = planNews(delays, personOf(one.to), fault);
    if (fault?.kind === 'drop') {
      const gone = chanceOf(1, one.opaque).whole(0, news.length - 1);
      news = news.filter((_one, at) => at !== gone);
    }
    if (fault?.kind === 'reorder') {
      const times = news.map(({ after }) => after).reverse();
      news = news.map((one, at) => ({ ...one, after: times[at] ?? 0 }));
    }
    for (const next of news)
      agenda.after(next.after, () => hooks.tell(changeOf(one, line, next), fault?.kind === 'repeat'));
  }

  function checkMedia(body: MessageSent): void {
    const file =
      body.type === 'text' || body.type === 'template'
        ? undefined
        : (body as unknown as Record<string, { id?: string }>)[body.type];
    if (file?.id) media.demandKind(file.id, body.type);
  }

  /** Checks every rule before a fault may apply. */
  function check(
    line: PhoneNumber,
    given: unknown,
  ): { body: MessageSent; text: string; template?: Template } {
    const body = demand(message, given);
    if (body.to === line.number) throw new Refusal(131021);
    checkMedia(body);
    if (body.type === 'template') {
      const { template, text } = demandFilled(body.template, { templates, media });
      return { body, template, text };
    }
    const text =
      body.type === 'text'
        ? body.text.body
        : ((body as unknown as Record<string, { caption?: string }>)[body.type]?.caption ?? '');
    return { body, text };
  }

  function spoil(fault: Fault | undefined, template: Template | undefined): void {
    if (fault?.kind === 'reject')
      throw new Refusal(fault.code, { ...fault, details: fault.details ?? `told to answer ${fault.code}` });
    if (fault?.kind === 'pauseTemplate' && template) {
      if (template.status === 'APPROVED') templates.pause(template.name);
      throw new Refusal(132015, { details: `template name (${template.name}) is paused` });
    }
  }

  function allow(line: PhoneNumber, body: MessageSent, template: Template | undefined): void {
    const number = phoneNumberOf(body.to);
    if (template === undefined) limits.demandOpen(number);
    if (template?.category === 'MARKETING' && personOf(body.to).hasStoppedMarketing)
      throw new Refusal(131050);
    limits.demandRoom(line.id, number);
    if (template && !limits.isOpen(number)) limits.countPerson(number);
  }

  function keep(line: PhoneNumber, checked: ReturnType<typeof check>, fault: Fault | undefined): Accepted {
    const { body, text, template } = checked;
    const one: Accepted = {
      wamid: makeWamid(ids, body.to),
      to: body.to,
      opaque: body.biz_opaque_callback_data ?? '',
      type: body.type,
      text,
      body,
      template: template?.name,
      category: template?.category.toLowerCase() ?? 'service',
      phoneNumberID: line.id,
      at: agenda.now(),
      fault: fault?.kind,
      statusUpdates: [],
    };
    accepted.push(one);
    byWamid.set(one.wamid, one);
    return one;
  }

  function answerOf(one: Accepted, fault: Fault | undefined): object {
    const contacts = [{ input: one.to, wa_id: digits(personOf(one.to).waID ?? one.to) }];
    if (fault?.kind === 'noID') return { messaging_product: 'whatsapp', contacts };
    const status = fault?.kind === 'held' ? 'held_for_quality_assessment' : 'accepted';
    const paced = one.template === undefined ? {} : { message_status: status };
    return { messaging_product: 'whatsapp', contacts, messages: [{ id: one.wamid, ...paced }] };
  }

  async function take(line: PhoneNumber, given: unknown): ReturnType<Messages['take']> {
    const { to = '', biz_opaque_callback_data: opaque = '' } = (given ?? {}) as Partial<MessageSent>;
    try {
      const checked = check(line, given);
      const isFree = checked.template === undefined;
      const fault = faults.choose('messages', { to, name: opaque, isFree });
      spoil(fault, checked.template);
      if (fault && !takesAll.has(fault.kind)) {
        lost.push({ to, opaque, fault: fault.kind });
        return { accepted: undefined, fault };
      }
      allow(line, checked.body, checked.template);
      const one = keep(line, checked, fault);
      if (fault?.kind === 'hookFirst')
        await hooks.tellNow(changeOf(one, line, { status: fault.status ?? 'sent' }));
      planTelling(one, line, fault);
      return { accepted: one, fault, answer: answerOf(one, fault) };
    } catch (error) {
      if (error instanceof Refusal) refused.push({ to, opaque, code: error.code });
      throw error;
    }
  }

  function noteTaken({ value }: Change): void {
    for (const { id, status, errors } of (value as { statuses?: Status[] }).statuses ?? []) {
      const code = errors?.[0]?.code;
      byWamid.get(id)?.statusUpdates.push(code === undefined ? { status } : { status, code });
    }
  }
  return { refused, lost, take, noteTaken };
}
