/** Reasons of a WAHA gateway and its linked phone in words for a clerk, by our reason codes. */
export const wahaReasonWords = {
  wahaNotSetUp: 'The gateway of this campus is not set up. Give its address and its key at WhatsApp number',
  wahaUnreachable: 'The gateway cannot be reached. Look whether its computer is on and connected',
  wahaLost: 'May have been sent: the gateway’s answer did not arrive',
  wahaNoID: 'May have been sent: the gateway did not say what it did',
  wahaBroken: ({ status }: { status: number }) =>
    `May have been sent: the gateway answered with its own error ${status}`,
  wahaUnread: 'The gateway answered with something that cannot be read',
  wahaRefusedKey: 'The gateway does not take the key. Give its API key anew at WhatsApp number',
  wahaMovedAway: 'This is not the address of a gateway: it points elsewhere',
  wahaEngine: ({ name }: { name: string }) =>
    `The gateway works with ${name}, by which a lost answer cannot be found again. Set its engine to NOWEB or GOWS`,
  wahaNoSession: 'The gateway does not know this session. Link the phone at WhatsApp number',
  wahaOff: 'The linked phone is switched off at the gateway. Start it at WhatsApp number',
  wahaStarting: 'The gateway is still starting',
  wahaScan: 'The phone is not linked any more. Scan the code at WhatsApp number',
  wahaFailed: 'The gateway lost the phone. Link it anew at WhatsApp number',
  /** The session may stay in this state: github.com/devlikeapro/waha, issues 1043, 1218 and 2243. */
  wahaStuck:
    'The gateway has been starting for more than a minute. Start it again here. If that does not help, look whether its computer reaches the internet, and start the gateway’s program (its container) anew.',
  wahaTimelock:
    'WhatsApp does not let this number begin new chats at the moment. Wait a day and send to fewer new numbers',
  wahaNotDelivered: 'WhatsApp did not take it from this phone. The number may be restricted',
  wahaTooFast: 'The gateway asks to slow down',
  wahaRefused: ({ why }: { why: string }) =>
    why === '' ? 'The gateway refuses this message' : `The gateway refuses: ${why}`,
  wahaCaptionTooLong: 'The text is longer than the 1,024 characters that WhatsApp takes under a picture',
  wahaTextTooLong: 'The text is longer than the 4,096 characters that WhatsApp takes',
  wahaNoFile: 'The picture or video of this message is not here any more',
  wahaNoLink: 'The picture or video of this message is not at its address any more',
  wahaLinkUnreachable: 'The site with the picture or video of this message cannot be reached',
  wahaFileTooLarge: 'The file is larger than is taken here',
  wahaForeignFile: 'This file does not lie at the gateway',
  wahaNoFileThere: 'The gateway does not have this file any more',
  wahaNoHookUrl: 'Qasid has no address of its own that the gateway can call. Set PUBLIC_URL',
} as const;

/** Sentences for messages of parents that are no text. */
export const wahaInboundWords = {
  location: 'Sent a location',
  contact: 'Sent a contact',
  unshown: 'Sent something that cannot be shown here. Look at the phone',
  mediaLost: 'Sent a file that the gateway could not get. Look at the phone',
  reacted: (sign: string) => `Reacted with ${sign}`,
} as const;
