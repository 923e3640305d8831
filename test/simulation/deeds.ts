/** Calls for each right that leave a mark in the store, so that the store shows whether they were done. */
import { calls } from '#shared/calls/all.ts';
import { allRights, noRights, type Right, type Rights, rightNames } from '#shared/people/rights.ts';
import type { Chance } from '../support/fault-random.ts';
import type { Place } from './book.ts';
import { type Caller, callAs, type Given, outcomeOf } from './caller.ts';
import type { World } from './world.ts';

type Deed = {
  call: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string };
  given: (mark: string, place: Place) => Given;
  /** Counts the rows with the mark; undefined when the call leaves none. */
  count?: string;
};

/** By the right that each call needs, written down here. The program's own table is not used. */
const deeds: Record<Right, readonly Deed[]> = {
  view: [{ call: calls.listGroups, given: () => ({}) }],
  add: [
    {
      call: calls.addTemplate,
      given: (mark) => ({ body: { title: mark, message: `Fee of ${mark}` } }),
      count: 'select count(*) as count from template where title = ?',
    },
    {
      call: calls.saveGroup,
      given: (mark, { campusID }) => ({
        body: {
          group: { id: 0, name: mark, month: 3, year: 2026, description: 'Fee', campusID },
          contacts: [{ name: mark, regNum: mark, invNo: mark, number: '03450000001', total: 100 }],
          saveID: `deed-${mark}`,
        },
      }),
      count: `select count(*) as count from "group" where name = ?`,
    },
  ],
  edit: [
    {
      call: calls.markBills,
      given: () => ({ body: { ids: [999_999_999], status: 'paid' } }),
    },
  ],
  delete: [{ call: calls.removeGroup, given: () => ({ query: { id: 999_999_999 } }) }],
  outbox: [{ call: calls.leaveOutbox, given: () => ({ body: { ids: [999_999_999] } }) }],
  admin: [
    {
      call: calls.invitePerson,
      given: (mark, { campusID }) => ({
        body: { name: mark, userName: mark, rights: [{ campusID, rights: { ...noRights, view: true } }] },
      }),
      count: `select count(*) as count from "user" where username = ?`,
    },
  ],
};

/** The answer that a person must get; `may`: the person is allowed to do it. */
export type Standing = 'may' | 'lacksRight' | 'elsewhere' | 'signedOut';
const refusals: Record<Exclude<Standing, 'may'>, number> = {
  lacksRight: 403,
  elsewhere: 404,
  signedOut: 401,
};

/** `standing` is read before and after the call. When it changed or is unknown, both answers are right. */
export async function tryDeed(
  world: World,
  chance: Chance,
  { caller, right, standing }: { caller: Caller; right: Right; standing: () => Standing | undefined },
): Promise<void> {
  const choice = deeds[right];
  const chosen = choice[chance.whole(0, choice.length - 1)];
  if (!chosen) return;
  const mark = `deed${world.timeline.now()}x${chance.whole(1000, 999_999)}`;
  const before = standing();
  const answer = await callAs(world, caller, chosen.call, chosen.given(mark, caller.place));
  const outcome = outcomeOf(answer);
  if (!answer || outcome === 'unknown') return;
  const done = chosen.count
    ? (world.rules.read<{ count: number }>(chosen.count, mark)[0]?.count ?? 0)
    : undefined;
  const what = `${caller.name}, ${chosen.call.method} ${chosen.call.path}: ${answer.status}, ${done} stored`;
  if (done !== undefined && done > 0 !== (outcome === 'done'))
    world.broken('a refused call changes nothing', what);
  if (before === undefined || standing() !== before) return;
  world.covered(`deed ${before}`);
  if (before === 'may') {
    if (answer.status === 401 || answer.status === 403)
      world.broken('a person with the right is let in', `${what} to whom has “${right}”`);
  } else if (answer.status !== refusals[before])
    world.broken('a person without the right changes nothing', `${what} where it is “${before}”, “${right}”`);
}

/** A random part of the rights, sometimes all or none. */
export function someRights(chance: Chance, most: Rights = allRights): Rights {
  const share = [0, 0.3, 0.6, 1][chance.whole(0, 3)] ?? 0;
  return Object.fromEntries(rightNames.map((name) => [name, chance.happens(share) && most[name]])) as Rights;
}
