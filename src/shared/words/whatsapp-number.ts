/** Texts about the WhatsApp number of a campus: how it is connected (errors of the server first), and how it sends. */

import { plural, sayDuration, withoutStop } from '../text/phrases.ts';
import { formatInstant } from '../time/dates.ts';

export const connectionWords = {
  settings: 'Fill in every field of this way of sending.',
  digits: 'This number has only digits. Copy it from Meta’s console.',
  version: 'Write the version like v25.0.',
  url: 'Write the address like https://gateway.example.org.',
  session: 'Use only letters, digits, - and _.',
  secret: 'Type this in: none is saved yet.',
  noProvider: 'This installation cannot send in that way.',
  noSession: 'This way of sending does not use a linked phone.',

  plainGateway:
    'Qasid reaches the gateway over plain http: the key and the messages cross your network unencrypted.',
  hookNotHttps:
    'Meta calls only https addresses. Put a proxy with https in front of Qasid and set PUBLIC_URL. Without PUBLIC_URL, Qasid ignores the address that a proxy reports.',
  hookNotPublic:
    'Meta cannot reach this address: it leads only to this computer or network. Set PUBLIC_URL to the address on the internet.',
  itself: 'This is the address of Qasid itself. Give the address of the gateway.',
  hookLocal:
    'The gateway runs on another computer, where this address means that computer itself. Set PUBLIC_URL to an address that the gateway can reach.',
} as const;

export const qualityWords = { good: 'Good', medium: 'Medium', low: 'Low' } as const;

/** The findings of a test: each says what it found, and what to do if something is wrong. */
export const findingWords = {
  demo: 'The demo phone answers. Nothing leaves this computer.',
  assisted: 'There is nothing to test: each message is sent in your own WhatsApp.',
  reached: {
    cloud: 'WhatsApp answers and accepts the token.',
    waha: 'The gateway answers and accepts the key.',
  },
  reachedTest: (host: string) => `${host} answers in WhatsApp’s place and accepts the token.`,
  number: (number: string, name: string) => [number, name].filter(Boolean).join(' · '),
  noNumber: 'No number yet. It appears when the phone is linked.',
  quality: {
    good: 'Quality: good.',
    medium: 'Quality: medium. Parents have blocked or reported messages; send fewer.',
    low: 'Quality: low. WhatsApp may lower the limit or stop the number; send only what families expect.',
  },
  limit: (perDay: number) =>
    `In 24 hours you may write first to up to ${plural(perDay, 'family', 'families')}.`,
  noLimit: 'WhatsApp does not report a limit of families in 24 hours.',
  hookReached: { cloud: 'WhatsApp calls the webhook.', waha: 'The gateway calls the webhook.' },
  hookWaiting: {
    cloud:
      'WhatsApp has not called yet. Enter the callback URL and the verify token below in Meta’s console, press Verify and save, subscribe to the fields, then write to the number from your own phone.',
    waha: 'The gateway has not called yet. Once the phone is linked, write to it from another phone. If the gateway runs in Docker, localhost there is not this computer: set PUBLIC_URL.',
  },
  session: {
    working: 'The phone is linked.',
    scan: 'Scan the code with the phone.',
    starting: 'The gateway is starting the session.',
    off: 'No phone is linked yet.',
    failed: 'The session has failed. Link the phone again.',
  },
} as const;

/** The four ways to send, in plain words. `says` continues a sentence that begins with `Sends with`. */
export const wayWords = {
  cloud: {
    label: 'WhatsApp Cloud API (recommended)',
    name: 'WhatsApp Cloud API',
    hint: 'WhatsApp’s official way for schools and firms. WhatsApp reports what happened to each message. You need a free account at Meta and templates that WhatsApp approves; most messages cost a little.',
    says: 'the WhatsApp Cloud API',
  },
  waha: {
    label: 'A linked phone, through the program WAHA',
    name: 'Linked phone (through WAHA)',
    hint: 'WAHA is a program that you install. It sends from a phone of the school, as WhatsApp Web does. It needs no templates and costs nothing, but it is against WhatsApp’s terms.',
    says: 'a linked phone',
  },
  assisted: {
    label: 'By hand, in your own WhatsApp',
    name: 'By hand',
    hint: 'Qasid opens one prepared chat after the other, and you press send. Nothing to set up; good for a few dozen messages a day.',
    says: 'your own WhatsApp, by hand',
  },
  demo: {
    label: 'Demo phone',
    name: 'Demo phone',
    hint: 'Made-up phones to try everything on. Nothing leaves this computer.',
    says: 'the demo phone',
  },
} as const;

