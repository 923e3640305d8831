/** Reminder rules: what the `sendOn` of a template means, if it is a rule. Pure; days are `2026-11-10`. */
import { addDays } from '../time/dates.ts';
import type { PaperKind } from './media.ts';

/**
 * `days` after the due or the expiry day; negative means before it. `bill`: soon after the bill was imported. `paid`:
 * soon after a payment, as its receipt.
 */
export type ReminderRule = { kind: 'due' | 'expiry'; days: number } | { kind: 'bill' | 'paid' };

/** The most days before or after a due or expiry day. A larger number is a typing mistake. */
export const mostReminderDays = 365;

const shape = /^(due|expiry)(?:\s*([+−–-])\s*(\d{1,3}))?$/i;

/** Undefined if the text is not a rule. Then it is only the name of an occasion. */
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

/** `due-3`: the one spelling of a rule, as it is stored. */
export function spellReminderRule(rule: ReminderRule): string {
  if (!('days' in rule)) return rule.kind;
  const { kind, days } = rule;
  return days === 0 ? kind : `${kind}${days > 0 ? '+' : ''}${days}`;
}

/** The stored spelling of a template's `sendOn`; undefined if it is not a rule. */
export function spelledRuleOf(sendOn: string | null): string | undefined {
  const rule = readReminderRule(sendOn);
  return rule && spellReminderRule(rule);
}

/** Whether a template confirms a payment. */
export const isReceipt = ({ sendOn }: { sendOn: string | null }): boolean => spelledRuleOf(sendOn) === 'paid';

/** The paper that a template may carry. */
export const paperOf = (template: { sendOn: string | null }): PaperKind =>
  isReceipt(template) ? 'receipt' : 'voucher';

/** The day on which a rule reminds of a bill with this due, expiry or import day. */
export const dayOfStep = (rule: ReminderRule, anchor: string): string =>
  'days' in rule ? addDays(anchor, rule.days) : anchor;

/** Minutes in which an import can be undone before the rule `bill` sends about it. */
export const undoMinutes = 30;

/** Minutes in which a payment can be voided at the counter before the rule `paid` sends its receipt. */
export const voidMinutes = 5;

/** The time of day for reminders until a campus sets another one. */
export const usualReminderHour = '09:00';
