import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#shared/calls/account.ts';
import { idleDays, sessionDays } from '#shared/limits.ts';
import { dayIn, formatDay, formatInstant } from '#shared/time/dates.ts';
import { accountWords } from '#shared/words/settings.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Mark } from '../../ui/mark.tsx';
import { Part, PartFoot, PartRow, PartRows } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { endOtherSessions, endSession, ownSessionsQuery } from './api.ts';
import { deviceName } from './rules.ts';

type Act = (work: () => Promise<string>) => void;

function SessionRow({ session, act }: { session: OwnSession; act: Act | undefined }) {
  const { timeZone } = useSession();
  const { id, createdAt, usedAt, address, isThis } = session;
  const device = deviceName(session.device);
  const end = async (): Promise<string> => {
    await endSession(id);
    return accountWords.ended;
  };
  const details = [
    accountWords.since(formatInstant(createdAt, timeZone)),
    accountWords.used(formatDay(dayIn(timeZone, new Date(usedAt)))),
    address && accountWords.from(address),
  ];
  return (
    <PartRow
      what={
        <>
          <b>
            {device}
            {isThis && <Mark>{accountWords.thisSession}</Mark>}
          </b>
          <p>{details.filter(Boolean).join(' · ')}</p>
        </>
      }
    >
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
    </PartRow>
  );
}

/** Lists the sessions of the user, who can end every session except this one. */
export function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  const { isBusy, run } = useAction();
  const act: Act = (work) => void run(async () => toastDone(await work()));
  const endOthers = async (): Promise<string> => accountWords.othersEnded(await endOtherSessions());
  return (
    <Part
      label={accountWords.sessions}
      title={accountWords.sessions}
      hint={accountWords.sessionsHint(sessionDays, idleDays)}
    >
      <Loaded query={query}>
        {(sessions) => (
          <>
            <PartRows>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} act={isBusy ? undefined : act} />
              ))}
            </PartRows>
            {sessions.length > 1 && (
              <PartFoot>
                <Button variant="default" loading={isBusy} onClick={() => act(endOthers)}>
                  {accountWords.endOthers}
                </Button>
              </PartFoot>
            )}
          </>
        )}
      </Loaded>
    </Part>
  );
}
