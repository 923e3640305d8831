import { sendWords } from './sending.ts';

/** What is stored as the reason of a message, or as the notice of a broadcast, is a code here; what was stored before is a sentence, and is shown as it is. */

export const reasonCodes = {
  takenBack: 'takenBack',
  /** The provider answered with the id of another message. */
  idTaken: 'idTaken',
  uploading: 'uploading',
  /** Of a broadcast: what it waited for was a time of a wrong clock. */
  clockAhead: 'clockAhead',
  /** Of a reminder that waited: what its bill became. */
  partPaidSince: 'partPaidSince',
  otherSince: 'otherSince',
  /** Never stored: told while it is so. */
  templatePaused: 'templatePaused',
  templateNotTaken: 'templateNotTaken',
} as const;

const sentences: Readonly<Record<string, string>> = {
  [reasonCodes.takenBack]: 'Taken back: it waited in a copy, and may have been sent since the copy was made',
  [reasonCodes.idTaken]:
    'May have been sent: WhatsApp answered with the name of another message, so what becomes of it is not known',
  [reasonCodes.uploading]: 'Waits until its picture, video or document is with WhatsApp: the line is slow',
  [reasonCodes.partPaidSince]:
    'A part was paid before the message was sent, and a reminder would name the whole sum',
  [reasonCodes.otherSince]: 'Neither paid nor to be paid any more when the message was sent',
  [reasonCodes.clockAhead]:
    'A clock was ahead, and messages waited for a time that was far off. It was put right, and they go on.',
  [reasonCodes.templatePaused]: 'Waits: WhatsApp has paused its template',
  [reasonCodes.templateNotTaken]: 'Waits: WhatsApp does not take its template any more',
};

const placeholders: Readonly<Record<string, string>> = sendWords.placeholders;

/** The sentence of a stored reason, as a clerk says it: `{{dueDate}}` is the due date. */
export const reasonIn = (stored: string): string =>
  sentences[stored] ?? stored.replace(/\{\{(\w+)\}\}/g, (_, name: string) => placeholders[name] ?? name);
