import type { ChatItem, Conversation } from '#shared/calls/chat.ts';
import { isDocument, isVideo } from '#shared/messages/media.ts';
import { handedOver } from '#shared/messages/message-states.ts';
import { type PlaceholderName, placeholdersIn } from '#shared/messages/placeholders.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { addDays, clockIn, dayIn, formatDay } from '#shared/time/dates.ts';
import { chatWords } from '#shared/words/chats.ts';
import { scheduleWords, sendWords } from '#shared/words/sending.ts';
import type { Press } from '../../lib/idempotency.ts';

export type ChatDay = { day: string; items: ChatItem[] };

/** Groups a conversation by day, `YYYY-MM-DD` in the campus's time zone. */
export function byDay(items: readonly ChatItem[], timeZone: string): ChatDay[] {
  const days: ChatDay[] = [];
  for (const item of items) {
    const day = dayIn(timeZone, new Date(item.date));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

const oneDay = 24 * 60 * 60_000;

/** Returns Today, Yesterday, or the date. */
export function nameOfDay(day: string, now: Date, timeZone: string): string {
  if (day === dayIn(timeZone, now)) return chatWords.today;
  return day === dayIn(timeZone, new Date(now.getTime() - oneDay)) ? chatWords.yesterday : formatDay(day);
}

/** The time in the campus's time zone, such as `14:05`. */
export const timeOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

/** The day and time in words, such as `today at 14:05` or `tomorrow at 09:00`. */
export function sayUntil(instant: string, now: Date, timeZone: string): string {
  const at = new Date(instant);
  const [day, today, time] = [dayIn(timeZone, at), dayIn(timeZone, now), clockIn(timeZone, at)];
  if (day === today) return scheduleWords.today(time);
  return day === addDays(today, 1) ? scheduleWords.tomorrow(time) : scheduleWords.onDay(formatDay(day), time);
}

/** The time of a message in a list: the time for today, the weekday for the last six days, and otherwise the date. */
export function whenOf(instant: string, now: Date, timeZone: string): string {
  const at = new Date(instant);
  const day = dayIn(timeZone, at);
  const today = dayIn(timeZone, now);
  if (day === today) return timeOf(instant, timeZone);
  const daysAgo = (Date.parse(today) - Date.parse(day)) / oneDay;
  if (daysAgo > 6) return formatDay(day);
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }).format(at);
}

/** The latest message of a conversation as one line of text. */
export function latestOf({ text, media, audio }: Pick<Conversation, 'text' | 'media' | 'audio'>): string {
  if (text !== '') return withoutMarks(text);
  if (audio !== '') return chatWords.voice;
  if (isDocument(media)) return chatWords.document;
  return isVideo(media) ? chatWords.video : chatWords.photo;
}

/** The name of the payer if the roster has one, otherwise the name that is used in messages. */
export const nameOf = ({ fatherName, name }: Pick<Conversation, 'fatherName' | 'name'>): string =>
  fatherName || name;

export type ListedChildren = { shown: { name: string; place: string }[]; more: number };

/** Lists one or two children by name and class. Of three or more, lists only the first and counts the others. */
export function childrenOf(children: Conversation['children']): ListedChildren {
  const shown = children.length > 2 ? children.slice(0, 1) : children;
  return {
    shown: shown.map((child) => ({ name: child.name, place: nameOfClass(child) })),
    more: children.length - shown.length,
  };
}

/** The number that follows `number` in the list. If `number` is the last, the number before it. */
export function numberAfter(
  conversations: readonly Pick<Conversation, 'number'>[],
  number: string | undefined,
): string | undefined {
  const at = conversations.findIndex((conversation) => conversation.number === number);
  return (conversations[at + 1] ?? (at > 0 ? conversations[at - 1] : undefined))?.number;
}

// These characters and words separate the numbers in a field. A hyphen or space may be part of a number.
const separators = /[,;/|&\n\r\t\u060c\u061b]+|(?<!\s)\s+(?:and|or)\s+/i;
const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** A text with fewer digits is an extension or a house number, not a phone number. */
const minDigits = 7;

/** The numbers in a field as they were typed, without duplicates. */
export function numbersIn(typed: string): string[] {
  const parts = typed.split(separators).map((part) => part.trim());
  return [...new Set(parts.filter((part) => digitsOf(part).length >= minDigits))];
}

/** Mobile numbers of South Asia have ten digits after the zero or the country code. */
const nationalDigits = 10;

/** A key that is the same for `0300-1234567` and `+923001234567`. It identifies a number but cannot be called. */
export const keyOfNumber = (number: string): string => digitsOf(number).slice(-nationalDigits);

const isSame = (one: string, other: string): boolean => keyOfNumber(one) === keyOfNumber(other);

