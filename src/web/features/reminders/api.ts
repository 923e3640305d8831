import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { type ReminderRule, spellReminderRule } from '#shared/messages/reminder-rules.ts';
import type { readyReminders } from '#shared/words/templates.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const remindersQuery = queryOptions({
  queryKey: keys.reminders,
  queryFn: ({ signal }) => send('GET /Reminders', {}, signal),
});

/** The number of families that the list of the next reminders shows at first. */
export const shownAtFirst = 20;

export const nextRemindersQuery = (search = '', take = shownAtFirst) =>
  queryOptions({
    queryKey: [...keys.nextReminders, search, take],
    queryFn: ({ signal }) => send('GET /Reminders/Tomorrow', { query: { search, take } }, signal),
    placeholderData: keepPreviousData,
  });

export const switchReminder = (templateID: number, isOn: boolean) =>
  sendWrite('POST /Reminders/Switch', { body: { templateID, isOn } });

/**
 * Changes when a template is sent. The server switches a changed rule off, because a person must decide about the new
 * one. Here that person has just decided, so a rule that was on is switched on again.
 */
export async function changeRule(
  { id, version, ...template }: VersionedTemplate,
  rule: ReminderRule,
  isOn: boolean,
): Promise<void> {
  const body = { ...template, sendOn: spellReminderRule(rule), version };
  await sendWrite('PUT /MessageTemplate/:id', { params: { id }, body });
  if (isOn) await switchReminder(id, true);
}

/** Adds the template of a reminder with a ready text, and switches it on. */
export async function addReady({ title, message, sendOn }: (typeof readyReminders)[number]): Promise<void> {
  const { id } = await sendWrite('POST /MessageTemplate', { body: { title, message, sendOn, media: '' } });
  await switchReminder(id, true);
}

export const switchAnswers = (isOn: boolean) => sendWrite('PUT /Reminders/Answers', { body: { isOn } });

export const changeHour = (hour: string) => sendWrite('PUT /Reminders', { body: { hour } });

export const holdReminders = (isHeld: boolean) => sendWrite('POST /Reminders/Hold', { body: { isHeld } });

export const skipReminders = (billIDs: number[], isSkipped: boolean) =>
  sendWrite('POST /Reminders/Skip', { body: { billIDs, isSkipped } });
