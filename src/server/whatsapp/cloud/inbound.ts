/** Reads what happens in chats: messages of every type, edits, answers from the phone's own app, and calls. */
import { z } from 'zod';
import { phoneWords } from '#shared/words/chats.ts';
import { cloudInboundWords } from '#shared/words/reasons.ts';
import type { ChatEvent, PersonEvent } from '../webhooks.ts';
import {
  completePerson,
  instant,
  namesOf,
  plainText,
  read,
  someText,
  userIDShape,
  waNumber,
} from './parts.ts';

type ParsedContent = { text: string } & Pick<Extract<ChatEvent, { kind: 'inbound' }>, 'media' | 'payload'>;

const words = plainText.catch('');

const media = z.object({ id: someText, mime_type: words, filename: words, caption: words }).transform(
  ({ id, mime_type, filename, caption }): ParsedContent => ({
    text: caption,
    media: { id, type: mime_type, name: filename },
  }),
);

const pressed = z
  .object({ id: plainText, title: plainText })
  .transform(({ id, title }): ParsedContent => ({ text: title, payload: id }));

/** The answer to a Flow: its fields as JSON. It also has a token, which only the program that sent the Flow needs. */
const flowAnswer = z
  .object({ body: words, response_json: z.string().catch('{}') })
  .transform(({ body, response_json }): ParsedContent => {
    const fields = read(z.record(z.string(), z.unknown()), parseJson(response_json)) ?? {};
    const answers = Object.entries(fields).flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return name === 'flow_token' || text === '' ? [] : [`${name}: ${text}`];
    });
    return { text: cloudInboundWords.flow(body, answers.join('\n')) };
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const place = z
  .object({ latitude: z.number(), longitude: z.number(), name: words, address: words })
  .transform(({ latitude, longitude, name, address }): ParsedContent => {
    const called = [name, address].filter(Boolean).join(', ');
    return { text: cloudInboundWords.location(called, `${latitude},${longitude}`) };
  });

const contact = z
  .object({
    name: z.object({ formatted_name: words }).catch({ formatted_name: '' }),
    phones: z.array(z.object({ phone: words })).catch([]),
  })
  .transform(({ name, phones }) => {
    const numbers = phones.map(({ phone }) => phone).filter(Boolean);
    return cloudInboundWords.contact(name.formatted_name, numbers.join(', '));
  });

/** The schema for each type of message. The content of a message is in a field with the name of its type. */
const kinds: Readonly<Record<string, z.ZodType<ParsedContent>>> = {
  text: z.object({ body: plainText }).transform(({ body }) => ({ text: body })),
  image: media,
  video: media,
  document: media,
  audio: media,
  sticker: media,
  button: z.object({ payload: words, text: plainText }).transform(({ payload, text }) => ({ text, payload })),
  interactive: z.union([
    z.object({ button_reply: pressed }).transform(({ button_reply }) => button_reply),
    z.object({ list_reply: pressed }).transform(({ list_reply }) => list_reply),
    z.object({ nfm_reply: flowAnswer }).transform(({ nfm_reply }) => nfm_reply),
  ]),
  reaction: z.object({ emoji: words }).transform(({ emoji }) => ({
    text: emoji ? cloudInboundWords.reacted(emoji) : cloudInboundWords.reactionGone,
  })),
  location: place,
  contacts: z
    .array(contact)
    .min(1)
    .transform((contacts) => ({ text: contacts.join('\n') })),
};

const envelope = z.looseObject({
  id: someText,
  from: waNumber.optional().catch(undefined),
  from_user_id: userIDShape.optional().catch(undefined),
  to: waNumber.optional().catch(undefined),
  to_user_id: userIDShape.optional().catch(undefined),
  timestamp: instant,
  type: z.string(),
  group_id: z.unknown().optional(),
});
type Envelope = z.infer<typeof envelope>;

const newNumber = z.object({
  wa_id: waNumber,
  type: z.enum(['user_changed_number', 'customer_changed_number']),
});
const edited = z.object({
  original_message_id: someText,
  message: z.looseObject({ type: z.string() }).catch({ type: '' }),
});
const revoked = z.object({ original_message_id: someText });

