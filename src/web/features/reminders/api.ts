import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

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

/** Also reloads the list of the next reminders, because its query key begins with this key. */
const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.reminders });

export async function switchReminder(templateID: number, isOn: boolean): Promise<void> {
  await send('POST /Reminders/Switch', { body: { templateID, isOn } });
  await reload();
}

export async function switchAnswers(isOn: boolean): Promise<void> {
  await send('PUT /Reminders/Answers', { body: { isOn } });
  await reload();
}

export async function changeHour(hour: string): Promise<void> {
  await send('PUT /Reminders', { body: { hour } });
  await reload();
}

export async function holdReminders(isHeld: boolean): Promise<void> {
  await send('POST /Reminders/Hold', { body: { isHeld } });
  await reload();
}

export async function skipReminders(billIDs: number[], isSkipped: boolean): Promise<void> {
  await send('POST /Reminders/Skip', { body: { billIDs, isSkipped } });
  await reload();
}
