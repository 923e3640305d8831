/** Texts about connecting a campus to WhatsApp: those of the server first, then those of the screen. */
import { plural } from './plural.ts';

export const connectionWords = {
  settings: 'Give what this way of sending needs.',
  digits: 'This is a number of digits only. Copy it as it stands in Meta’s console.',
  version: 'Write the version like v25.0.',
  url: 'Give the address as https://gateway.example.org.',
  session: 'Letters, digits, - and _ only.',
  secret: 'Type this in: none is saved yet.',
  noProvider: 'This installation cannot send that way.',
  noSession: 'This way of sending links no phone.',

  plainGateway:
    'The gateway is asked over plain http: its key and the messages cross your network unencrypted.',
  hookNotHttps:
    'Meta calls only https addresses. Put a proxy with https in front and set PUBLIC_URL: without it, what a proxy says of this address is not believed.',
  hookNotPublic:
    'Meta cannot reach this address: it leads only to this computer or network. Set PUBLIC_URL to the one the internet knows.',
  itself: 'This is the address of Qasid itself. Give the one of the gateway.',
  hookLocal:
    'The gateway runs on another computer, where this address leads to that computer itself. Set PUBLIC_URL to one that it can reach.',
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
  noNumber: 'No number yet. It is known once the phone is linked.',
  quality: {
    good: 'Quality: good.',
    medium: 'Quality: medium. Parents have blocked or reported messages; send fewer.',
    low: 'Quality: low. WhatsApp may lower the limit or stop the number; send only what families expect.',
  },
  limit: (perDay: number) =>
    `Up to ${plural(perDay, 'family', 'families')} may be written to first in 24 hours.`,
  noLimit: 'WhatsApp tells no limit of families in 24 hours.',
  hookReached: { cloud: 'WhatsApp calls the webhook.', waha: 'The gateway calls the webhook.' },
  hookWaiting: {
    cloud:
      'Nothing has come yet. Enter the callback URL and the verify token below in Meta’s console, press Verify and save, subscribe to the fields, then write to the number from your own phone.',
    waha: 'Nothing has come yet. Once the phone is linked, write to it from another phone. If the gateway runs in Docker, localhost there is not this computer: set PUBLIC_URL.',
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
    hint: 'WhatsApp’s own way for schools and firms. It is allowed, and WhatsApp tells what became of each message. Needs a free account at Meta and templates that WhatsApp approves; most messages cost a little.',
    says: 'the WhatsApp Cloud API',
  },
  waha: {
    label: 'A linked phone, through the program WAHA',
    name: 'Linked phone (through WAHA)',
    hint: 'WAHA is a program that you install. It sends from a phone of the school, as WhatsApp Web does. No templates and no fees, but against WhatsApp’s terms.',
    says: 'a linked phone',
  },
  assisted: {
    label: 'By hand, in your own WhatsApp',
    name: 'By hand',
    hint: 'Qasid opens one prepared chat after the other and you press send. Nothing to set up; good for some dozens a day.',
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
  ban: 'WhatsApp bans numbers that send this way, sometimes after some dozens of messages to people who never wrote first. Use a number you can lose, never the school’s main one. Qasid sends slowly, to at most 20 new numbers a day, and stops at the first sign of trouble.',
  assisted: 'Nothing is sent by itself: each message waits in the outbox until you send it by hand.',
  demo: 'Messages arrive on made-up phones until you connect WhatsApp.',
  needed: 'This is needed.',
  kept: 'Saved. Type only to replace it.',
  show: 'Show or hide what is typed',

  test: 'Test again',
  testing: 'Testing the connection',
  findings: 'What the test found',
  states: { good: 'Good', fair: 'Look at this', bad: 'To mend', waiting: 'Waiting' },
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
      'Write any WhatsApp message to this number from your own phone first: for 24 hours from then it may write to you freely. That also shows that the webhook is reached.',
    waha: 'Send it to another phone than the linked one.',
    demo: 'It arrives on a demo phone.',
    assisted: '',
  },

  phone: 'Linked phone',
  phoneHow:
    'Open WhatsApp on the phone → Linked devices → Link a device, and point it at the code. It changes every few seconds.',
  qr: 'Code to scan with WhatsApp',
  phoneStates: {
    off: 'No phone is linked.',
    starting: 'The gateway is starting. The code comes in a moment.',
    scan: 'Waiting for the phone to scan the code.',
    working: 'The phone is linked and works.',
    failed: 'The phone is not linked.',
  },
  link: 'Link a phone',
  startAgain: 'Start it again',
  tellAgain: 'Tell the gateway our address again',
  unlink: 'Unlink the phone',
  unlinked: 'The phone is unlinked.',
} as const;

/** The webhook fields to subscribe to, named as in Meta's console. */
export const hookFields = [
  'messages',
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
    text: 'In the app: WhatsApp → API Setup. Choose or add the school’s number there; it must not be in use in a WhatsApp app on a phone.',
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
  token: { label: 'Access token', hint: 'Of the system user; the one at API Setup ends after a day' },
  version: { label: 'Graph API version', hint: 'Leave it unless Meta asks for another' },
  url: { label: 'Address of the gateway', hint: 'Such as http://127.0.0.1:3001' },
  apiKey: { label: 'API key', hint: 'WAHA_API_KEY in the gateway’s settings' },
  session: { label: 'Session', hint: 'A name for this phone at the gateway' },
} as const;

/** Asked before the way is changed: about waiting messages, and about the values entered for the old way. */
export const changeWay = {
  title: 'Are you sure?',
  waiting: (messages: number) =>
    `${plural(messages, 'message waits', 'messages wait')} in the outbox and will go the new way.`,
  forgotten: 'What was typed in for the old way is forgotten.',
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
  text: 'Nothing goes until a phone is linked again.',
  confirm: 'Yes, unlink it!',
} as const;