/**
 * Finds the number among the member's numbers (`typed`) that `asked` means, and returns all numbers to choose from.
 * `asked` contains one number, or several as in a field.
 */
export function numbersOf(asked: string, typed: string): { number: string; numbers: string[] } {
  const numbers = numbersIn(typed);
  const wanted = numbersIn(asked)[0] ?? asked;
  const number = numbers.find((one) => isSame(one, wanted)) ?? wanted;
  return { number, numbers: numbers.includes(number) ? numbers : [number, ...numbers] };
}

export const hasNumber = (typed: string, number: string): boolean =>
  numbersIn(typed).some((one) => isSame(one, number));

/** Sorts as the server does: by time, then incoming messages first, then in the order in which they were stored. */
function compare(one: ChatItem, other: ChatItem): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  if (one.fromAdmin !== other.fromAdmin) return one.fromAdmin ? 1 : -1;
  return messageIDOf(one) - messageIDOf(other);
}

/** Joins the entries of several pages into one conversation without duplicates. */
export function joinPages(pages: readonly (readonly ChatItem[])[]): ChatItem[] {
  return [...new Map(pages.flat().map((item) => [item.id, item])).values()].sort(compare);
}

/** Whether only receipts can still change the entry, because no attempt or decision will follow. */
export const isSettled = ({ status, isDecided }: ChatItem): boolean =>
  status === null || handedOver.includes(status) || (status === 'unknown' && isDecided);

/** Whether a parent sent the message. A call and a deleted message are never new. */
const isInbound = ({ fromAdmin, kind, change }: ChatItem): boolean =>
  !fromAdmin && kind !== 'call' && change !== 'revoked';

export const newestInbound = (items: readonly ChatItem[]): string | undefined =>
  items.findLast(isInbound)?.id;

/** What the footer says about the message beside its time; '' if nothing. */
export const sayChange = ({ change, fromAdmin, status, kind }: ChatItem): string => {
  if (kind === 'call' || change === 'revoked') return '';
  const said = [change === 'edited' && chatWords.edited, fromAdmin && !status && chatWords.fromPhone];
  return said.filter(Boolean).join(', ');
};

/** Counts `count` incoming messages back from `upTo`, and returns the id of the last one counted. */
export function firstOfLatest(items: readonly ChatItem[], upTo: string, count: number): string | undefined {
  const at = items.findIndex(({ id }) => id === upTo);
  return items
    .slice(0, at + 1)
    .filter(isInbound)
    .slice(-count)[0]?.id;
}

/** The number of incoming messages after this id. */
export function countAfter(items: readonly ChatItem[], id: string | undefined): number {
  const at = items.findIndex((item) => item.id === id);
  return at < 0 ? 0 : items.slice(at + 1).filter(isInbound).length;
}

/** Whether the school has written after this message. An answered message is no longer new. */
export function isAnswered(items: readonly ChatItem[], id: string): boolean {
  const at = items.findIndex((item) => item.id === id);
  return items.slice(at + 1).some(({ fromAdmin }) => fromAdmin);
}

/** The number in an id such as `m12`, which is message 12 of the school. */
export const messageIDOf = ({ id }: Pick<ChatItem, 'id'>): number => Number(id.slice(1));

/** `templateID` is the template from which the text was made. The user may have changed the text since. */
export type ChatDraft = { message: string; media: string; templateID: number | null; press: Press | null };
export const emptyDraft: ChatDraft = { message: '', media: '', templateID: null, press: null };

/**
 * The draft in the format of the calls. Bills are included only if the text has placeholders, and several bills are
 * sent as one family. `templateID` is set only if the text is the unchanged text of this template.
 */
export function bodyOf(
  { message, media }: Pick<ChatDraft, 'message' | 'media'>,
  billIDs: readonly number[],
  templateID?: number,
) {
  const contactIDs = placeholdersIn(message).length > 0 ? [...billIDs] : [];
  return { message, media, contactIDs, family: contactIDs.length > 1, templateID };
}

/** Adds a quick answer to the draft. It is appended to a text that was already typed, so that no input is lost. */
export function addTo(
  { message, media }: Pick<ChatDraft, 'message' | 'media'>,
  quick: Pick<ChatDraft, 'templateID' | 'message' | 'media'>,
): Pick<ChatDraft, 'templateID' | 'message' | 'media'> {
  if (message.trim() === '' && media === '') return quick;
  return {
    templateID: null,
    message: `${message.trimEnd()} ${quick.message}`.trimStart(),
    media: media || quick.media,
  };
}

/** The search of the spec: whether a text contains the search text, regardless of upper and lower case. */
export const holdsText = (texts: readonly string[], search: string): boolean =>
  texts.some((text) => text.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));

/** The name of a placeholder on the screen. */
export const nameOfValue = (name: string): string => sendWords.placeholders[name as PlaceholderName] ?? name;
