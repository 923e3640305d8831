/** What a person can do about a failed message. Only the code of the failure's reason decides this. */
import type { MessageState } from './message-states.ts';
import type { ReasonCode } from './reasons.ts';

/**
 * `correct`: the number is wrong. `later`: the message can go when the obstacle is gone. `call`: no message reaches
 * this family. `notOnWhatsApp`: the number is right, but another number of the family may have WhatsApp. `rewrite`:
 * WhatsApp does not accept this text, template or file. `ask`: the message may have arrived.
 */
export const failureKinds = ['correct', 'later', 'call', 'notOnWhatsApp', 'rewrite', 'ask'] as const;
export type FailureKind = (typeof failureKinds)[number];

const all = <C extends string, K extends FailureKind>(kind: K, ...codes: readonly C[]): Record<C, K> =>
  Object.fromEntries(codes.map((code) => [code, kind])) as Record<C, K>;

/** Every reason code has a kind, even a code that no message fails with. Unknown failures are tried again. */
export const failureKindOfCode: Record<ReasonCode, FailureKind> = {
  ...all('correct', 'noNumber', 'unreadNumber', 'numberChanged', 'writesToItself'),
  ...all('notOnWhatsApp', 'notOnWhatsApp', 'notOnWhatsAppOrTooOld'),
  ...all('call', 'optedOut', 'windowClosed', 'windowOver', 'heldBackForTest', 'offersSwitchedOff'),
  ...all('call', 'sparedForNow', 'countryClosed', 'blockedByUs'),
  ...all('rewrite', 'tooLong', 'cloudTextTooLong', 'cloudCaptionTooLong', 'wahaTextTooLong'),
  ...all('rewrite', 'wahaCaptionTooLong', 'templateTooLong', 'templateValues', 'templateUnknown'),
  ...all('rewrite', 'templateRejected', 'templateIsPaused', 'templateNotAllowed', 'templateBreaksRules'),
  ...all('rewrite', 'templatePausedByWhatsApp', 'templateSwitchedOff', 'formBlocked', 'noMarketing'),
  ...all('rewrite', 'unknownKind', 'badValue', 'mediaNotTaken', 'cloudNoFile', 'wahaNoFileThere'),
  ...all('ask', 'mayHaveBeenSent', 'leftOpen', 'noAnswer', 'left', 'idTaken', 'takenBack'),
  ...all('ask', 'cloudMayHaveBeenSent', 'cloudMayHaveBeenTaken', 'cloudBroken', 'cloudUnreadable'),
  ...all('ask', 'wahaLost', 'wahaNoID', 'wahaBroken', 'wahaUnread'),
  ...all('later', 'notChosen', 'paidSince', 'partPaid', 'partPaidSince', 'otherSince', 'missing'),
  ...all('later', 'paidByCredit', 'partByCredit'),
  ...all(
    'later',
    'inTimeSince',
    'nothingOwed',
    'billRemoved',
    'paymentVoided',
    'alreadyTold',
    'skippedByHand',
    'promised',
    'expiredSince',
    'outOfDate',
    'cleared',
    'cancelled',
  ),
  ...all('later', 'switchedOff', 'notConnected', 'putBack', 'newPerDay', 'perDay', 'pairLimit', 'slowDown'),
  ...all(
    'later',
    'tomorrow',
    'uploading',
    'noPaper',
    'paperNotMade',
    'templatePaused',
    'templateNotTaken',
    'guard',
    'template',
  ),
  ...all('later', 'missed', 'late'),
  ...all('later', 'clockAhead', 'sealed', 'surprise', 'sessionLost', 'connectedOtherwise', 'approvalGone'),
  ...all('later', 'notFetched', 'other', 'cloudRefused', 'newToken', 'cloudNotTaken', 'cloudTrouble'),
  ...all('later', 'morePermissions', 'cloudSlower', 'numberUnknownNow', 'accountLocked'),
  ...all('later', 'displayNameNotApproved', 'couldNotCharge', 'notRegistered'),
  ...all('later', 'heldBackForReports', 'notFetchable', 'tooManyToNumber', 'wrongCategories'),
  ...all('later', 'valueHasBreaks', 'registeredTooOften', 'termsOfPayment', 'templateNotReady'),
  ...all('later', 'cloudNotSetUp'),
  ...all('later', 'cloudMediaExpired', 'cloudFileUnread', 'cloudOffline'),
  ...all('later', 'cloudCertificate', 'cloudUnreachable', 'numberUnknown', 'accountUnknown'),
  ...all('later', 'accountOther', 'notSubscribed', 'numberPending', 'numberUnverified'),
  ...all('later', 'numberDisconnected', 'numberMigrated', 'numberBanned', 'numberRestricted'),
  ...all('later', 'numberRateLimited', 'numberOffline', 'numberDeleted', 'accountDisabledSoon'),
  ...all('later', 'accountReinstated', 'accountViolation', 'accountRestricted', 'accountDeleted'),
  ...all('later', 'numberOffboarded', 'textBreaksRules', 'textLooksLikeFraud', 'textAdvertises'),
  ...all('later', 'textFormat', 'textCategory', 'textCategoryOrLanguage', 'approvalPaused'),
  ...all('later', 'approvalSwitchedOff', 'approvalDeleted', 'templateNeedsApp', 'templateNameTaken'),
  ...all('later', 'templateLockedNow', 'templatePartTooLong', 'templateMedia', 'templateText'),
  ...all('later', 'templateFooter', 'templateTooManyValues', 'templateValueAtEdge', 'tooManyTemplates'),
  ...all('later', 'cloudMediaGone', 'cloudMediaTooLarge', 'cloudMediaDamaged', 'cloudMediaElsewhere'),
  ...all('later', 'wahaNotSetUp', 'wahaUnreachable', 'wahaRefusedKey', 'wahaMovedAway', 'wahaEngine'),
  ...all('later', 'wahaNoSession', 'wahaOff', 'wahaStarting', 'wahaScan', 'wahaFailed', 'wahaStuck'),
  ...all('later', 'wahaTimelock', 'wahaNotDelivered', 'wahaTooFast', 'wahaRefused'),
  ...all('later', 'wahaNoFile', 'wahaNoLink'),
  ...all('later', 'wahaLinkUnreachable', 'wahaFileTooLarge', 'wahaForeignFile'),
  ...all('later', 'wahaNoHookUrl'),
};

