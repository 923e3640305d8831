/**
 * A school, its computer, its people and WhatsApp in one process, made from one seed, and its life until nothing more
 * happens.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '#shared/calls/all.ts';
import type { Config } from '../../src/server/config.ts';
import { graceDays } from '../../src/server/operations/backups/remove-school.ts';
import { type Account, plainAccount } from '../peers/graph/account.ts';
import type { OpenedGraph } from '../peers/graph.ts';
import { configFor } from '../support/config.ts';
import { type Chance, createChance } from '../support/fault-random.ts';
import { dropDatabase } from '../support/postgres.ts';
import { type Book, createBook } from './book.ts';
import { type Clerk, createClerk } from './clerk.ts';
import { createCluster } from './cluster.ts';
import { createComputer } from './computer.ts';
import { closeFolder, openFolder } from './folder.ts';
import type { Computer } from './life.ts';
import { createNeighbour, type NeighbourActs } from './neighbour.ts';
import { createNetwork, type Network, openWhatsApp } from './network.ts';
import { createOffice, type Office } from './office.ts';
import { createPrograms } from './programs.ts';
import { createRules, type Rules } from './rules.ts';
import type { Scenario, Step } from './scenario.ts';
import { openOn, type Prepared, prepared, preparedEarlier, secretKey, token } from './school.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { phoneOf, weather } from './weather.ts';

type Broken = { rule: string; what: string; at: number };

export type World = {
  seed: number;
  epoch: number;
  token: string;
  /** The campus of this world; there may be others. */
  place: { db: string; campusID: number };
  isOnPostgres: boolean;
  timeline: Timeline;
  network: Network;
  graph: OpenedGraph;
  computer: Computer;
  clerk: Clerk;
  /** Only in a wide world. */
  office: Office | undefined;
  neighbour: NeighbourActs | undefined;
  book: Book;
  rules: Rules;
  folder: string;
  /** The receipt secrets of this installation. */
  words: Set<string>;
  chance: (name: string) => Chance;
  note: (what: string) => void;
  covered: (what: string) => void;
  broken: (rule: string, what: string) => void;
  wait: (milliseconds: number) => Promise<void>;
  /** Our templates that WhatsApp has approved. */
  approved: () => { id: number; message: string }[];
  /** WhatsApp's last receipt for this message says that it is not delivered today. */
  isDeferred: (messageID: number) => boolean;
  /** Nothing is under way, so that the answers of two calls can be compared. */
  isStill: () => boolean;
};

export type Outcome = {
  seed: number;
  hash: string;
  diary: string[];
  broken: Broken | undefined;
  covered: Map<string, number>;
  /** Milliseconds of processor time. */
  worked: number;
  accepted: number;
};

const hour = 3_600_000;
const day = 24 * hour;
/** Mondays at midnight in Karachi: the first day of a new school, and the first day of one that was upgraded. */
const firstDays = {
  new: Date.parse('2026-11-01T19:00:00.000Z'),
  upgraded: Date.parse('2026-11-22T19:00:00.000Z'),
};

/**
 * Milliseconds: how long WhatsApp collects events for one webhook, how far apart it answers and sends events, and how
 * far apart workers poll. In a large campus much happens at one instant; in a small one events come one by one.
 */
const rhythms = {
  small: { gathers: 2500, answers: 1, tells: 1, looksApart: 1 },
  large: { gathers: 20_000, answers: 1000, tells: 5000, looksApart: 10_000 },
};

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);

const configOf = (dataDir: string, secretKey: string): Config => ({
  ...configFor(dataDir, undefined),
  webDir: join(dataDir, 'web'),
  role: 'all',
  publicUrl: 'https://school.example',
  graphUrl: 'http://graph',
  secretKey,
  // Backups are made by their own process, whose time is not the world's.
  backups: 'off',
});

const twoNumbers = (): Account['numbers'] => {
  const [first] = plainAccount().numbers;
  return [first, { ...first, id: '106540352242923', number: '+924235762000' }];
};

/** Milliseconds between two polls for the approval of a template. */
const reviewLook = 10 * 60_000;

