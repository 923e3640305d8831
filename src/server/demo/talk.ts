/** Texts for the demonstration school: messages as parents write them, and the school's answers. */

/** If `answer` is missing, a person marked the message as answered. */
export type Talk = { says: readonly string[]; answer?: string };

/** Answered chats by age in months. The first list is of this month. */
export const answeredTalks: readonly (readonly Talk[])[] = [
  [
    {
      says: ['JazakAllah, kal jama karwa dun ga.'],
      answer: 'Shukriya. Office 1 baje tak khula hai.',
    },
    {
      says: ['Do bachon ki fee ek sath jama ho sakti hai?'],
      answer: 'Ji bilkul, dono ki fee ek sath jama ho sakti hai.',
    },
    { says: ['OK, thank you'] },
  ],
  [
    {
      says: ['Salam, kya fee online transfer ho sakti hai? Account number bhej dein.'],
      answer:
        'Walaikum Assalam. Ji, account number voucher par likha hai. Transfer ke baad slip isi number par bhej dein.',
    },
    {
      says: ['بچے کی طبیعت خراب ہے، فیس پیر کو جمع کروائیں گے۔'],
      answer: 'کوئی بات نہیں۔ اللہ تعالیٰ صحت دے۔',
    },
    {
      says: ['Which bank should I pay in?'],
      answer: 'Any branch of the bank named on the voucher, or the school office until 1 pm.',
    },
    { says: ['Received, thanks'] },
  ],
  [
    {
      says: ['Assalam o Alaikum. Fee jama karwa di hai, slip school bhijwa di hai. Shukriya.'],
      answer: 'Walaikum Assalam. JazakAllah, slip mil gayi hai.',
    },
    {
      says: ['وعلیکم السلام۔ فیس کل بینک میں جمع کروا دیں گے، ان شاء اللہ۔'],
      answer: 'شکریہ۔',
    },
    {
      says: ['Kya due date ke baad fine lage ga?'],
      answer: 'Ji, 10 tareekh ke baad Rs. 1,000 zyada jama karwane hon ge.',
    },
    { says: ['Shukriya'] },
  ],
];

/** Chats of the last hours that have no answer yet, newest first. The first ones have not been seen by anybody. */
export const openTalks: readonly { says: readonly string[]; isSeen: boolean }[] = [
  { says: ['Assalam o Alaikum, fee jama karwa di hai. Receipt kab milay gi?'], isSeen: false },
  { says: ['السلام علیکم! ہم نے فیس بینک میں جمع کروا دی ہے، چیک کر لیں۔'], isSeen: false },
  {
    says: [
      'Main sheher se bahar hoon, do din ka waqt mil sakta hai?',
      'InshaAllah wapas aate hi jama ho jaye gi.',
    ],
    isSeen: false,
  },
  { says: ['My younger son’s name is spelled wrong on the voucher. Please correct it.'], isSeen: false },
  { says: ['کیا فیس دو حصوں میں جمع ہو سکتی ہے؟'], isSeen: false },
  { says: ['Please confirm that our van fee is included.'], isSeen: false },
  { says: ['Paper fund kis cheez ka hai? Pichle mahine nahi tha.'], isSeen: true },
  { says: ['Please send the voucher again, we have lost it.'], isSeen: true },
  { says: ['کیا ہفتے کو دفتر کھلا ہو گا؟'], isSeen: true },
];

/** This month's reminder. Only the demonstration school has it, so that every reminder of a new school is still unsent. */
export const openFeeTemplate = {
  title: 'Fee baqi hai (Roman Urdu)',
  message:
    'Assalam o Alaikum. Yeh fee abhi baqi hai:\n{{name}}, {{month}} {{year}}: *Rs. {{payable}}*\n' +
    'Agar jama karwa chuke hain to is paigham ko rehne dein. Shukriya.\n{{campus}}',
} as const;

/** Tomorrow's reminder. Only the demonstration school has it. */
export const lastReminderTemplate = {
  title: 'Last reminder',
  message:
    'Assalam o Alaikum. This fee is still open:\n{{name}}, {{month}} {{year}}: *Rs. {{payable}}*\n' +
    'Please ignore this message if you have paid.\n{{campus}}',
} as const;
