/** Texts of sending by hand, where a clerk sends each message in her own WhatsApp. */
import { plural } from './plural.ts';

export const byHandWords = {
  title: 'Send by hand',
  short: 'By hand',
  start: 'Send them by hand',
  about:
    'Qasid opens each chat in your own WhatsApp with the text in it. You press send there, and say here what you did.',
  progress: (done: number, all: number) =>
    `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} done`,
  skipped: (count: number) => `${count.toLocaleString('en-US')} skipped`,
  open: 'Open in WhatsApp',
  openAgain: 'Open it again',
  blocked: 'The browser did not open a new tab. Allow it to for this page, or use this link:',
  link: 'Open the chat',
  didSend: 'Sent',
  skip: 'Skip',
  notSent: 'Not sent',
  whatNow: 'Did you send it?',
  whatThen: (at: string) =>
    `You opened this chat ${at} and did not say whether you sent the message. Did you send it?`,
  lookFirst: 'If you are not sure, look in the chat first, so that no family gets it twice.',
  media: 'Attach this file in WhatsApp yourself; the text can be its caption.',
  download: 'Save the file',
  toForeign: 'Open the file',
  preview: 'Message',
  noName: 'No name',
  allDone: 'All done',
  allDoneText: (sent: number, skipped: number) =>
    `${plural(sent, 'message was', 'messages were')} sent by hand${skipped > 0 ? `, ${skipped.toLocaleString('en-US')} skipped` : ''}.`,
  nothing: 'Nothing waits to be sent by hand',
  nothingText: 'Write a message, and its chats wait here to be opened one after the other.',
  held: 'This send is held up',
  heldText: (count: number) =>
    `${plural(count, 'message waits', 'messages wait')}: the send is paused, begins later, or a colleague has a chat open.`,
  write: 'Write a message',
  toOutbox: 'See them in the Outbox',
  notByHand: 'This campus does not send by hand.',
  notByHandText: 'Messages go out by themselves. How is chosen at WhatsApp number.',
  mayNot: 'You do not have the right to send messages.',
  colleague: 'A colleague has this chat open. Go on with the next one.',
  notWaiting: 'This message does not wait any more. Go on with the next one.',
  undecided: 'Say first whether this message was sent.',
  comesAgain: 'Put back: it comes again at the end.',
  keys: 'Keys: O opens the chat, S sent, X not sent',
} as const;
