import { Button, Loader, VisuallyHidden } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs';
import { useQuery } from '@tanstack/react-query';
import type { Connection, Finding, LinkedSession } from '#shared/calls/connection.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { connectWords } from '#shared/words/whatsapp-number.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { testQuery } from './api.ts';
import classes from './connection.module.css';

const icons = {
  good: IconCircleCheck,
  fair: IconAlertTriangle,
  bad: IconAlertTriangle,
  waiting: IconHourglass,
} as const;

function FindingItem({ state, text }: Finding) {
  const Icon = icons[state];
  return (
    <li data-state={state}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <span>
        <VisuallyHidden>{connectWords.states[state]}: </VisuallyHidden>
        {text}
      </span>
    </li>
  );
}

type Props = { connection: Connection; phone: LinkedSession['state'] | undefined };

/** Shows the results of the connection test. The test runs again after each change of the connection. */
export function Findings({ connection, phone }: Props) {
  const { timeZone } = useSession();
  const query = useQuery(testQuery(connection, phone));
  const { checkedAt } = connection;
  return (
    <div className={classes.test}>
      <div aria-live="polite" aria-busy={query.isFetching}>
        <Loaded query={query} waiting={<Loader size="sm" aria-label={connectWords.testing} />}>
          {(findings) => (
            <ul className={classes.findings} aria-label={connectWords.findings}>
              {findings.map((finding) => (
                <FindingItem key={finding.what} {...finding} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      <div className={classes.line}>
        <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
          {connectWords.test}
        </Button>
        {checkedAt && <small>{connectWords.checkedAt(formatInstant(checkedAt, timeZone))}</small>}
      </div>
    </div>
  );
}
