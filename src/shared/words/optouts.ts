import { withCampus } from '../placeholders.ts';

const plain = (name: string): string => name.trim().toLowerCase();
const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

export const optOutWords = {
  /** The confirmation for a parent who opts out. It is in both languages, because the parent's language is unknown. */
  confirmation: (school: string, campus: string) =>
    withCampus(
      'You will get no more messages from {{campus}}. To get them again, reply START.\nآپ کو {{campus}} کی طرف سے مزید پیغامات نہیں ملیں گے۔ دوبارہ شروع کرنے کے لیے START لکھیں۔',
      isSameName(school, campus) ? campus : `${school}, ${campus}`,
    ),
  /** The notes on opt-outs that no person entered. */
  stoppedInWhatsApp: 'Stopped messages of the school in WhatsApp',
  resumedInWhatsApp: 'Allowed messages of the school again in WhatsApp',
  numberChanged: (to: string) => `The family’s WhatsApp number is now ${to}: change it in their bills`,
} as const;
