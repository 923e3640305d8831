import type { ChatItem, Conversation } from '#shared/calls/chat.ts';
import { addDays, clockIn, dayIn, formatDay } from '#shared/dates.ts';
import { isDocument, isVideo } from '#shared/media.ts';
import { handedOver } from '#shared/message-states.ts';
import { type PlaceholderName, placeholdersIn } from '#shared/placeholders.ts';
import { chatWords } from '#shared/words/chats.ts';
import { scheduleWords } from '#shared/words/scheduling.ts';
import { sendWords } from '#shared/words/sending.ts';
import type { Press } from '../../lib/idempotency.ts';
import { withoutMarks } from '../../ui/whatsapp-marks.ts';

export type ChatDay = { day: string; items: ChatItem[] };

/** The conversation by days of the campus's time zone, `YYYY-MM-DD`. */
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

/** Today, Yesterday, or the date. */
export function nameOfDay(day: string, now: Date, timeZone: string): string {
  if (day === dayIn(timeZone, now)) return chatWords.today;
  return day === dayIn(timeZone, new Date(now.getTime() - oneDay)) ? chatWords.yesterday : formatDay(day);
}

/** `14:05` in the campus's time zone. */
export const timeOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

/** `today at 14:05`, `tomorrow at 09:00`. */
export function sayUntil(instant: string, now: Date, timeZone: string): string {
  const at = new Date(instant);
  const [day, today, time] = [dayIn(timeZone, at), dayIn(timeZone, now), clockIn(timeZone, at)];
  if (day === today) return scheduleWords.today(time);
  return day === addDays(today, 1) ? scheduleWords.tomorrow(time) : scheduleWords.onDay(formatDay(day), time);
}

/** When in a list: today its hour, in the six days before that the weekday, else the date. */
export function whenOf(instant: string, now: Date, timeZone: string): string {
  const at = new Date(instant);
  const day = dayIn(timeZone, at);
  const today = dayIn(timeZone, now);
  if (day === today) return timeOf(instant, timeZone);
  const daysAgo = (Date.parse(today) - Date.parse(day)) / oneDay;
  if (daysAgo > 6) return formatDay(day);
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }).format(at);
}

/** The latest of a conversation in one line. */
export function latestOf({ text, media, audio }: Pick<Conversation, 'text' | 'media' | 'audio'>): string {
  if (text !== '') return withoutMarks(text);
  if (audio !== '') return chatWords.voice;
  if (isDocument(media)) return chatWords.document;
  return isVideo(media) ? chatWords.video : chatWords.photo;
}

/** Whoever pays for them, where the roster knows; else the name by which they were written to. */
export const nameOf = ({ fatherName, name }: Pick<Conversation, 'fatherName' | 'name'>): string =>
  fatherName || name;

const childOf = ({ name, class: className, section }: Conversation['children'][number]): string =>
  [name, [className, section].filter(Boolean).join('-')].filter(Boolean).join(' ');

/** Two children by name and class, of more the first and how many others. */
export function childrenOf(children: Conversation['children']): string {
  const [first, ...others] = children;
  if (!first) return '';
  if (others.length < 2) return children.map(childOf).join(', ');
  return chatWords.andMore(childOf(first), others.length);
}

/** Whoever is next in the list once this one is done with: the one behind it, else the one before. */
export function numberAfter(
  conversations: readonly Pick<Conversation, 'number'>[],
  number: string | undefined,
): string | undefined {
  const at = conversations.findIndex((one) => one.number === number);
  return (conversations[at + 1] ?? (at > 0 ? conversations[at - 1] : undefined))?.number;
}

// As numbers are separated when they are read; a hyphen or a space stands within one.
const separators = /[,;/|&\n\r\t\u060c\u061b]+|(?<!\s)\s+(?:and|or)\s+/i;
const digitsOf = (text: string): string => text.replace(/\D/g, '');
/** The shortest that is more than an extension or a house. */
const leastDigits = 7;

/** The numbers of a field as typed, each once. */
export function numbersIn(typed: string): string[] {
  const parts = typed.split(separators).map((part) => part.trim());
  return [...new Set(parts.filter((part) => digitsOf(part).length >= leastDigits))];
}

