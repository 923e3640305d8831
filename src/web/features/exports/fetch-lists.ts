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
async function fetchList<T>(session: Place, path: string, input: Loose): Promise<T> {
  const headers = { Authorization: `Bearer ${session.token}` };
  const response = await fetch(addressOf(session, path, input), { headers }).catch(throwUnreachable);
  if (!response.ok) throw failureOf(response.status, await response.text().catch(() => ''));
  return response.json().catch(throwUnreachable) as Promise<T>;
}

type OfGroup = Extract<WantedExport, { groupID: number }>;
type OfTrail = Extract<WantedExport, { kind: 'trail' }>;
type OfOutbox = Extract<WantedExport, { kind: 'outbox' }>;

export const fetchBills = (session: Place, { groupID, kind: _kind, ...query }: OfGroup) =>
  fetchList<AnswerOf<'GET /Groups/:id/Export'>>(session, '/Groups/:id/Export', {
    params: { id: groupID },
    query,
  });

export const fetchMessagesOfGroup = (session: Place, { groupID }: OfGroup) =>
  fetchList<AnswerOf<'GET /Outbox/Export'>>(session, '/Outbox/Export', { query: { groupID } });

export const fetchOutbox = (session: Place, { status, search, run, billing }: OfOutbox) =>
  fetchList<AnswerOf<'GET /Outbox/Export'>>(session, '/Outbox/Export', {
    query: { status, search, broadcastID: run, groupID: billing },
  });

export const fetchTrail = (session: Place, { about: kind, search, userID, from, to }: OfTrail) =>
  fetchList<AnswerOf<'GET /Trail/Export'>>(session, '/Trail/Export', {
    query: { kind, search, userID, from, to },
  });

type OfMoney = Extract<WantedExport, { kind: 'money' }>;

/** The headings and totals of the report. The workbook uses their names. */
export const fetchReport = (session: Place, { name, filters: wish }: OfMoney) =>
  fetchList<AnswerOf<'GET /Reports/:name'>>(session, '/Reports/:name', {
    params: { name },
    query: { ...wish, take: 1 },
  });

export const fetchReportRows = (session: Place, { name, filters: wish }: OfMoney) =>
  fetchList<AnswerOf<'GET /Reports/:name/Export'>>(session, '/Reports/:name/Export', {
    params: { name },
    query: wish,
  });

export const fetchReportList = (session: Place, { name, filters: wish, figure }: OfMoney) =>
  fetchList<AnswerOf<'GET /Reports/:name/List/Export'>>(session, '/Reports/:name/List/Export', {
    params: { name },
    query: { ...wish, ...figure },
  });
