/** Decides what to do about a failed message, from the numbers of its family. Pure. */
import type { FailureItem } from '#shared/calls/send-failures.ts';
import { type FailureKind, failureKindOf, isOneSlip } from '#shared/messages/failure-kinds.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
import { codeOf, type Reason } from '#shared/messages/reasons.ts';
import { type CountryCode, readNumbers } from '#shared/people/phone.ts';
import { billIDsOf } from '../model.ts';

export type FailedMessage = { number: string; billIDs: string; status: MessageState; reason: Reason | null };

type Child = { regNum: string | null; name: string; numbers: string };
export type FamilyNumbers = {
  /** The bills of the messages. */
  bills: ReadonlyMap<number, Child>;
  /** For each phone number: the registration numbers of its children. */
  childrenOf: ReadonlyMap<string, readonly string[]>;
  /**
   * For each registration number: the bills of the child in the latest billings, the latest first, and then its entry
   * in the roster.
   */
  entriesOf: ReadonlyMap<string, readonly (Child & { billing: string })[]>;
};

type OtherNumber = FailureItem['others'][number];

export type SuggestedFix = Pick<FailureItem, 'kind' | 'isLandline' | 'isCorrected' | 'guess' | 'others'>;

const numbersOf = ({ numbers }: Pick<Child, 'numbers'>): string[] => numbers.split(' ').filter(Boolean);

/** Returns the numbers of the children and their siblings, each once, without the number that was written to. */
function othersOf(
  { number, billIDs }: Pick<FailedMessage, 'number' | 'billIDs'>,
  { bills, childrenOf, entriesOf }: FamilyNumbers,
): OtherNumber[] {
  const own = billIDsOf({ billIDs }).flatMap((id) => bills.get(id) ?? []);
  const regNums = new Set([...own.flatMap(({ regNum }) => regNum ?? []), ...(childrenOf.get(number) ?? [])]);
  const entries = [
    ...own.map((bill) => ({ ...bill, billing: '' })),
    ...[...regNums].flatMap((regNum) => entriesOf.get(regNum) ?? []),
  ];
  const others = new Map<string, OtherNumber>();
  for (const { name, billing, ...bill } of entries)
    for (const other of numbersOf(bill))
      if (other !== number && !others.has(other)) others.set(other, { number: other, name, billing });
  return [...others.values()];
}

/** `country` is the country of the campus. */
export function suggestFix(message: FailedMessage, family: FamilyNumbers, country: string): SuggestedFix {
  const { number, status, reason } = message;
  const others = othersOf(message, family);
  const now = billIDsOf(message).flatMap((id) => family.bills.get(id) ?? []);
  const isCorrected = now.length > 0 && now.every((bill) => !numbersOf(bill).includes(number));
  const instead = isCorrected
    ? others.find((other) => now.some((bill) => numbersOf(bill).includes(other.number)))
    : undefined;
  const guess = instead ?? others.find((other) => isOneSlip(number, other.number)) ?? null;
  const isLandline = readNumbers(number, country as CountryCode).landlines.length > 0;
  const facts = { isLandline, hasOther: others.length > 0, hasGuess: guess !== null };
  const reasonCode = reason === null ? '' : codeOf(reason);
  const kind: FailureKind = status === 'unknown' ? 'ask' : failureKindOf({ reasonCode, ...facts });
  return { kind, isLandline, isCorrected, guess, others };
}