const kindOfCode = (code: string): FailureKind =>
  Object.hasOwn(failureKindOfCode, code) ? failureKindOfCode[code as ReasonCode] : 'later';

const finalKinds = ['correct', 'call', 'notOnWhatsApp', 'rewrite'] as const satisfies FailureKind[];
export type FinalKind = (typeof finalKinds)[number];

/** The kind of a failure after which the same message to the same number fails again; undefined for another failure. */
export function finalKindOf(reasonCode: string | null): FinalKind | undefined {
  const kind = kindOfCode(reasonCode ?? '');
  return finalKinds.find((one) => one === kind);
}

/** The codes of failures that would happen again. */
export const finalCodes = (Object.keys(failureKindOfCode) as ReasonCode[]).filter(
  (code) => finalKindOf(code) !== undefined,
);

type Ended = { status: MessageState; isDecided: boolean; reasonCode: string | null };

/**
 * Whether the screen offers to send the message again. A final failure would happen again, and an unknown outcome that
 * a person has decided is closed.
 */
export const mayRetry = ({ status, isDecided, reasonCode }: Ended): boolean =>
  status === 'failed' ? finalKindOf(reasonCode) === undefined : status === 'unknown' && !isDecided;

export type FailureFacts = {
  /** '' if no reason is known. */
  reasonCode: string;
  isLandline: boolean;
  /** Whether the family has another number, and whether one of them differs only by a typing mistake. */
  hasOther: boolean;
  hasGuess: boolean;
};

/**
 * What can be done about a failure. If a number is not on WhatsApp, this depends on the other numbers of the family.
 */
export function failureKindOf({ reasonCode, isLandline, hasOther, hasGuess }: FailureFacts): FailureKind {
  const kind = kindOfCode(reasonCode);
  if (kind !== 'notOnWhatsApp') return kind;
  if (hasGuess) return 'correct';
  if (hasOther) return 'notOnWhatsApp';
  return isLandline ? 'call' : 'correct';
}

/** Whether the two numbers differ by one digit, or by two neighbouring digits that changed places. E.164. */
export function isOneSlip(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const differing = [...one].flatMap((digit, at) => (digit === other[at] ? [] : [at]));
  if (differing.length === 1) return true;
  const [first = 0, second = 0] = differing;
  return (
    differing.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  );
}
