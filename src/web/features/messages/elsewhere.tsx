import { Button } from '@mantine/core';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { sendWords } from '#shared/words/sending.ts';
import { type Draft, isForOtherBilling } from './rules.ts';
import classes from './send-panel.module.css';
import { Names } from './whom.tsx';

type Props = {
  groups: GroupSummary[];
  draft: Draft;
  opened: number | undefined;
  onTake: (groupIDs: number[]) => void;
};

/** Warns that the message is not for the opened billing. A button makes the opened billing the recipient. */
export function OtherBillingNote({ groups, draft, opened, onTake }: Props) {
  const names = groups.filter(({ id }) => draft.groupIDs.includes(id)).map(({ name }) => name);
  const billing = groups.find(({ id }) => id === opened);
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <div className={classes.elsewhere} role="status">
      {billing && isForOtherBilling(draft, opened) && (
        <>
          <p>
            {sendWords.elsewhere} <Names names={names} />
          </p>
          <Button variant="default" size="xs" maw="100%" onClick={() => onTake([billing.id])}>
            <span className={classes.take}>
              {sendWords.takeOpened}&nbsp;<bdi>{billing.name}</bdi>
            </span>
          </Button>
        </>
      )}
    </div>
  );
}
