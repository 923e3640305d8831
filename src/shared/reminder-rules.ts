/** When a template goes by itself: what its `sendOn` says, where that is a rule. Pure; days as `2026-11-10`. */
import { addDays } from './dates.ts';
import type { PaperKind } from './media.ts';

/**
 * `days` after the due or the expiry day, before it below zero. `bill`: soon after the bill was imported. `paid`: soon after
 * a payment was received, of which it is the receipt.
 */
export type ReminderRule = { kind: 'due' | 'expiry'; days: number } | { kind: 'bill' | 'paid' };

/** Days around a due or an expiry day; more is a slip of the keyboard. */
export const mostReminderDays = 365;

const shape = /^(due|expiry)(?:\s*([+−–-])\s*(\d{1,3}))?$/i;

/** Undefined of a text that is no rule: it stays the name of an occasion. */
export function readReminderRule(sendOn: string | null): ReminderRule | undefined {
  const text = (sendOn ?? '').trim();
  const word = text.toLowerCase();
  if (word === 'bill' || word === 'paid') return { kind: word };
  const [, kind, sign, typed = '0'] = shape.exec(text) ?? [];
  const days = Number(typed);
  if (kind === undefined || days > mostReminderDays) return undefined;
  const isBefore = sign !== undefined && sign !== '+' && days > 0;
  return { kind: kind.toLowerCase() === 'due' ? 'due' : 'expiry', days: isBefore ? -days : days };
}

/** `due-3`: a rule has one spelling, by which it is stored. */
export function spellReminderRule(rule: ReminderRule): string {
  if (!('days' in rule)) return rule.kind;
  const { kind, days } = rule;
  return days === 0 ? kind : `${kind}${days > 0 ? '+' : ''}${days}`;
}

/** The same of a template's `sendOn`; undefined where it is no rule. */
export function spelledRuleOf(sendOn: string | null): string | undefined {
  const rule = readReminderRule(sendOn);
  return rule && spellReminderRule(rule);
}

/** Whether a template says that a payment was received. */
export const isReceipt = ({ sendOn }: { sendOn: string | null }): boolean => spelledRuleOf(sendOn) === 'paid';

/** Which paper a template may carry. */
export const paperOf = (template: { sendOn: string | null }): PaperKind =>
  isReceipt(template) ? 'receipt' : 'voucher';

/** On which day a rule reminds of a bill with this due, expiry or import day. */
export const dayOfStep = (rule: ReminderRule, anchor: string): string =>
  'days' in rule ? addDays(anchor, rule.days) : anchor;

/** Minutes for which what was imported can be undone before `bill` speaks of it. */
export const undoMinutes = 30;

/** Minutes for which a payment can be voided at the counter before `paid` speaks of it. */
export const voidMinutes = 5;

/** At which a campus is reminded, until it says another time. */
export const usualReminderHour = '09:00';
