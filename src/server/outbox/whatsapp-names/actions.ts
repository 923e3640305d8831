/** Learns by which names WhatsApp calls the owner of a number, and gives the number what came under a name before. */
import type { Scope } from '../../auth/scope.ts';
import { moveConversation } from '../../chat/queries.ts';
import type { Db } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import type { Receipt } from '../../whatsapp/model.ts';
import { recordOptOut, removeOptOut } from '../opt-outs/actions.ts';
import { deleteWish, findWish } from '../opt-outs/queries.ts';
import {
  hasUnknownName,
  listByNames,
  listNamesWithPast,
  listNewNames,
  listUsed,
  type NameInReceipt,
  type NameOfNumber,
  putNames,
} from './queries.ts';
import { candidatesOf, choosePerson, isNumber, type KnownPerson, type NamedPerson } from './rules.ts';

/** The later wish holds, whichever of both it was said under. What a user id asked for is kept with the number alone. */
async function carryWish(scope: Scope, deps: Deps, { name, number }: NameOfNumber): Promise<void> {
  const wish = await findWish(scope, name);
  if (!wish) return;
  const { at, note, endedAt, endNote } = wish;
  if (endedAt === null) await recordOptOut(scope, deps, { number, note, asOf: new Date(at) });
  else await removeOptOut(scope, deps, { number, note: endNote ?? '', asOf: new Date(endedAt) });
  if (!isNumber(name)) await deleteWish(scope, name);
}

/** A spelling that was itself written to keeps its chat. */
async function carryConversation(scope: Scope, deps: Deps, { name, number }: NameOfNumber): Promise<void> {
  const isWrittenTo = (await listUsed(scope, [name])).some(({ latestID }) => latestID > 0);
  if (isWrittenTo || !(await moveConversation(scope, { from: name, to: number }))) return;
  for (const one of [name, number]) deps.bus.publish(scope.campusID, { what: 'inbound', number: one });
}

/** In a transaction that holds the campus. */
export async function learnNames(scope: Scope, deps: Deps, known: readonly NameOfNumber[]): Promise<void> {
  const learned = await putNames(scope, known);
  const past = await listNamesWithPast(
    scope,
    learned.map(({ name }) => name),
  );
  for (const one of learned.filter(({ name }) => past.has(name))) {
    await carryWish(scope, deps, one);
    await carryConversation(scope, deps, one);
  }
}

/** What receipts call those who got the messages: each once, though three receipts may speak of one message. */
function namesIn(receipts: readonly Receipt[]): NameInReceipt[] {
  const named = new Map<string, NameInReceipt>();
  for (const { providerID, userID, recipient = null } of receipts)
    for (const name of [userID, recipient])
      if (name) named.set(`${providerID} ${name}`, { providerID, name, recipient });
  return [...named.values()];
}

/** Whether these receipts may teach a name: that needs the lock of the campus, before any other is taken. */
export async function hasNamesToLearn(
  db: Db,
  { id, campusID }: { id: string; campusID: number },
  receipts: readonly Receipt[],
): Promise<boolean> {
  const userIDs = new Set(receipts.flatMap(({ userID }) => userID ?? []));
  if (await hasUnknownName(db, campusID, userIDs)) return true;
  return (await listNewNames(db, id, namesIn(receipts))).length > 0;
}

/** In a transaction that holds the campus, after the messages of these receipts are known. */
export async function learnFromReceipts(
  { scope, deps }: { scope: Scope; deps: Deps },
  senderID: string,
  receipts: readonly Receipt[],
): Promise<void> {
  await learnNames(scope, deps, await listNewNames(scope.db, senderID, namesIn(receipts)));
}

/**
 * Whose number is meant: WhatsApp may call it by another number (Mexico, Brazil, Argentina), or by a user id alone. An
 * event with a user id and a number teaches what the id means. In a transaction that holds the campus.
 */
export async function findPerson(scope: Scope, deps: Deps, named: NamedPerson): Promise<KnownPerson> {
  const { said, userID } = named;
  const known = await listByNames(scope, userID === undefined ? [said] : [said, userID]);
  const candidates = candidatesOf(named, known);
  const used = candidates.length > 1 ? await listUsed(scope, candidates) : [];
  const person = choosePerson(named, candidates, used);
  const { number } = person;
  if (userID !== undefined && isNumber(number)) await learnNames(scope, deps, [{ name: userID, number }]);
  return person;
}
