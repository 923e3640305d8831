/** Steps of parents, WhatsApp and the computer. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryStatus, Fault } from '../peers/graph/faults.ts';
import { type Chance, one } from '../support/fault-random.ts';
import { type Family, noteChoice } from './book.ts';
import { makeCopy, putCopyBack } from './copies.ts';
import type { StepKind } from './scenario.ts';
import { connect, type World } from './world.ts';

type Act = (world: World, chance: Chance) => Promise<void> | void;

const minute = 60_000;

const someone = ({ book }: World, chance: Chance): Family | undefined =>
  book.families[chance.whole(0, book.families.length - 1)];

/** Every error code that WhatsApp is known to return; see shared error codes. */
export const refusalCodes = [
  0, 1, 2, 3, 4, 10, 33, 100, 190, 200, 368, 80007, 130403, 130429, 130472, 130497, 131000, 131005, 131008,
  131009, 131016, 131021, 131026, 131031, 131037, 131042, 131045, 131047, 131048, 131049, 131050, 131051,
  131052, 131053, 131056, 131057, 131063, 131064, 132000, 132001, 132005, 132007, 132012, 132015, 132016,
  132018, 132068, 132069, 133004, 133010, 133016, 134011, 134101, 135000,
];

export const storms: readonly Fault[] = [
  { kind: 'reject', code: 131016 },
  { kind: 'reject', code: 2 },
  { kind: 'reject', code: 131026 },
  { kind: 'reject', code: 131056 },
  { kind: 'html' },
  { kind: 'htmlAfter', status: 504, late: 60 },
  { kind: 'hang', seconds: 20 },
  { kind: 'hang' },
  { kind: 'hangAfter', seconds: 20, late: 60 },
  { kind: 'hangAfter', late: 100 },
  { kind: 'cutBefore' },
  { kind: 'cutAfter', late: 60 },
  { kind: 'noID', late: 60 },
  { kind: 'hookFirst' },
  { kind: 'repeat' },
  { kind: 'reorder' },
  { kind: 'drop' },
  { kind: 'failLater', code: 131026 },
  { kind: 'failLater', code: 131049 },
  { kind: 'failLater', code: 131047 },
  { kind: 'held' },
];

/** The number that is connected now. WhatsApp knows nothing of a number that the desk is about to connect. */
function connectedNumber({ graph, rules, place }: World) {
  const [sender] = rules.read<{ settings: string }>(
    'select settings from sender where "campusID" = ?',
    place.campusID,
  );
  const { phoneNumberID } = JSON.parse(sender?.settings ?? '{}') as { phoneNumberID?: string };
  const { numbers } = graph.account;
  return numbers.find(({ id }) => id === phoneNumberID) ?? numbers[0];
}

/** The family's phone in its chat with that number. */
export const phoneOf = (world: World, { e164 }: Family) => world.graph.phone(e164, connectedNumber(world));

async function says(world: World, family: Family | undefined, text: string): Promise<void> {
  if (!family) return;
  phoneOf(world, family).writes(text);
}

/** Notes when the program knows the wish: its webhook was answered and handled. */
function noteWhenHandled(world: World, number: string, action: 'stop' | 'start'): void {
  const heard = (): void => {
    const [row] = world.rules.read<{ count: number }>(
      'select count(*) as count from opt_out where number = ? and "endedAt" is null',
      number,
    );
    const isStopped = (row?.count ?? 0) > 0;
    if (action === 'start') world.book.stopped.delete(number);
    if (action === 'stop' && isStopped && !world.book.stopped.has(number))
      world.book.stopped.set(number, world.timeline.now());
    if (action === 'stop' && !isStopped) world.timeline.put(30_000, () => tries-- > 0 && heard());
  };
  let tries = 10;
  world.timeline.put(10_000, heard);
}

async function asksAgain(world: World, family: Family): Promise<void> {
  world.book.stopped.delete(family.e164);
  noteChoice(world.book, family.e164, { action: 'start', by: 'parent', at: world.timeline.now() });
  await says(world, family, 'START');
  noteWhenHandled(world, family.e164, 'start');
}

const randomStatus = (chance: Chance): DeliveryStatus =>
  one(chance, ['sent', 'delivered', 'read'] as const) ?? 'sent';

/** Waits until a message is in flight, if there is any. */
async function onItsWay(world: World): Promise<void> {
  for (let looks = 0; looks < 100 && world.network.inFlight() === 0; looks += 1) await world.wait(100);
}

async function restart(world: World, after: number): Promise<void> {
  await world.wait(after);
  await world.computer.start();
}

