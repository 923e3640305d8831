import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnSession } from '#shared/calls/account.ts';
import { dayIn, formatDay, formatInstant } from '#shared/dates.ts';
import { idleDays, sessionDays } from '#shared/limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { accountWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './account.module.css';
import { endOtherSessions, endSession, ownSessionsQuery } from './api.ts';
import { sayDevice } from './rules.ts';

type Act = (work: () => Promise<string>) => void;

function SessionRow({ session, act }: { session: OwnSession; act: Act | undefined }) {
  const { timeZone } = useSession();
  const { id, createdAt, usedAt, address, isThis } = session;
  const device = sayDevice(session.device);
  const end = async (): Promise<string> => {
    await endSession(id);
    return accountWords.ended;
  };
  const told = [
    accountWords.since(formatInstant(createdAt, timeZone)),
    accountWords.used(formatDay(dayIn(timeZone, new Date(usedAt)))),
    address && accountWords.from(address),
  ];
  return (
    <li className={classes.session}>
      <div>
        <b>{device}</b>
        {isThis && <span className={classes.mark}>{accountWords.thisSession}</span>}
        <p>{told.filter(Boolean).join(' · ')}</p>
      </div>
      {!isThis && (
        <Button
          variant="default"
          size="xs"
          disabled={!act}
          aria-label={accountWords.endNamed(device)}
          onClick={() => act?.(end)}
        >
          {accountWords.end}
        </Button>
      )}
    </li>
  );
}

/** Where one is signed in, and the way to end what one does not know. */
export function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  const [isBusy, setBusy] = useState(false);
  const act: Act = (work) => {
    setBusy(true);
    const tell = (error: unknown): void => toastError(toasts.errorTitle, sentenceOf(error));
    void work()
      .then((done) => toastDone(done), tell)
      .finally(() => setBusy(false));
  };
  const endOthers = async (): Promise<string> => accountWords.othersEnded(await endOtherSessions());
  return (
    <section className={classes.part} aria-label={accountWords.sessions}>
      <header>
        <h2>{accountWords.sessions}</h2>
        <p>{accountWords.sessionsHint(sessionDays, idleDays)}</p>
      </header>
      <Loaded query={query}>
        {(sessions) => (
          <>
            <ul className={classes.sessions}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} act={isBusy ? undefined : act} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className={classes.foot}>
                <Button variant="default" loading={isBusy} onClick={() => act(endOthers)}>
                  {accountWords.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