/** The next time at which a poll of the program finds work that it has stored. */
function nextDue({ computer, timeline, epoch, isOnPostgres }: World): number | undefined {
  if (!computer.isUp()) return undefined;
  const [row] = computer.read<{ at: string | null; reviews: number }>(
    dueQuery.replace('LATEST', isOnPostgres ? 'greatest' : 'max'),
  );
  const times = [
    ...(row?.at ? [Date.parse(row.at) - epoch - computer.clockAhead()] : []),
    ...(row && row.reviews > 0 ? [timeline.now() + reviewLook] : []),
  ];
  const reminds = nextReminders({ computer, timeline, epoch });
  if (reminds !== undefined) times.push(reminds);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const minute = 60_000;
/** Milliseconds by which Karachi's clock is ahead of UTC. */
const eastOf = 5 * 3_600_000;

/** The next reminders of the campus: at its hour, or half an hour after an import. */
function nextReminders({
  computer,
  timeline,
  epoch,
}: Pick<World, 'computer' | 'timeline' | 'epoch'>): number | undefined {
  const [row] = computer.read<{ hour: string; imported: string | null }>(
    `select coalesce(s.hour, '09:00') as hour, (select max(i."createdAt") from import i where i."campusID" = r."campusID") as imported
       from reminder_rule r left join reminder_setting s on s."campusID" = r."campusID" limit 1`,
  );
  if (!row) return undefined;
  const now = epoch + timeline.now() + computer.clockAhead();
  const midnight = Math.floor((now + eastOf) / day) * day - eastOf;
  const at = midnight + Number(row.hour.slice(0, 2)) * hour + Number(row.hour.slice(3)) * minute;
  const undoable = row.imported === null ? Infinity : Date.parse(row.imported) + 31 * minute;
  const next = [at, at + day, undoable].filter((one) => one > now);
  return Math.min(...next) - epoch - computer.clockAhead();
}

const dueQuery = `select min(at) as at, (select count(*) from approval where state = 'pending') as reviews from (
  select LATEST(b."nextAt", s."nextAt", case b.kind when 'run' then s."runsAt" else '' end) as at
    from broadcast b join sender s on s."campusID" = b."campusID"
    where b.state = 'running' and b."nextAt" is not null and (b."startAt" is null or b."startedAt" is not null)
      and s."stoppedAt" is null and s."copiedAt" is null and s."suspendedAt" is null and s.provider <> 'assisted'
  union all select min("startAt") from broadcast where "startedAt" is null
  union all select min("fetchAt") from inbound where "fetchAt" is not null
  union all select min("leaseUntil") from message where status = 'sending'
  union all select min("pollAt") from message where "pollAt" is not null) as due`;

/** Thrown to end a life after a broken rule, because nothing that follows is new. */
class Over extends Error {}

/** `diary`: keep the whole diary. `serverUrl`: a PostgreSQL server in place of a file. */
export type LiveOptions = { diary?: boolean; serverUrl?: string | undefined };

export async function live(
  scenario: Scenario,
  { diary: hasDiary = false, serverUrl }: LiveOptions = {},
): Promise<Outcome> {
  const began = process.cpuUsage();
  const { seed } = scenario;
  const folder = openFolder('world');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const databaseName = `world_${process.pid}_${seed}`;
  const databaseUrl = serverUrl && (await openOn(serverUrl, databaseName));
  const firstDay = firstDays[scenario.isUpgraded ? 'upgraded' : 'new'];
  const school: Prepared | undefined = databaseUrl
    ? undefined
    : await (scenario.isUpgraded ? preparedEarlier() : prepared());
  if (school) copyFileSync(school.file, join(dataDir, 'qasid.db'));

  const trace = createHash('sha256');
  const diary: string[] = [];
  const covered = new Map<string, number>();
  let broken: Broken | undefined;
  const chance = (name: string): Chance => createChance(hash(`${seed} ${name}`));
  const { gathers, answers, tells, looksApart } = rhythms[scenario.families > 200 ? 'large' : 'small'];
  const timeline = createTimeline({
    isBusy: () => network.inFlight() > 0,
    onEvent: () => world.computer.onEvent(),
    nextDue: () => nextDue(world),
    isOver: () => broken !== undefined,
    looksApart,
  });
  const book = createBook();
  const note = (what: string): void => {
    if (/^(computer|network):/.test(what)) book.steadySince = timeline.now();
    const line = `${new Date(firstDay + timeline.now()).toISOString()} ${what}`;
    trace.update(`${line}\n`);
    diary.push(line);
    if (!hasDiary && diary.length > 400) diary.splice(0, 200);
  };
  const network = createNetwork({ timeline, chance: chance('network'), note, grain: answers });
  const graph = openWhatsApp(
    { timeline, chance: chance('whatsapp'), epoch: firstDay, gathers, grain: tells },
    {
      post: network.post,
      account: { tier: scenario.families > 200 ? 'TIER_2K' : 'TIER_250', numbers: twoNumbers() },
      delays: { sent: 900, delivered: 2500, read: 40_000 },
    },
  );
  const world = {
    seed,
    epoch: firstDay,
    token,
    isOnPostgres: databaseUrl !== undefined,
    place: { db: school?.db ?? 'main', campusID: school?.campusID ?? 1 },
    timeline,
    network,
    graph,
    book,
    folder,
    words: new Set<string>(),
    chance,
    note,
    covered: (what: string) => void covered.set(what, (covered.get(what) ?? 0) + 1),
    broken: (rule: string, what: string) => {
      if (broken) return;
      note(`BROKEN ${rule}: ${what}`);
      broken = { rule, what, at: timeline.now() };
    },
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        timeline.put(milliseconds, resolve);
      }),
    approved: () => approvedOf(world),
    isDeferred: (messageID: number) =>
      graph.accepted.some(
        ({ opaque, fault }) => fault === 'failLater' && opaque.split(':')[1] === String(messageID),
      ),
    isStill: () => network.inFlight() === 0,
  } as unknown as World;
  world.rules = createRules(world);
  const around = {
    timeline,
    network,
    chance: chance('computer'),
    epoch: firstDay,
    config: configOf(dataDir, school?.secretKey ?? secretKey),
    note,
    broken: world.broken,
    onStep: (messageID: number, from: string, to: string) => {
      note(`message ${messageID}: ${from} → ${to}`);
      world.rules.onStep(messageID, from, to);
    },
  };
  world.computer = databaseUrl ? createCluster({ ...around, databaseUrl }) : createComputer(around);
  world.clerk = createClerk(world);
  if (scenario.isWide) {
    world.office = createOffice(world);
    world.neighbour = createNeighbour(world, world.office);
  }
  let seen = 0;
  network.connect({
    graph,
    deliver: (request) => world.computer.ask(request),
    onAnswered: () => {
      world.rules.checkWindows();
      for (; seen < graph.accepted.length; seen += 1) {
        const one = graph.accepted[seen];
        if (one) world.rules.onAccepted(one);
      }
    },
  });
  const surprises = (error: unknown) => {
    if (!world.computer.isOff(error))
      world.broken('no error stays unhandled', String((error as Error)?.stack ?? error));
  };
  process.on('unhandledRejection', surprises);
  try {
    makeFamilies(world, scenario.families);
    await begin(world);
    const acts = actsOf(world);
    for (const step of scenario.steps) schedule(world, step, acts);
    const end = Math.max(scenario.days * day, (scenario.steps.at(-1)?.at ?? 0) + hour);
    await timeline.run(end);
    if (!broken) await recover(world, end);
    if (broken) throw new Over();
  } catch (error) {
    if (!(error instanceof Over))
      world.broken('the simulation itself throws no error', String((error as Error).stack));
  } finally {
    world.computer.kill();
    process.off('unhandledRejection', surprises);
    await world.computer.end();
    if (serverUrl) await dropDatabase(serverUrl, databaseName);
    graph.end();
    closeFolder(folder);
  }
  for (const { code } of graph.refused) world.covered(`code ${code}`);
  for (const { fault } of graph.lost) world.covered(`fault ${fault}`);
  const { user, system } = process.cpuUsage(began);
  return {
    seed,
    hash: trace.digest('hex').slice(0, 16),
    diary,
    broken,
    covered,
    worked: (user + system) / 1000,
    accepted: graph.accepted.length,
  };
}

