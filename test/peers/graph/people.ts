/** The parents’ phones: what they received, and what they do. */
import type { Account, PhoneNumber } from './account.ts';
import type { Agenda } from './agenda.ts';
import type { Change, Hooks } from './hooks.ts';
import { type Ids, makeWamid } from './ids.ts';
import type { Limits } from './limits.ts';
import { type MediaStore, sha256 } from './media.ts';
import type { Accepted } from './messages.ts';

type Written =
  | { text: string }
  | { image: Buffer; caption?: string; type?: string }
  | { audio: Buffer; type?: string }
  | { document: Buffer; name: string; type?: string; caption?: string }
  | { button: { payload: string; text: string }; to?: string }
  | { reaction: string; to: string };

/** How a phone behaves. By default it behaves like most phones. */
export type Person = {
  isOnWhatsApp: boolean;
  /** Whether it sends read receipts. */
  tellsRead: boolean;
  hasStoppedMarketing: boolean;
  /** WhatsApp’s spelling of the number, which may differ from the one written to: Mexico, Brazil, Argentina. */
  waID?: string;
  /** WhatsApp’s own id of the person for this business. Source: developers.facebook.com, "Business-scoped user IDs". */
  userID?: string;
  /** Whether webhooks name the person by the user id only. */
  hidesNumber?: boolean;
};

export type Phone = {
  person: Person;
  /** The messages accepted for it. */
  received: () => Accepted[];
  /** Writes a message and returns its id. `id`: used instead of a new one. */
  writes: (what: string | Written, id?: string) => string;
  /** Opens the window as a message would, but without a webhook. */
  opensWindow: () => void;
  /** Uses WhatsApp’s own switch for marketing. */
  stops: () => void;
  resumes: () => void;
  changesNumber: (to: string) => void;
};

const digits = (number: string) => number.replace('+', '');

/** Names a person in a webhook, under the given field names for number and user id. */
export function profileName<N extends string, U extends string>(
  number: string,
  { waID, userID }: Person,
  [numberName, userName]: [N, U],
): { [Name in N | U]?: string } {
  const named = [[numberName, digits(waID ?? number)], ...(userID ? [[userName, userID]] : [])];
  return Object.fromEntries(named) as { [Name in N | U]?: string };
}

type Around = {
  agenda: Agenda;
  ids: Ids;
  account: Account;
  limits: Limits;
  media: MediaStore;
  hooks: Hooks;
  accepted: readonly Accepted[];
};

export type People = {
  phone: (number: string, line?: PhoneNumber) => Phone;
  personOf: (number: string) => Person;
  /** The number of the phone that a message to this number reaches, which may be WhatsApp’s own spelling. */
  phoneNumberOf: (to: string) => string;
  /** Ids of messages that parents wrote. */
  written: ReadonlySet<string>;
};

export const metadataOf = ({ id, number }: PhoneNumber) => ({
  display_phone_number: digits(number),
  phone_number_id: id,
});

function createWording(around: Around) {
  const { account, media } = around;
  const file = (bytes: Buffer, type: string, name: string) => {
    const { id } = media.keepInbound({ bytes, type, name });
    return { mime_type: type, sha256: sha256(bytes, 'base64'), id };
  };
  const context = (to: string | undefined, line: PhoneNumber) =>
    to === undefined ? {} : { context: { from: digits(line.number), id: to } };

  return (what: Written, line = account.numbers[0]): object => {
    if ('text' in what) return { type: 'text', text: { body: what.text } };
    if ('image' in what) {
      const { image, caption, type = 'image/jpeg' } = what;
      return { type: 'image', image: { ...(caption ? { caption } : {}), ...file(image, type, '') } };
    }
    if ('audio' in what) {
      const type = what.type ?? 'audio/ogg; codecs=opus';
      return { type: 'audio', audio: { ...file(what.audio, type, ''), voice: true } };
    }
    if ('document' in what) {
      const { document, name, type = 'application/pdf', caption } = what;
      const sent = { ...(caption ? { caption } : {}), ...file(document, type, name), filename: name };
      return { type: 'document', document: sent };
    }
    if ('button' in what) return { type: 'button', ...context(what.to, line), button: what.button };
    return { type: 'reaction', reaction: { message_id: what.to, emoji: what.reaction } };
  };
}

export function createPeople(around: Around): People {
  const { agenda, ids, account, limits, hooks, accepted } = around;
  const people = new Map<string, Person>();
  const written = new Set<string>();
  const word = createWording(around);
  const seconds = () => Math.floor(agenda.now() / 1000);

  const phoneNumberOf = (to: string): string => {
    if (people.has(to)) return to;
    for (const [number, { waID }] of people) if (waID === to) return number;
    return to;
  };

  const personOf = (to: string): Person => {
    const number = phoneNumberOf(to);
    const existing = people.get(number);
    if (existing) return existing;
    const person = { isOnWhatsApp: true, tellsRead: true, hasStoppedMarketing: false };
    people.set(number, person);
    return person;
  };

  function phone(number: string, line: PhoneNumber = account.numbers[0]): Phone {
    /** The name in webhooks about the person’s own actions: a hidden number is left out. */
    const named = (numberName: string, userName: string): Record<string, string> => {
      const person = personOf(number);
      const all = profileName(number, person, [numberName, userName]);
      const shown = Object.entries(all).filter(
        ([name]) => !(person.hidesNumber && person.userID && name === numberName),
      );
      return Object.fromEntries(shown) as Record<string, string>;
    };
    const value = (more: object) => ({
      messaging_product: 'whatsapp',
      metadata: metadataOf(line),
      ...more,
    });
    const tell = (field: string, more: object): void =>
      hooks.tell({ field, value: value(more) } satisfies Change);
    const prefer = (action: 'stop' | 'resume') => {
      personOf(number).hasStoppedMarketing = action === 'stop';
      const contact = named('wa_id', 'user_id');
      const preference = {
        ...contact,
        detail: `User requested to ${action} marketing messages`,
        category: 'marketing_messages',
        value: action,
        timestamp: seconds(),
      };
      tell('user_preferences', { contacts: [contact], user_preferences: [preference] });
    };
    const incomingMessage = (message: object, id: string) => ({
      ...named('from', 'from_user_id'),
      id,
      timestamp: String(seconds()),
      ...message,
    });
    return {
      person: personOf(number),
      received: () => accepted.filter(({ to }) => phoneNumberOf(to) === number),
      writes: (what, id = makeWamid(ids, number)) => {
        limits.wrote(line.id, number);
        written.add(id);
        const message = word(typeof what === 'string' ? { text: what } : what, line);
        tell('messages', {
          contacts: [{ profile: { name: 'Parent' }, ...named('wa_id', 'user_id') }],
          messages: [incomingMessage(message, id)],
        });
        return id;
      },
      opensWindow: () => limits.wrote(line.id, number),
      stops: () => prefer('stop'),
      resumes: () => prefer('resume'),
      changesNumber: (to) => {
        const body = `User Parent changed from ${digits(number)} to ${digits(to)}`;
        const system = { body, wa_id: digits(to), type: 'user_changed_number' };
        tell('messages', { messages: [incomingMessage({ type: 'system', system }, makeWamid(ids, number))] });
      },
    };
  }
  return { phone, personOf, phoneNumberOf, written };
}
