import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatInstant } from '#shared/time/dates.ts';
import { guessWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { guessesQuery, markGuessesSeen } from './api.ts';
import classes from './guess-banner.module.css';

type Props = { linkTo: (part: 'account' | 'signing-in') => ReactNode };

/** Warns that somebody else has tried to sign in to this account, with a link to the page where the user can act. */
export function GuessBanner({ linkTo }: Props) {
  const { timeZone } = useSession();
  const { data } = useQuery(guessesQuery);
  const { isBusy, run } = useAction();
  const notice = data?.notice;
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <div className={classes.banner} role="status" data-testid="guess-banner">
      {notice && (
        <>
          {guessWords.notice({ ...notice, since: formatInstant(notice.since, timeZone) })}{' '}
          {linkTo(notice.codes > 0 ? 'account' : 'signing-in')}
          <Button
            variant="default"
            size="compact-xs"
            loading={isBusy}
            onClick={() => void run(markGuessesSeen)}
          >
            {guessWords.seen}
          </Button>
        </>
      )}
    </div>
  );
}