const disruptions = new Set<string>([
  'storm',
  'refusals',
  'kill',
  'sleep',
  'offline',
  'diskFull',
  'clock',
  'pauseTemplate',
  'deadToken',
  'stop',
  'quality',
]);

/**
 * In every third world parents have WhatsApp user ids. Half of them hide their numbers, and WhatsApp spells some
 * numbers differently from the school.
 */
function namesOfNumber({ seed, graph }: World, e164: string, index: number): string[] {
  if (seed % 3 !== 0) return [];
  const userID = `PK.8800${e164.slice(1)}99`;
  const waID = index % 3 === 0 ? `+921${e164.slice(3)}` : undefined;
  Object.assign(graph.phone(e164).person, { userID, hidesNumber: index % 2 === 0, ...(waID && { waID }) });
  return waID ? [userID, waID] : [userID];
}

function makeFamilies(world: World, count: number): void {
  const { book, chance } = world;
  const draw = chance('families');
  let roll = 0;
  for (let index = 0; index < count; index += 1) {
    const number = `0300${String(1_000_000 + index * 7 + 1)}`;
    const children = Array.from({ length: draw.happens(0.3) ? 2 : 1 }, (_, at) => ({
      name: `Child ${index}.${at}`,
      regNum: `R${index}-${at}`,
      roll: roll++,
    }));
    const e164 = `+92${number.slice(1)}`;
    book.families.push({ number, e164, names: namesOfNumber(world, e164, index), children });
  }
}

/** Connects the campus to WhatsApp as the guided page does. */
export async function connect(world: World): Promise<boolean> {
  const { clerk, graph, book } = world;
  const phoneNumberID = graph.account.numbers[book.line]?.id;
  const connected = await clerk.ask<{ webhook: { url: string; verifyToken: string } }>(calls.setConnection, {
    body: { way: 'cloud', cloud: { ...graph.values, phoneNumberID } },
  });
  if (connected) await graph.hooks.subscribe(connected.webhook);
  return connected !== undefined;
}

