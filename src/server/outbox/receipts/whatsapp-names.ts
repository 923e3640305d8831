/**
 * Learns the names that WhatsApp uses for the owner of a number, and moves what was stored under such a name to the
 * number.
 */
import type { Scope } from '../../auth/scope.ts';
import { moveConversation } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Receipt } from '../../whatsapp/model.ts';
import { recordOptOut, removeOptOut } from '../opt-outs/opt-outs.ts';
import { deleteOptOutRequest, findOptOutRequest } from '../opt-outs/opt-outs-queries.ts';
import {
  hasUnknownName,
  listByNames,
  listNamesWithPast,
  listNewNames,
  listUsed,
  type NameInReceipt,
  type NameOfNumber,
  putNames,
} from './whatsapp-names-queries.ts';
import {
  candidatesOf,
  choosePerson,
  type FoundPerson,
  isNumber,
  type NamedPerson,
} from './whatsapp-names-rules.ts';

/**
 * Moves the opt-out or opt-in of a name to its number. The later request wins. The request of a user id is then stored
 * under the number only.
 */
async function moveOptOutRequest(scope: Scope, deps: Deps, { name, number }: NameOfNumber): Promise<void> {
  const request = await findOptOutRequest(scope, name);
  if (!request) return;
  const { at, note, endedAt, endNote } = request;
  if (endedAt === null) await recordOptOut(scope, deps, { number, note, asOf: new Date(at) });
  else await removeOptOut(scope, deps, { number, note: endNote ?? '', asOf: new Date(endedAt) });
  if (!isNumber(name)) await deleteOptOutRequest(scope, name);
}

/**
 * Moves the conversation of a name to its number. If the name is itself a number that was written to, it keeps its
 * chat.
 */
async function moveConversationOf(scope: Scope, deps: Deps, { name, number }: NameOfNumber): Promise<void> {
  const isWrittenTo = (await listUsed(scope, [name])).some(({ latestID }) => latestID > 0);
  if (isWrittenTo || !(await moveConversation(scope, { from: name, to: number }))) return;
  for (const one of [name, number]) deps.bus.publish(scope.campusID, { what: 'inbound', number: one });
}

/** Runs in a transaction that holds the campus lock. */
export async function learnNames(scope: Scope, deps: Deps, names: readonly NameOfNumber[]): Promise<void> {
  const learned = await putNames(scope, names);
  const past = await listNamesWithPast(
    scope,
    learned.map(({ name }) => name),
  );
  for (const one of learned.filter(({ name }) => past.has(name))) {
    await moveOptOutRequest(scope, deps, one);
    await moveConversationOf(scope, deps, one);
  }
}

/**
 * Lists the names that receipts use for recipients. Each occurs once, although three receipts may be about one message.
 */
function namesIn(receipts: readonly Receipt[]): NameInReceipt[] {
  const named = new Map<string, NameInReceipt>();
  for (const { providerID, userID, recipient = null } of receipts)
    for (const name of [userID, recipient])
      if (name) named.set(`${providerID} ${name}`, { providerID, name, recipient });
  return [...named.values()];
}

/**
 * Tells whether these receipts may contain a new name. Storing a name needs the campus lock, which is taken before any
 * other lock.
 */
export async function hasNamesToLearn(
  db: Db,
  { id, campusID }: { id: string; campusID: number },
  receipts: readonly Receipt[],
): Promise<boolean> {
  const userIDs = new Set(receipts.flatMap(({ userID }) => userID ?? []));
  if (await hasUnknownName(db, campusID, userIDs)) return true;
  return (await listNewNames(db, id, namesIn(receipts))).length > 0;
}

/** Runs in a transaction that holds the campus lock, after the messages of these receipts are known. */
export async function learnFromReceipts(
  { scope, deps }: { scope: Scope; deps: Deps },
  senderID: string,
  receipts: readonly Receipt[],
): Promise<void> {
  await learnNames(scope, deps, await listNewNames(scope.db, senderID, namesIn(receipts)));
}

/**
 * Finds the number of a person. WhatsApp may use another number (Mexico, Brazil, Argentina) or only a user id. An event
 * with both shows which number the user id belongs to. Runs in a transaction that holds the campus lock.
 */
export async function findPerson(scope: Scope, deps: Deps, named: NamedPerson): Promise<FoundPerson> {
  const { numberOrID, userID } = named;
  const stored = await listByNames(scope, userID === undefined ? [numberOrID] : [numberOrID, userID]);
  const candidates = candidatesOf(named, stored);
  const used = candidates.length > 1 ? await listUsed(scope, candidates) : [];
  const person = choosePerson(named, candidates, used);
  const { number } = person;
  if (userID !== undefined && isNumber(number)) await learnNames(scope, deps, [{ name: userID, number }]);
  return person;
}