const fromOf = ({ number, ...more }: { number: string; userID?: string }) => ({ from: number, ...more });

/** Reads the content of a message; undefined if its type is not known or its content has another shape. */
function readContent({
  type,
  ...parts
}: { type: string } & Record<string, unknown>): ParsedContent | undefined {
  const shape = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return shape && read(shape, parts[type]);
}

type InChat = { number: string; userID?: string; at: Date };

/** Reads an edit or a deletion; undefined for another type. */
function readChange(message: Envelope, chat: InChat, unknown: string): ChatEvent | undefined {
  const edit = message.type === 'edit' ? read(edited, message.edit) : undefined;
  if (edit) {
    const { text } = readContent(edit.message) ?? { text: unknown };
    return { kind: 'edited', ...chat, providerID: message.id, originalIDs: [edit.original_message_id], text };
  }
  const gone = message.type === 'revoke' ? read(revoked, message.revoke) : undefined;
  return gone && { kind: 'revoked', ...chat, originalIDs: [gone.original_message_id] };
}

/**
 * Reads a message. It returns an event even if the content cannot be read, because a parent waits for an answer. A
 * message in a group gives no event: it is not written to the school alone.
 */
export function readInbound(part: unknown, contacts: readonly unknown[]): PersonEvent[] {
  const parsed = read(envelope, part);
  if (!parsed || parsed.group_id) return [];
  const { id: providerID, timestamp: at, type } = parsed;
  const writer = namesOf(completePerson({ number: parsed.from, userID: parsed.from_user_id }, contacts));
  if (!writer) return [];
  if (type === 'system') {
    const moved = read(newNumber, parsed.system);
    return moved ? [{ kind: 'numberChanged', ...fromOf(writer), to: moved.wa_id, at }] : [];
  }
  const chat = { ...writer, at };
  const change = readChange(parsed, chat, cloudInboundWords.unsupported);
  if (change) return [change];
  const content = readContent(parsed) ?? { text: cloudInboundWords.unsupported };
  return [{ kind: 'inbound', providerID, ...chat, ...content }];
}

/** Reads a message that somebody of the school wrote in the phone's own app. */
export function readEcho(part: unknown, contacts: readonly unknown[]): ChatEvent[] {
  const parsed = read(envelope, part);
  if (!parsed || parsed.group_id) return [];
  const { id: providerID, timestamp: at } = parsed;
  const reader = namesOf(completePerson({ number: parsed.to, userID: parsed.to_user_id }, contacts));
  if (!reader) return [];
  const chat = { ...reader, at };
  const change = readChange(parsed, chat, phoneWords.unknown);
  if (change) return [{ ...change, isOurs: true } as ChatEvent];
  const { text, media } = readContent(parsed) ?? { text: phoneWords.unknown };
  return [{ kind: 'answered', providerID, ...chat, text, ...(media && { media }) }];
}

const call = z.object({
  id: someText,
  from: waNumber.optional().catch(undefined),
  from_user_id: userIDShape.optional().catch(undefined),
  to: waNumber.optional().catch(undefined),
  to_user_id: userIDShape.optional().catch(undefined),
  event: z.string().optional().catch(undefined),
  direction: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  timestamp: instant,
});

/** Reads a call. Only its end says whether somebody has talked. */
export function readCall(part: unknown, contacts: readonly unknown[]): ChatEvent[] {
  const parsed = read(call, part);
  if (!parsed) return [];
  const isOurs = parsed.direction === 'BUSINESS_INITIATED';
  const [number, userID] = isOurs ? [parsed.to, parsed.to_user_id] : [parsed.from, parsed.from_user_id];
  const person = namesOf(completePerson({ number, userID }, contacts));
  if (!person) return [];
  const outcome = parsed.status === 'COMPLETED' ? 'talked' : 'missed';
  return [
    {
      ...{ kind: 'called', providerID: parsed.id, ...person, at: parsed.timestamp },
      ...(isOurs && { isOurs }),
      ...(parsed.event === 'terminate' && { outcome }),
    },
  ];
}