async function restore(world: World): Promise<void> {
  const { computer, book, timeline } = world;
  computer.kill();
  computer.closeReader();
  if (!(await putCopyBack(world))) return restart(world, 2 * minute);
  // The restored store has forgotten what people did since the backup.
  book.restoredAt = timeline.now();
  book.stopped.clear();
  book.wishes.clear();
  book.paid.clear();
  book.gone.clear();
  book.moved.clear();
  book.quiet = undefined;
  book.rate = undefined;
  world.office?.forget();
  world.neighbour?.forget();
  await restart(world, 2 * minute);
  const [group] = world.rules.read<{ id: number }>('select id from "group" limit 1');
  book.groups = book.groups.filter(
    ({ id }) => world.rules.read('select id from "group" where id = ?', id).length > 0 && group,
  );
}

export const weather: Partial<Record<StepKind, Act>> = {
  write: (world, chance) =>
    says(world, someone(world, chance), chance.happens(0.5) ? 'Salam' : 'I have paid'),
  stop: async (world, chance) => {
    const family = someone(world, chance);
    if (!family) return;
    if (chance.happens(0.3)) phoneOf(world, family).stops();
    else await says(world, family, 'STOP');
    noteChoice(world.book, family.e164, { action: 'stop', by: 'parent', at: world.timeline.now() });
    noteWhenHandled(world, family.e164, 'stop');
    if (!chance.happens(0.3)) return;
    await world.wait(chance.whole(1, 40) * 1000);
    await asksAgain(world, family);
  },
  start: async (world, chance) => {
    const family = someone(world, chance);
    if (!family) return;
    await asksAgain(world, family);
  },
  changeNumber: (world, chance) => {
    const family = someone(world, chance);
    if (!family) return;
    world.book.wishes.delete(family.e164);
    phoneOf(world, family).changesNumber(`+92301${chance.whole(1_000_000, 9_999_999)}`);
  },
  unreachable: async (world, chance) => {
    const family = someone(world, chance);
    if (!family) return;
    const { person } = world.graph.phone(family.e164);
    person.isOnWhatsApp = false;
    await world.wait(chance.whole(1, 72) * 60 * minute);
    person.isOnWhatsApp = true;
  },
  storm: async (world, chance) => {
    world.graph.faults.storm({
      seed: chance.whole(1, 1e9),
      share: 0.1 + chance.next() * 0.6,
      faults: storms,
    });
    await world.wait(chance.whole(2, 300) * minute);
    world.graph.faults.storm(undefined);
  },
  refusals: (world, chance) => {
    for (let count = chance.whole(2, 7); count > 0; count -= 1) {
      const code = refusalCodes[chance.whole(0, refusalCodes.length - 1)] ?? 1;
      const kind = chance.happens(0.7) ? 'reject' : 'failLater';
      world.graph.faults.next({ kind, code }, { times: chance.whole(1, 3) });
    }
  },
  pauseTemplate: (world, chance) => {
    const all = world.graph.templates.all().filter(({ status }) => status === 'APPROVED');
    const chosen = all[chance.whole(0, all.length - 1)];
    if (!chosen) return;
    if (chance.happens(0.5)) world.graph.templates.pause(chosen.name);
    else world.graph.faults.next({ kind: 'pauseTemplate' });
  },
  rejectTemplate: (world, chance) => {
    const all = world.graph.templates.all().filter(({ status }) => status === 'APPROVED');
    const chosen = all[chance.whole(0, all.length - 1)];
    if (chosen) world.graph.templates.disable(chosen.name);
  },
  approveTemplate: (world) => {
    for (const { name, status } of world.graph.templates.all())
      if (status === 'PAUSED') world.graph.templates.approve(name);
  },
  deadToken: async (world, chance) => {
    const { account, values } = world.graph;
    account.token = `dead ${chance.whole(1, 1e6)}`;
    await world.wait(chance.whole(5, 600) * minute);
    account.token = values.token;
    await world.clerk.resolveAlerts();
  },
  limit: (world, chance) => {
    const tier = (['TIER_250', 'TIER_2K', 'TIER_10K'] as const)[chance.whole(0, 2)] ?? 'TIER_250';
    // A smaller limit would make earlier messages exceed it, which nobody could have avoided.
    if (tier === 'TIER_250') return;
    world.graph.account.tier = tier;
    world.graph.tell('business_capability_update', { max_daily_conversations_per_business: tier });
  },
  quality: (world, chance) =>
    world.graph.rate((['GREEN', 'YELLOW', 'RED'] as const)[chance.whole(0, 2)] ?? 'GREEN'),
  strangeReceipt: (world, chance) => {
    const rows = world.rules.read<{ id: number; number: string }>(
      `select id, number from message where status in ('queued', 'accepted', 'unknown', 'failed') order by id desc limit 50`,
    );
    const of = rows[chance.whole(0, Math.max(0, rows.length - 1))];
    const accepted = world.graph.accepted[chance.whole(0, Math.max(0, world.graph.accepted.length - 1))];
    const { id, number } = connectedNumber(world);
    const status = {
      id: chance.happens(0.5) ? `wamid.${chance.whole(1, 1e9)}` : (accepted?.wamid ?? 'wamid.1'),
      status: (['sent', 'delivered', 'failed'] as const)[chance.whole(0, 2)],
      timestamp: String(Math.floor((world.epoch + world.timeline.now()) / 1000) - chance.whole(0, 9000)),
      recipient_id: (of?.number ?? '+923001111111').slice(1),
      // From an older installation: the same message number with another receipt secret.
      biz_opaque_callback_data: `m2:${of?.id ?? 1}:a1:ffeeddccbbaa9988`,
    };
    if (status.id === accepted?.wamid) return;
    world.graph.hooks.tell({
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: number.replace('+', ''), phone_number_id: id },
        statuses: [status],
      },
    });
  },
  receiptFirst: async (world, chance) => {
    world.graph.faults.next(
      { kind: 'hookFirst', status: randomStatus(chance) },
      { times: chance.whole(2, 6) },
    );
    const code = one(chance, [131026, 131049, 131047]) ?? 131026;
    world.graph.faults.next({ kind: 'failLater', code, isSent: true }, { times: chance.whole(1, 3) });
    await world.clerk.acts.send(chance);
  },
  receiptAfterRetry: async (world, chance) => {
    const { graph, clerk } = world;
    const late = chance.whole(8, 40) * 60;
    // Few parents show that they have read a message.
    const only = chance.happens(0.5) ? 'read' : randomStatus(chance);
    graph.faults.next({ kind: 'cutAfter', late, only }, { times: chance.whole(4, 10) });
    await clerk.acts.send(chance);
    await world.wait(chance.whole(2, 4) * minute);
    // The retry is put off or refused, and then the receipt of the first try arrives.
    const faults: Fault[] = [{ kind: 'reject', code: chance.happens(0.5) ? 131056 : 131026 }];
    graph.faults.storm({ seed: chance.whole(1, 1e9), share: 1, faults });
    await clerk.retryUnknown();
    await world.wait(late * 1000);
    graph.faults.storm(undefined);
  },
  cancelOnItsWay: async (world, chance) => {
    const { graph, clerk } = world;
    graph.faults.storm({ seed: chance.whole(1, 1e9), share: 1, faults: [{ kind: 'reject', code: 131056 }] });
    await clerk.acts.send(chance);
    await onItsWay(world);
    await clerk.acts[chance.happens(0.5) ? 'clear' : 'cancel'](chance);
    await world.wait(minute);
    graph.faults.storm(undefined);
  },
  fullOnItsWay: async (world, chance) => {
    await world.clerk.acts.send(chance);
    await onItsWay(world);
    world.computer.setFull(true);
    await world.wait(chance.whole(30, 180) * 1000);
    world.computer.setFull(false);
    if (!world.computer.isUp()) await world.computer.start();
  },
  reconnect: async (world) => {
    await connect(world);
  },
  otherNumber: async (world) => {
    const { book } = world;
    book.line = 1 - book.line;
    // Without an answer nobody knows which number is connected.
    while (!(await connect(world))) await world.wait(10 * minute);
  },
  offline: async (world, chance) => {
    world.network.setOnline(false);
    await world.wait(chance.whole(1, 400) * minute);
    world.network.setOnline(true);
  },
  kill: async (world, chance) => {
    await onItsWay(world);
    world.computer.killSoon(chance.happens(0.6) ? chance.whole(1, 60) : chance.whole(1, 1500));
    await world.wait(chance.whole(1, 30) * minute);
    world.computer.kill();
    await restart(world, chance.whole(5, 7200) * 1000);
  },
  sleep: (world, chance) => {
    world.computer.sleep(chance.whole(1, chance.happens(0.5) ? 30 : 2000) * minute);
  },
  clock: async (world, chance) => {
    const ahead = Math.round((chance.next() - 0.5) * (chance.happens(0.5) ? 2 * 3_600_000 : 20 * 86_400_000));
    world.computer.setClock(ahead);
    await world.wait(chance.whole(10, 3000) * minute);
    world.computer.setClock(0);
    world.book.rightSince = world.timeline.now();
  },
  diskFull: async (world, chance) => {
    world.computer.setFull(true);
    await world.wait(chance.whole(1, 200) * minute);
    world.computer.setFull(false);
    if (!world.computer.isUp()) await world.computer.start();
  },
  backup: makeCopy,
  restore: async (world, chance) => {
    // Most of the time the backup is made while much waits.
    if (world.book.backup === undefined || chance.happens(0.7)) {
      await world.clerk.acts.send(chance);
      await world.wait(chance.whole(0, 3000));
      await makeCopy(world);
      await world.wait(chance.whole(1, 90) * minute);
    }
    if (world.book.backup !== undefined) await restore(world);
  },
  move: async (world) => {
    const { computer } = world;
    computer.kill();
    world.computer.closeReader();
    const target = join(world.folder, `moved-${world.timeline.now()}`);
    cpSync(computer.dataDir(), target, { recursive: true });
    rmSync(computer.dataDir(), { recursive: true });
    computer.moveTo(target);
    await restart(world, minute);
  },
};