/** Mobile numbers of the region have ten digits behind the zero or the country's code. */
const nationalDigits = 10;

/** The same for `0300-1234567` and `+923001234567`: to keep what belongs to a number, not to call it. */
export const tailOf = (number: string): string => digitsOf(number).slice(-nationalDigits);

const isSame = (one: string, other: string): boolean => tailOf(one) === tailOf(other);

/** Which of a member's numbers is meant by `asked`, one number or a field with several, and all one may choose from. */
export function numbersOf(asked: string, typed: string): { number: string; numbers: string[] } {
  const numbers = numbersIn(typed);
  const wanted = numbersIn(asked)[0] ?? asked;
  const number = numbers.find((one) => isSame(one, wanted)) ?? wanted;
  return { number, numbers: numbers.includes(number) ? numbers : [number, ...numbers] };
}

export const hasNumber = (typed: string, number: string): boolean =>
  numbersIn(typed).some((one) => isSame(one, number));

/** As the server has it: by instant, of one instant theirs first, and then as they were stored. */
function compare(one: ChatItem, other: ChatItem): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  if (one.fromAdmin !== other.fromAdmin) return one.fromAdmin ? 1 : -1;
  return messageIDOf(one) - messageIDOf(other);
}

/** The entries of several pages as one conversation, each once. */
export function joinPages(pages: readonly (readonly ChatItem[])[]): ChatItem[] {
  return [...new Map(pages.flat().map((item) => [item.id, item])).values()].sort(compare);
}

/** Whether nothing more is to be expected of it but what the provider tells: neither a try nor a person's word. */
export const isSettled = ({ status, isDecided }: ChatItem): boolean =>
  status === null || handedOver.includes(status) || (status === 'unknown' && isDecided);

const isInbound = ({ fromAdmin }: ChatItem): boolean => !fromAdmin;

export const newestInbound = (items: readonly ChatItem[]): string | undefined =>
  items.findLast(isInbound)?.id;

/** The first of the `count` latest that they wrote, up to the one of this id. */
export function firstOfLatest(items: readonly ChatItem[], upTo: string, count: number): string | undefined {
  const at = items.findIndex(({ id }) => id === upTo);
  return items
    .slice(0, at + 1)
    .filter(isInbound)
    .slice(-count)[0]?.id;
}

/** How many they wrote after the item of this id. */
export function countAfter(items: readonly ChatItem[], id: string | undefined): number {
  const at = items.findIndex((item) => item.id === id);
  return at < 0 ? 0 : items.slice(at + 1).filter(isInbound).length;
}

/** Whether we have written since; what was answered is not new any more. */
export function isAnswered(items: readonly ChatItem[], id: string): boolean {
  const at = items.findIndex((item) => item.id === id);
  return items.slice(at + 1).some(({ fromAdmin }) => fromAdmin);
}

/** `m12` is our message 12. */
export const messageIDOf = ({ id }: Pick<ChatItem, 'id'>): number => Number(id.slice(1));

/** `templateID`: what the text was begun with. */
export type ChatDraft = { message: string; media: string; templateID: number | null; press: Press | null };
export const emptyDraft: ChatDraft = { message: '', media: '', templateID: null, press: null };

/**
 * The draft as the calls take it: with bills only where it has their values to fill in, the children of a family as
 * one. `templateID`: the text is this template's, unchanged.
 */
export function bodyOf(
  { message, media }: Pick<ChatDraft, 'message' | 'media'>,
  billIDs: readonly number[],
  templateID?: number,
) {
  const contactIDs = placeholdersIn(message).length > 0 ? [...billIDs] : [];
  return { message, media, contactIDs, family: contactIDs.length > 1, templateID };
}

/** A quick answer in place of nothing, or behind what is written already: nobody loses what she has begun. */
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

/** The spec's search: a case-insensitive substring. */
export const holdsText = (texts: readonly string[], search: string): boolean =>
  texts.some((text) => text.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));

/** A placeholder as the screen calls it. */
export const nameOfValue = (name: string): string => sendWords.placeholders[name as PlaceholderName] ?? name;
