/**
 * Another school of the same installation. It sends, and is suspended, limited and removed; the first school must not
 * notice.
 */
import { calls } from '#shared/calls/all.ts';
import { allRights } from '#shared/people/rights.ts';
import {
  addSchool,
  beginRemoval,
  limitSchool,
  needSchool,
  resumeSchool,
  suspendSchool,
} from '../../src/server/auth/schools/schools.ts';
import { fillNewCampus } from '../../src/server/demo/demo.ts';
import type { Deps } from '../../src/server/deps.ts';
import { exportSchool } from '../../src/server/operations/backups/export-school.ts';
import { graceDays, removeSchool } from '../../src/server/operations/backups/remove-school.ts';
import { setSuspended } from '../../src/server/senders/settings/settings-queries.ts';
import type { Chance } from '../support/fault-random.ts';
import type { Neighbour, Person } from './book.ts';
import { bodyOf, type Caller, callAs, outcomeOf } from './caller.ts';
import { endSession, type Office } from './office.ts';
import type { World } from './world.ts';

const slug = 'neighbour';
const day = 86_400_000;

export function createNeighbour(world: World, office: Office) {
  const { book, timeline, covered, broken, note } = world;

  /** Runs an operator's command on the running program. Undefined when the computer was killed meanwhile. */
  async function operate<T>(what: string, work: (deps: Deps) => Promise<T>): Promise<T | undefined> {
    const deps = world.computer.deps();
    if (!deps) return undefined;
    const release = world.isOnPostgres ? timeline.ask() : timeline.hold();
    try {
      const answer = await Promise.race([work(deps), world.computer.ended()]);
      note(`operator: ${what}${world.computer.deps() === deps ? '' : ' -> nobody'}`);
      return answer as T | undefined;
    } catch (error) {
      note(`operator: ${what} failed`);
      if (!world.computer.isOff(error) && !world.computer.isFull())
        broken('no command fails', `${what}: ${String((error as Error).stack)}`);
      return undefined;
    } finally {
      release();
    }
  }

  const callerOf = ({ name, session, place }: Person): Caller => ({ name, token: session?.token, place });

  async function begin(chance: Chance): Promise<void> {
    const newSchool = { slug, name: 'Other School', campus: 'Only Campus', userName: 'clerk.of.the.other' };
    const link = await operate('school add', (deps) => addSchool(deps, newSchool, fillNewCampus));
    if (!link) return;
    const [row] = world.rules.read<{ schoolID: number; campusID: number; id: string }>(
      `select c."schoolID", c.id as "campusID", u.id from campus c join school s on s.id = c."schoolID", "user" u
       where s.slug = ? and u.username = ?`,
      ...[slug, newSchool.userName],
    );
    if (!row) return;
    const { schoolID, campusID, id } = row;
    const clerk: Person = {
      ...{ id, name: newSchool.userName, userName: newSchool.userName, place: { db: slug, campusID } },
      ...{ rights: allRights, state: 'invited', password: undefined, link: link.token, session: undefined },
    };
    book.neighbour = {
      ...{ schoolID, campusID, clerk, groups: [], suspended: 'not', limit: undefined },
      ...{ isGoing: false, isGone: false },
    };
    await office.openLink(clerk, chance);
    await office.signIn(clerk);
  }

  /** Undefined when the school is being removed or is removed. */
  const there = (): Neighbour | undefined => {
    const { neighbour } = book;
    return neighbour && !neighbour.isGoing && !neighbour.isGone ? neighbour : undefined;
  };

  async function importBills({ clerk, campusID, groups }: Neighbour, chance: Chance): Promise<void> {
    const name = `Other ${timeline.now()}x${chance.whole(1000, 999_999)}`;
    const count = chance.whole(3, 12);
    const contacts = Array.from({ length: count }, (_, index) => ({
      ...{ name: `Pupil ${index}`, regNum: `N${index}`, invNo: `N${index}-${timeline.now()}` },
      ...{ number: `0333${1_000_002 + index * 10}`, total: 500 },
    }));
    const answer = await callAs(world, callerOf(clerk), calls.saveGroup, {
      body: {
        group: { id: 0, name, month: 4, year: 2026, description: 'Fee', campusID },
        contacts,
        saveID: `save of ${name}`,
      },
    });
    if (outcomeOf(answer) === 'done') groups.push({ id: bodyOf<{ id: number }>(answer).id, bills: count });
  }

  const dayOf = (): string =>
    new Date(world.epoch + timeline.now() + 5 * 3_600_000).toISOString().slice(0, 10);

  /** How many more messages may go today according to the book; undefined when nobody can know. */
  function leftToday({ limit }: Neighbour): number | undefined {
    if (!limit || world.computer.clockAhead() !== 0 || book.rightSince > limit.since) return undefined;
    if (limit.day !== dayOf()) Object.assign(limit, { day: dayOf(), used: 0 });
    return limit.most - limit.used;
  }

  /** `minutes`: the time until the send begins. */
  async function send(chance: Chance, minutes?: number): Promise<void> {
    const neighbour = there();
    if (!neighbour) return;
    await office.ready(neighbour.clerk);
    if (neighbour.groups.length === 0 || chance.happens(0.3)) await importBills(neighbour, chance);
    const group = neighbour.groups[chance.whole(0, neighbour.groups.length - 1)];
    if (!group) return;
    const mark = `n${timeline.now()}x${chance.whole(1000, 999_999)}`;
    const left = leftToday(neighbour);
    const { limit } = neighbour;
    const begin = new Date(world.epoch + timeline.now() + 5 * 3_600_000 + (minutes ?? 0) * 60_000);
    const answer = await callAs(world, callerOf(neighbour.clerk), calls.sendToGroups, {
      body: {
        message: `Dear {{name}}, the fee is due. ${mark}`,
        ...{ groupIDs: [group.id], status: 'all', again: true, clientID: `press-${mark}` },
        ...(minutes === undefined ? {} : { sendAt: begin.toISOString().slice(0, 16) }),
      },
    });
    const outcome = outcomeOf(answer);
    if (outcome === 'unknown') {
      neighbour.limit = undefined;
      return;
    }
    const [row] = world.rules.read<{ count: number }>(
      'select count(*) as count from broadcast where "campusID" = ? and text like ?',
      ...[neighbour.campusID, `%${mark}`],
    );
    if ((row?.count ?? 0) > 0 !== (outcome === 'done'))
      broken('a refused call changes nothing', `the other school, ${answer?.status}: ${row?.count} stored`);
    if (outcome === 'done') {
      covered('school: sent');
      const { queued } = bodyOf<{ queued: number }>(answer);
      if (limit) limit.used += queued;
      if (left !== undefined && queued > left)
        broken('the daily message limit holds', `${queued} more where ${left} were left`);
    } else if (answer?.status === 409 && left !== undefined) {
      covered('school: refused by the messages of a day');
      if (group.bills <= left)
        broken('the daily message limit holds', `${group.bills} were refused where ${left} were left`);
    }
  }

  async function limit(chance: Chance): Promise<void> {
    const neighbour = there();
    if (!neighbour) return;
    const most = chance.happens(0.8) ? chance.whole(5, 40) : null;
    neighbour.limit = undefined;
    const before = dayOf();
    const done = await operate(`school limits ${most}`, async (deps) => {
      // Messages that were sent before count today, so the book starts with their number.
      await limitSchool(deps, await needSchool(deps.store.db, slug), { messagesADay: most });
      const [row] = world.rules.read<{ messages: number }>(
        'select messages from school_day where "schoolID" = ? and day = ?',
        ...[neighbour.schoolID, before],
      );
      return { used: row?.messages ?? 0 };
    });
    if (done && most !== null)
      neighbour.limit = { most, since: timeline.now(), day: before, used: done.used };
    for (let count = chance.whole(1, 4); count > 0; count -= 1) await send(chance);
  }

  async function suspendNow(neighbour: Neighbour): Promise<boolean> {
    const wasSuspended = neighbour.suspended;
    neighbour.suspended = undefined;
    const done = await operate('school suspend', async (deps) => {
      const school = await needSchool(deps.store.db, slug);
      await suspendSchool(deps, { school, hold: setSuspended });
      deps.wake('sending');
      return true;
    });
    if (!done) return false;
    neighbour.suspended = wasSuspended instanceof Object ? wasSuspended : { since: timeline.now() };
    endSession(neighbour.clerk);
    covered('school: suspended');
    return true;
  }

  async function resumeNow(neighbour: Neighbour): Promise<void> {
    neighbour.suspended = undefined;
    const done = await operate('school resume', async (deps) => {
      const school = await needSchool(deps.store.db, slug);
      await resumeSchool(deps, { school, hold: setSuspended });
      deps.wake('sending');
      return true;
    });
    if (!done) return;
    Object.assign(neighbour, { suspended: 'not', isGoing: false });
    covered('school: resumed');
  }

  async function suspend(chance: Chance): Promise<void> {
    const neighbour = there();
    if (!neighbour) return;
    // Messages that become due during the suspension wait.
    await send(chance, chance.whole(2, 60));
    await send(chance);
    await world.wait(chance.whole(0, 4000));
    if (!(await suspendNow(neighbour))) return;
    // Her open session must not work any more.
    const answer = await callAs(world, callerOf(neighbour.clerk), calls.listGroups);
    if (answer && answer.status < 300)
      broken('a person without the right changes nothing', 'a suspended school is shown its billings');
    await world.wait(chance.whole(1, 2000) * 60_000);
    await resumeNow(neighbour);
    await office.ready(neighbour.clerk);
  }

  /** Begins the removal with its grace period, in which it may be taken back. */
  async function remove(chance: Chance): Promise<void> {
    const neighbour = there();
    if (!neighbour) return;
    await send(chance);
    if (!(await suspendNow(neighbour))) return;
    const done = await operate('school remove', async (deps) => {
      const school = await needSchool(deps.store.db, slug);
      await exportSchool(deps, school);
      await beginRemoval(deps, school, new Date(deps.now().getTime() + graceDays * day).toISOString());
      return true;
    });
    if (!done) return;
    neighbour.isGoing = true;
    covered('school: its grace begins');
    if (chance.happens(0.6)) return;
    await world.wait(chance.whole(1, 2000) * 60_000);
    await resumeNow(neighbour);
  }

  /** The restored store may be from before or after any command, so the book forgets all of them. */
  function forget(): void {
    const { neighbour } = book;
    if (neighbour)
      Object.assign(neighbour, { suspended: undefined, limit: undefined, groups: [], isGoing: false });
  }

  /** Ends suspension and limits. */
  async function liftLimits(): Promise<void> {
    const neighbour = there();
    if (!neighbour) return;
    if (neighbour.suspended !== 'not') await resumeNow(neighbour);
    await office.ready(neighbour.clerk);
    const counted = await callAs(world, callerOf(neighbour.clerk), calls.countOutbox);
    if (outcomeOf(counted) === 'done' && bodyOf<{ copy: unknown }>(counted).copy)
      await callAs(world, callerOf(neighbour.clerk), calls.decideCopy, { body: { waiting: 'takeBack' } });
  }

  /** Counts the rows of this school or its campuses, by the columns that name them. */
  function countRows(schoolID: number, campusIDs: readonly number[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [table, column] of tablesOf()) {
      const ids = column === 'schoolID' ? [schoolID] : campusIDs;
      const [row] = world.rules.read<{ count: number }>(
        `select count(*) as count from "${table}" where "${column}" in (${ids.join(',')})`,
      );
      counts.set(table, (counts.get(table) ?? 0) + (row?.count ?? 0));
    }
    return counts;
  }

  const tablesOf = (): [string, string][] =>
    world.rules
      .read<{ table: string; column: string }>(
        world.isOnPostgres
          ? `select table_name as "table", column_name as "column" from information_schema.columns
             where table_schema = 'public' and column_name in ('schoolID', 'campusID')`
          : `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
             where m.type = 'table' and c.name in ('schoolID', 'campusID')`,
      )
      .map(({ table, column }) => [table, column]);

  /** The grace period is over: no row of the school may be left, and the first school must keep all of its rows. */
  async function leave(): Promise<void> {
    const { neighbour } = book;
    if (!neighbour?.isGoing) return;
    const { schoolID, campusID } = neighbour;
    const [own] = world.rules.read<{ schoolID: number }>(
      'select "schoolID" from campus where id = ?',
      world.place.campusID,
    );
    const ownCampuses = [world.place.campusID, ...(book.sister ? [book.sister.campusID] : [])];
    const ownRows = () => JSON.stringify([...countRows(own?.schoolID ?? 0, ownCampuses)]);
    const before = ownRows();
    const gone = await operate('school remove, after its grace', async (deps) => {
      const school = await needSchool(deps.store.db, slug);
      if (school.removeAt === null || school.removeAt > deps.now().toISOString()) return undefined;
      return removeSchool(deps, school);
    });
    if (!gone) return;
    neighbour.isGone = true;
    covered('school: removed');
    const left = [...countRows(schoolID, [campusID])].filter(([, count]) => count > 0);
    const [people] = world.rules.read<{ count: number }>(
      `select count(*) as count from "user" where id = ?`,
      neighbour.clerk.id,
    );
    if (left.length > 0 || people?.count !== 0)
      broken('a removed school leaves nothing', `${JSON.stringify(left)}, ${people?.count} people`);
    if (ownRows() !== before)
      broken('a removed school removes nothing of other schools', `${before} became ${ownRows()}`);
  }

  return {
    begin,
    forget,
    liftLimits,
    leave,
    acts: {
      schoolSend: (chance: Chance) => send(chance),
      schoolSuspend: suspend,
      schoolLimit: limit,
      schoolRemove: remove,
    },
  };
}
export type NeighbourActs = ReturnType<typeof createNeighbour>;