async function begin(world: World): Promise<void> {
  world.rules.begin();
  const { timeline, book } = world;
  timeline.put(8 * hour, async () => {
    await world.computer.start();
    await connect(world);
    await world.clerk.acts.template(world.chance('template'));
    await world.office?.begin();
    await world.neighbour?.begin(world.chance('neighbour'));
    const draw = world.chance('first words');
    for (const family of book.families)
      if (draw.happens(0.4)) timeline.put(draw.whole(0, hour), () => phoneOf(world, family).writes('Salam'));
  });
  await timeline.run(8 * hour + 60_000);
}

/** Templates that WhatsApp has approved, with our text, of those that a person sends. */
function approvedOf({ rules, graph }: World): { id: number; message: string }[] {
  const good = new Set(
    graph.templates
      .all()
      .filter(({ status }) => status === 'APPROVED')
      .map(({ name }) => name),
  );
  return rules
    .read<{ id: number; message: string; name: string }>(
      `select t.id, t.message, a.name from template t join approval a on a."templateID" = t.id
         where coalesce(t."sendOn", '') = ''`,
    )
    .filter(({ name }) => good.has(name))
    .map(({ id, message }) => ({ id, message }));
}

type Acts = Partial<Record<string, (chance: Chance) => Promise<void> | void>>;

/** All acts. Those of people, programs and the operator run one after the other, so that the book stays right. */
function actsOf(world: World): Acts {
  const { office, neighbour } = world;
  if (!office || !neighbour) return world.clerk.acts;
  let line = Promise.resolve();
  const inLine = Object.entries({ ...office.acts, ...createPrograms(world).acts, ...neighbour.acts }).map(
    ([kind, act]) => [
      kind,
      (chance: Chance) => {
        line = line.then(() => act(chance));
        return line;
      },
    ],
  );
  return { ...world.clerk.acts, ...Object.fromEntries(inLine) };
}

function schedule(world: World, step: Step, acts: Acts): void {
  const { timeline, clerk, note, covered } = world;
  timeline.put(step.at - timeline.now(), async () => {
    note(`— ${step.kind}`);
    covered(`step: ${step.kind}`);
    const chance = createChance(step.seed);
    const act = acts[step.kind];
    if (act) return act(chance);
    if (step.kind === 'look') return world.rules.look();
    // Faults matter most while something is being sent.
    if (disruptions.has(step.kind) && chance.happens(0.65))
      timeline.put(chance.whole(0, 8000), () => clerk.acts.send(chance));
    return weather[step.kind]?.(world, chance);
  });
}

/** Nothing waits, and WhatsApp has delivered all its webhooks. */
const isOver = ({ rules, graph }: World): boolean =>
  graph.hooks.isIdle() &&
  rules.countWaiting() === 0 &&
  rules.read('select id from hook where "handledAt" is null limit 1').length === 0;

/**
 * Rounds of six hours: together longer than a scheduled send, a daily limit, a night and WhatsApp's “not today”. What
 * still waits then waits for nothing.
 */
const mostRounds = 18;

/** Ends all faults and lets a person look in now and then. Within days everything must come to its end. */
async function recover(world: World, from: number): Promise<void> {
  const { timeline, computer, graph, network, clerk, note } = world;
  note('— from now on nothing goes wrong any more');
  network.setOnline(true);
  graph.faults.storm(undefined);
  graph.faults.clear();
  graph.account.isSubscribed = true;
  if (computer.isFull()) computer.setFull(false);
  if (computer.clockAhead() !== 0) {
    computer.setClock(0);
    world.book.rightSince = timeline.now();
  }
  let until = from;
  for (let round = 1; round <= mostRounds && !(round > 2 && isOver(world)); round += 1) {
    timeline.put(1000, async () => {
      if (!computer.isUp()) await computer.start();
      for (const { name, status } of graph.templates.all())
        if (status === 'PAUSED') graph.templates.approve(name);
      graph.account.token = graph.values.token;
      await clerk.resolveAlerts();
      await world.neighbour?.liftLimits();
      // In the end she resumes what she has paused.
      if (round > 2) await clerk.ask(calls.resumeOutbox, { body: {} });
    });
    until += 6 * hour;
    await timeline.run(until);
  }
  timeline.put(0, () => world.rules.look());
  await timeline.run(until + hour);
  world.rules.checkEnd();
  world.office?.checkEntries();
  if (!world.book.neighbour?.isGoing) return;
  until += (graceDays + 1) * day;
  await timeline.run(until);
  timeline.put(0, () => world.neighbour?.leave());
  await timeline.run(until + hour);
}