export const connectWords = {
  title: 'Connection',
  choose: 'How does this campus send?',
  change: 'Change',
  open: 'Connect WhatsApp',
  connect: 'Connect',
  connected: 'Connection saved.',
  cancel: 'Cancel',
  disconnect: 'Disconnect',
  disconnected: 'Disconnected. Messages go to the demo phone.',
  ban: 'WhatsApp bans numbers that send this way, sometimes after a few dozen messages to people who never wrote first. Use a number you can lose, never the school’s main one. Qasid sends slowly, to at most 20 new numbers a day, and stops at the first sign of trouble.',
  assisted: 'Nothing is sent automatically: each message waits in the outbox until you send it by hand.',
  demo: 'Messages arrive on made-up phones until you connect WhatsApp.',
  needed: 'This field is required.',
  stored: 'Saved. Type only to replace it.',
  show: 'Show or hide the text',

  test: 'Test again',
  testing: 'Testing the connection',
  findings: 'What the test found',
  states: { good: 'Good', fair: 'Check this', bad: 'To mend', waiting: 'Waiting' },
  checkedAt: (at: string) => `Last answer on ${at}`,

  hook: 'Webhook',
  hookWhere:
    'In Meta’s console: your app → WhatsApp → Configuration → Webhook → Edit. Paste both, press Verify and save, then subscribe to the fields below.',
  hookUrl: 'Callback URL',
  hookWord: 'Verify token',
  hookFields: 'Fields to subscribe',
  copy: (label: string) => `Copy ${label}`,
  copied: 'Copied',

  trial: 'Send yourself a message',
  trialText: 'Test message from Qasid: this number is connected.',
  trialHint: {
    cloud:
      'Write any WhatsApp message to this number from your own phone first: for the next 24 hours it may write to you freely. This also tests the webhook.',
    waha: 'Send it to a phone other than the linked one.',
    demo: 'It arrives on a demo phone.',
    assisted: '',
  },

  phone: 'Linked phone',
  phoneHow:
    'Open WhatsApp on the phone → Linked devices → Link a device, and point it at the code. The code changes every few seconds.',
  qr: 'Code to scan with WhatsApp',
  phoneStates: {
    off: 'No phone is linked.',
    starting: 'The gateway is starting. The code appears in a moment.',
    scan: 'Waiting for the phone to scan the code.',
    working: 'The phone is linked and works.',
    failed: 'The phone is not linked.',
  },
  link: 'Link a phone',
  startAgain: 'Start again',
  tellAgain: 'Send Qasid’s address to the gateway again',
  unlink: 'Unlink the phone',
  unlinked: 'The phone is unlinked.',
} as const;

/** The webhook fields to subscribe to, named as in Meta's console. */
export const hookFields = [
  'messages',
  'smb_message_echoes',
  'calls',
  'message_template_status_update',
  'template_category_update',
  'message_template_quality_update',
  'user_preferences',
  'account_update',
  'phone_number_quality_update',
  'business_capability_update',
] as const;

/** The steps to a connection, each with its values and where to find them. */
export const stepWords = {
  app: {
    title: 'The app',
    text: 'At developers.facebook.com → My Apps, create an app of type Business and add the product WhatsApp. Then look at App settings → Basic.',
  },
  number: {
    title: 'The number',
    text: 'In the app: WhatsApp → API Setup. Choose or add the school’s number there. No WhatsApp app on a phone may use this number.',
  },
  access: {
    title: 'The token',
    text: 'At business.facebook.com → Settings → Users → System users: add one, assign it the app and the WhatsApp account, and generate a token that never expires with the permissions whatsapp_business_messaging and whatsapp_business_management.',
  },
  gateway: {
    title: 'The gateway',
    text: 'Run WAHA (waha.devlike.pro), 2026.4 or newer, with the engine GOWS or NOWEB, on this computer or beside it.',
  },
} as const;

export const settingWords = {
  appID: { label: 'App ID', hint: 'App settings → Basic, at the top' },
  appSecret: { label: 'App secret', hint: 'App settings → Basic → App secret → Show' },
  phoneNumberID: {
    label: 'Phone number ID',
    hint: 'API Setup, below the number; it is not the number itself',
  },
  wabaID: { label: 'WhatsApp Business Account ID', hint: 'API Setup, beside the phone number ID' },
  token: {
    label: 'Access token',
    hint: 'The token of the system user; the one at API Setup ends after a day',
  },
  version: { label: 'Graph API version', hint: 'Change it only if Meta asks for another version' },
  url: { label: 'Address of the gateway', hint: 'Such as http://127.0.0.1:3001' },
  apiKey: { label: 'API key', hint: 'WAHA_API_KEY in the gateway’s settings' },
  session: { label: 'Session', hint: 'A name for this phone at the gateway' },
} as const;

