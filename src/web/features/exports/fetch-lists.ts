/** Loads the lists of a workbook inside the worker, with the user's token. */
import type { AnswerOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { addressOf, failureOf, type Loose, type Place } from '../../lib/address.ts';
import type { WantedExport } from './exporting.ts';

const throwUnreachable = (): never => {
  throw new Failure('unavailable', connectionWords.unreachable);
};

/** Throws a `Failure` if the call fails or its answer is incomplete, because a part of a list must not be exported. */
async function fetchList<T>(place: Place, path: string, input: Loose): Promise<T> {
  const headers = { Authorization: `Bearer ${place.token}` };
  const response = await fetch(addressOf(place, path, input), { headers }).catch(throwUnreachable);
  if (!response.ok) throw failureOf(response.status, await response.text().catch(() => ''));
  return response.json().catch(throwUnreachable) as Promise<T>;
}

type OfGroup = Extract<WantedExport, { groupID: number }>;
type OfTrail = Extract<WantedExport, { kind: 'trail' }>;
type OfOutbox = Extract<WantedExport, { kind: 'outbox' }>;

export const fetchBills = (place: Place, { groupID, status, search, section, sort }: OfGroup) =>
  fetchList<AnswerOf<'GET /Groups/:id/Export'>>(place, '/Groups/:id/Export', {
    params: { id: groupID },
    query: { status, search, section, sort },
  });

export const fetchMessagesOfGroup = (place: Place, { groupID }: OfGroup) =>
  fetchList<AnswerOf<'GET /Outbox/Export'>>(place, '/Outbox/Export', { query: { groupID } });

export const fetchOutbox = (place: Place, { status, search, run, billing }: OfOutbox) =>
  fetchList<AnswerOf<'GET /Outbox/Export'>>(place, '/Outbox/Export', {
    query: { status, search, broadcastID: run, groupID: billing },
  });

export const fetchTrail = (place: Place, { about: kind, search, userID, from, to }: OfTrail) =>
  fetchList<AnswerOf<'GET /Trail/Export'>>(place, '/Trail/Export', {
    query: { kind, search, userID, from, to },
  });

type OfMoney = Extract<WantedExport, { kind: 'money' }>;

/** The headings and totals of the report. The workbook uses their names. */
export const fetchReport = (place: Place, { name, wish }: OfMoney) =>
  fetchList<AnswerOf<'GET /Reports/:name'>>(place, '/Reports/:name', {
    params: { name },
    query: { ...wish, take: 1 },
  });

export const fetchReportRows = (place: Place, { name, wish }: OfMoney) =>
  fetchList<AnswerOf<'GET /Reports/:name/Export'>>(place, '/Reports/:name/Export', {
    params: { name },
    query: wish,
  });

export const fetchReportList = (place: Place, { name, wish, figure }: OfMoney) =>
  fetchList<AnswerOf<'GET /Reports/:name/List/Export'>>(place, '/Reports/:name/List/Export', {
    params: { name },
    query: { ...wish, ...figure },
  });
