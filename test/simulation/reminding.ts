/** Templates that are sent by rules, and people who switch, hold and skip them. */
import { calls } from '#shared/calls/all.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { Desk } from './clerk.ts';
import type { World } from './world.ts';

const sendOns = ['due-3', 'due-1', 'due', 'due+2', 'due+5', 'expiry-1', 'bill'];
/** The rules of a campus, each with its own template. */
const mostRules = 4;

type Reminders = { rules: { templateID: number; isOn: boolean; sendOn: string }[] };
type Next = { day: string; items: { billIDs: number[] }[]; skipped: { billID: number }[] };

const two = (value: number): string => String(value).padStart(2, '0');

export function createReminding(world: World, { ask }: Desk) {
  const { broken, covered, timeline } = world;

  /** The text names the bill and its due date, so one step of one bill has one text. */
  async function addRule(chance: Chance): Promise<void> {
    const sendOn = one(chance, sendOns) ?? 'due';
    const message = `Dear parent of {{name}}, this is about the bill {{invNo}}, which is due on {{dueDate}}. Thank you. m${timeline.now()}`;
    const made = await ask(calls.addTemplate, { body: { title: `By ${sendOn}`, message, sendOn } });
    if (!made) return;
    await ask({ method: 'POST', path: `/MessageTemplate/${made.id}/Submit` }, { body: {} });
    await ask(calls.switchReminder, { body: { templateID: made.id, isOn: true } });
  }

  async function remind(chance: Chance): Promise<void> {
    const listed = await ask<Reminders>(calls.listReminders);
    if (!listed) return;
    const chosen = one(chance, listed.rules);
    if (!chosen || (listed.rules.length < mostRules && chance.happens(0.6))) return addRule(chance);
    await ask(calls.switchReminder, { body: { templateID: chosen.templateID, isOn: !chosen.isOn } });
  }

  async function hold(chance: Chance): Promise<void> {
    const held = await ask(calls.holdReminders, { body: { isHeld: true } });
    if (!held) return;
    await world.wait(chance.whole(10 * 60, 30 * 3600) * 1000);
    await ask(calls.holdReminders, { body: { isHeld: false } });
  }

  async function changeHour(chance: Chance): Promise<void> {
    const hour = `${two(chance.whole(7, 20))}:${two(chance.whole(0, 59))}`;
    await ask(calls.changeReminderHour, { body: { hour } });
  }

  /** A skipped family must get no reminder in that run, unless somebody puts it back. */
  async function skip(chance: Chance): Promise<void> {
    const next = await ask<Next>(calls.showNextReminders, { query: { take: 50 } });
    const billIDs = one(chance, next?.items ?? [])?.billIDs ?? [];
    if (!next || billIDs.length === 0) return;
    const skipped = await ask<{ changed: number }>(calls.skipReminders, {
      body: { billIDs, isSkipped: true },
    });
    if (!skipped?.changed) return;
    covered('reminders: a family is skipped');
    const after = await ask<Next>(calls.showNextReminders, { query: { take: 50 } });
    const isLeft = after?.items.some((item) => item.billIDs.some((id) => billIDs.includes(id)));
    if (isLeft && after?.day === next.day)
      broken('a skipped family gets no reminder', `bills ${billIDs} are still to be reminded of`);
    if (chance.happens(0.3)) await ask(calls.skipReminders, { body: { billIDs, isSkipped: false } });
  }

  return { reminder: remind, reminderHold: hold, reminderHour: changeHour, reminderSkip: skip };
}