/** Asked before the way of sending changes: about waiting messages, and about the settings of the old way. */
export const changeWay = {
  title: 'Are you sure?',
  waiting: (messages: number) =>
    `${plural(messages, 'message waits', 'messages wait')} in the outbox and will be sent the new way.`,
  forgotten: 'The settings of the old way are deleted.',
  confirm: 'Yes, change it!',
} as const;

/** Asked before entered values are discarded. */
export const leaveConnecting = {
  title: 'Are you sure?',
  text: 'The connection is not saved. What you typed will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const unlinkPhone = {
  title: 'Are you sure?',
  text: 'Nothing is sent until a phone is linked again.',
  confirm: 'Yes, unlink it!',
} as const;

/** Texts of the screen about the WhatsApp number of a campus and how it sends, in English. */
export const senderWords = {
  readOnly: 'Only an administrator can change this.',
  pace: 'Pace',
  provider: 'Sends with',
  toDemo: 'Open the demo phones',
  stopped: (since: string, reason: string) => `Stopped since ${since}: ${reason}`,
  stoppedText: 'Nothing is sent until somebody resumes it.',
  resume: 'Resume',
  resumed: 'Messages are being sent again.',
  saved: 'Pace saved.',

  speed: 'Speed',
  gap: 'Gap between two messages',
  gaps: {
    none: { label: 'No gap', hint: 'As fast as WhatsApp accepts them.' },
    usual: { label: '5 to 12 seconds', hint: 'A different gap each time, as when a person sends.' },
    own: { label: 'Another gap', hint: 'A different gap each time, between two times that you choose.' },
  },
  gapFrom: 'From, seconds',
  gapTo: 'To, seconds',
  perMinute: 'Limit the messages per minute',
  perMinuteField: 'Messages per minute',
  rest: 'A longer rest from time to time',
  restEvery: 'Messages before each rest',
  restSeconds: 'Rest, seconds',

  numbers: 'Families',
  pair: 'Wait between two messages to the same number',
  pairField: 'Seconds between',
  newPerDay: 'Limit the new numbers per day',
  newPerDayHint: 'Numbers that this WhatsApp number has never written to. The rest follow on the next days.',
  newPerDayField: 'New numbers per day',
  newToday: (count: number) => `${count.toLocaleString('en-US')} today so far.`,

  quiet: 'Quiet times',
  quietHint: 'Replies in chats are still sent.',
  quietHours: 'Quiet hours every day',
  quietFrom: 'From',
  quietTo: 'To',
  quietDays: 'Quiet days',
  quietDaysHint: 'Nothing is sent on these days.',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],

  meaning: 'What this means',
  takes: (messages: number, seconds: number) =>
    `At this pace ${plural(messages, 'message takes', 'messages take')} ${seconds < 60 ? '' : 'about '}${sayDuration(seconds)}.`,
  goesAtOnce: 'Messages are sent as fast as WhatsApp accepts them.',
  quietHoursText: (from: string, to: string) => `Nothing is sent between ${from} and ${to}.`,
  quietDaysText: (days: readonly string[]) => `Nothing is sent on ${joined(days)}.`,
  newFamiliesText: (families: number, perDay: number) =>
    `${families} families whom this number has never written to take ${plural(Math.ceil(families / perDay), 'day', 'days')}.`,

  whole: (least: number, most: number) =>
    `Write a whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}.`,
} as const;

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Asked before changes of the pace are discarded. */
export const leavePace = {
  title: 'Are you sure?',
  text: 'The pace is not saved. Your changes will be lost.',
  confirm: 'Yes, leave it!',
} as const;

/** Texts of the screen about when and how fast a campus sends, and what delays it. */
export const paceWords = {
  title: 'Pace',
  clockShape: 'Write the time as 21:00.',
  gapShape: 'The longest gap must be more than zero, and not shorter than the shortest.',
  quietShape: 'Quiet hours must begin and end at different times.',
  everyDayQuiet: 'Leave at least one day on which messages are sent.',
} as const;

/** Why a campus sends nothing. `timeZone` is that of the campus. */
export const standstillWords = {
  stopped: (reason: string) =>
    `Nothing is being sent: ${withoutStop(reason)}. Press Resume when this is solved.`,
  still: (since: string, timeZone: string) =>
    `Nothing has been sent since ${formatInstant(since, timeZone)}, although messages are due. Restart Qasid. If that does not help, ask the person who runs it to check that its worker is running.`,
} as const;
