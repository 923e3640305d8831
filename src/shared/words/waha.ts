/** What a clerk reads of a WAHA gateway and of the phone that is linked to it. */
export const wahaWords = {
  notSetUp: 'The gateway of this campus is not set up. Give its address and its key at WhatsApp number',
  unreachable: 'The gateway cannot be reached. Look whether its computer is on and connected',
  lost: 'May have been sent: the gateway’s answer did not arrive',
  noID: 'May have been sent: the gateway did not say what it did',
  broken: (status: number) => `May have been sent: the gateway answered with its own error ${status}`,
  unread: 'The gateway answered with something that cannot be read',
  refusedKey: 'The gateway does not take the key. Give its API key anew at WhatsApp number',
  movedAway: 'This is not the address of a gateway: it points elsewhere',
  engine: (name: string) =>
    `The gateway works with ${name}, by which a lost answer cannot be found again. Set its engine to NOWEB or GOWS`,
  noSession: 'The gateway does not know this session. Link the phone at WhatsApp number',
  notWorking: {
    off: 'The linked phone is switched off at the gateway. Start it at WhatsApp number',
    starting: 'The gateway is still starting',
    scan: 'The phone is not linked any more. Scan the code at WhatsApp number',
    failed: 'The gateway lost the phone. Link it anew at WhatsApp number',
  },
  /** It may stay so: github.com/devlikeapro/waha, issues 1043, 1218 and 2243. */
  stuck:
    'The gateway has been starting for more than a minute. Start it again here. If that does not help, look whether its computer reaches the internet, and start the gateway’s program (its container) anew.',
  timelock:
    'WhatsApp does not let this number begin new chats at the moment. Wait a day and send to fewer new numbers',
  notDelivered: 'WhatsApp did not take it from this phone. The number may be restricted',
  tooFast: 'The gateway asks to slow down',
  refused: (why: string) => (why === '' ? 'The gateway refuses this message' : `The gateway refuses: ${why}`),
  captionTooLong: 'The text is longer than the 1,024 characters that WhatsApp takes under a picture',
  textTooLong: 'The text is longer than the 4,096 characters that WhatsApp takes',
  noFile: 'The picture or video of this message is not here any more',
  noLink: 'The picture or video of this message is not at its address any more',
  linkUnreachable: 'The site with the picture or video of this message cannot be reached',
  fileTooLarge: 'The file is larger than is taken here',
  foreignFile: 'This file does not lie at the gateway',
  noFileThere: 'The gateway does not have this file any more',
  noHookUrl: 'Qasid has no address of its own that the gateway can call. Set PUBLIC_URL',
  location: 'Sent a location',
  contact: 'Sent a contact',
  unshown: 'Sent something that cannot be shown here. Look at the phone',
  mediaLost: 'Sent a file that the gateway could not get. Look at the phone',
  reacted: (sign: string) => `Reacted with ${sign}`,
} as const;
