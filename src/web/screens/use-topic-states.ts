import { useQuery } from '@tanstack/react-query';
import type { SenderAnswer } from '#shared/calls/senders.ts';
import { clockIn, dayIn, formatDayOfYear } from '#shared/time/dates.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { backupAgeQuery } from '../features/backups/api.ts';
import { warningsQuery } from '../features/installation/api.ts';
import { peopleQuery } from '../features/people/api.ts';
import { senderQuery } from '../lib/sender.ts';
import { useSession } from '../lib/session.ts';
import type { TopicName } from './settings-topics.ts';

const { states } = settingsWords;

function senderState({ provider, stopped }: SenderAnswer): string {
  if (stopped) return states.stopped;
  if (provider === 'demo') return states.demo;
  return provider === 'assisted' ? states.byHand : states.connected;
}

function backupState(lastAt: string | null, timeZone: string): string {
  if (lastAt === null) return states.noBackup;
  const at = new Date(lastAt);
  const day = dayIn(timeZone, at);
  return day === dayIn(timeZone, new Date()) ? states.today(clockIn(timeZone, at)) : formatDayOfYear(day);
}

/** A short state of some topics. Every page has loaded these data already, except the people. */
export function useTopicStates(): Partial<Record<TopicName, string>> {
  const { rights, timeZone } = useSession();
  const { data: sender } = useQuery(senderQuery);
  const { data: backup } = useQuery(backupAgeQuery);
  const { data: warnings } = useQuery(warningsQuery);
  const { data: people } = useQuery({ ...peopleQuery, enabled: rights.admin });
  return {
    ...(people && { people: String(people.people.filter(({ state }) => state === 'active').length) }),
    ...(sender && { number: senderState(sender) }),
    ...(backup && { backups: backupState(backup.lastAt, timeZone) }),
    ...(warnings && warnings.list.length > 0 && { computer: states.warnings(warnings.list.length) }),
  };
}
