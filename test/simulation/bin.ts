/** What a clerk deletes and restores, with Undo at once or from the bin later. */
import { calls } from '#shared/calls/all.ts';
import type { BinKind, Binned } from '#shared/calls/bin.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { Group } from './book.ts';
import { outcomeOf } from './caller.ts';
import type { Desk } from './clerk.ts';
import { type Answer, instantOf } from './life.ts';
import type { World } from './world.ts';

type Thing = { kind: BinKind; id: number };

const isDone = (answer: Answer): boolean => outcomeOf(answer) === 'done';

export function createBin(world: World, desk: Desk) {
  const { book, broken, covered } = world;
  const { ask, attempt, rowsOf, billsOf, someGroup, snapshot } = desk;
  const removed = new Map<number, { group: Group; bills: number[] }>();

  const list = async (): Promise<Binned[] | undefined> =>
    (await ask<{ items: Binned[] }>(calls.listBin, { query: { take: 50 } }))?.items;

  async function checkHolds({ kind, id }: Thing): Promise<void> {
    const listed = await list();
    if (listed && !listed.some((item) => item.kind === kind && item.id === id))
      broken('every deleted thing is in the bin', `${kind} ${id} was deleted and is not there`);
  }

  /** Notes that the thing exists again. Without an answer nobody knows whether it does. */
  function noteBack({ kind, id }: Thing, isSure: boolean): void {
    if (kind === 'bill') book.gone.delete(id);
    const removedGroup = kind === 'group' ? removed.get(id) : undefined;
    for (const bill of removedGroup?.bills ?? []) book.gone.delete(bill);
    if (isSure && removedGroup && !book.groups.includes(removedGroup.group))
      book.groups.push(removedGroup.group);
  }

  async function putBack(thing: Thing): Promise<Answer | undefined> {
    const answer = await attempt(calls.restoreBinned, { body: thing });
    if (!answer || isDone(answer)) noteBack(thing, answer !== undefined);
    return answer;
  }

  /** Undoes the delete at once. Nothing else has happened, so everything that `look` saw must come back. */
  async function undo(thing: Thing, before: string | undefined, look: () => Promise<string | undefined>) {
    const answer = await putBack(thing);
    if (!answer || answer.status >= 500) return;
    const { kind, id } = thing;
    if (!isDone(answer)) {
      broken(
        'an immediate undo restores the deleted thing',
        `${kind} ${id}: ${answer.status} ${JSON.stringify(answer.body)}`,
      );
      return;
    }
    covered(`bin: ${kind} undone`);
    const after = await look();
    if (before !== undefined && after !== undefined && before !== after)
      broken('a restored thing is unchanged', `${kind} ${id}: ${before} became ${after}`);
  }

  /** A bill that asks for arrears of older bills, because its delete has the most consequences. */
  function someAsking(chance: Chance): { id: number; groupID: number } | undefined {
    const asking = world.rules.read<{ id: number; groupID: number }>(
      `select distinct b.id, b."groupID" from adjustment a join bill b on b.id = a."toBillID"
       where a.kind = 'carried' and a."voidedAt" is null and b."campusID" = ? order by b.id`,
      world.place.campusID,
    );
    return one(chance, asking);
  }

  /** Money that becomes credit does not return with an undo. */
  const moneyTo = (chance: Chance): { money?: 'credit' } => (chance.happens(0.5) ? { money: 'credit' } : {});

  async function removeBill(chance: Chance): Promise<void> {
    const asking = chance.happens(0.5) ? someAsking(chance) : undefined;
    const group = asking ? { id: asking.groupID } : someGroup(chance);
    const bill = asking ?? one(chance, await billsOf(group?.id ?? 0));
    if (!group || !bill) return;
    const id = Number(bill.id);
    const before = await snapshot(group.id);
    const query = moneyTo(chance);
    const done = await ask(calls.removeBill, { params: { id }, query });
    if (done === undefined) return;
    book.gone.set(id, world.timeline.now());
    await checkHolds({ kind: 'bill', id });
    if (query.money === undefined && chance.happens(0.4))
      await undo({ kind: 'bill', id }, before, () => snapshot(group.id));
  }

  async function removeGroup(chance: Chance): Promise<void> {
    const group = someGroup(chance);
    if (!group || book.groups.length < 2) return;
    const { id } = group;
    const before = await snapshot(id);
    const bills = (await billsOf(id)).map((bill) => Number(bill.id));
    const query = moneyTo(chance);
    const done = await ask(calls.removeGroup, { query: { id, ...query } });
    if (done === undefined) return;
    removed.set(id, { group, bills });
    for (const bill of bills) book.gone.set(bill, world.timeline.now());
    book.groups = book.groups.filter((other) => other !== group);
    await checkHolds({ kind: 'group', id });
    if (query.money === undefined && chance.happens(0.5))
      await undo({ kind: 'group', id }, before, () => snapshot(id));
  }

  /** The template as a person wrote it. Its approval is requested from WhatsApp again. */
  async function written(id: number): Promise<string | undefined> {
    const listed = await ask(calls.listTemplates);
    const found = listed && rowsOf(listed).find((template) => template.id === id);
    return listed && JSON.stringify([found?.title, found?.message]);
  }

  async function removeTemplate(chance: Chance): Promise<void> {
    const template = one(chance, rowsOf((await ask(calls.listTemplates)) ?? []));
    if (!template) return;
    const id = Number(template.id);
    const before = await written(id);
    const done = await ask(calls.removeTemplate, { params: { id } });
    if (done === undefined) return;
    await checkHolds({ kind: 'template', id });
    if (chance.happens(0.7)) await undo({ kind: 'template', id }, before, () => written(id));
  }

  /** Restores something from the bin some time later. */
  async function restore(chance: Chance): Promise<void> {
    const now = instantOf(world);
    const listed = await list();
    const over = listed?.find(({ until }) => until <= now);
    if (over)
      broken(
        'the bin lists everything that can be restored',
        `${over.kind} ${over.id} was there until ${over.until}`,
      );
    const chosen = one(chance, listed ?? []);
    if (!chosen) return;
    const { kind, id } = chosen;
    const answer = await putBack({ kind, id });
    if (!answer) return;
    covered(`bin: ${kind} ${isDone(answer) ? 'restored' : 'refused'}`);
    if (!isDone(answer)) return;
    const left = await list();
    if (left?.some((item) => item.kind === kind && item.id === id))
      broken('a restored thing is no longer in the bin', `${kind} ${id} is`);
  }

  return { removeBill, removeGroup, removeTemplate, restoreBinned: restore };
}
