import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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

export const switchAnswers = (isOn: boolean) => sendWrite('PUT /Reminders/Answers', { body: { isOn } });

export const changeHour = (hour: string) => sendWrite('PUT /Reminders', { body: { hour } });

export const holdReminders = (isHeld: boolean) => sendWrite('POST /Reminders/Hold', { body: { isHeld } });

export const skipReminders = (billIDs: number[], isSkipped: boolean) =>
  sendWrite('POST /Reminders/Skip', { body: { billIDs, isSkipped } });
