import { Button } from '@mantine/core';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { sendWords } from '#shared/words/sending.ts';
import { type Draft, isElsewhere } from './rules.ts';
import classes from './send-panel.module.css';
import { Names } from './whom.tsx';

type Props = {
  groups: GroupSummary[];
  draft: Draft;
  opened: number | undefined;
  onTake: (groupIDs: number[]) => void;
};

/** Says that the message is for others than the billing one looks at, and changes that. */
export function Elsewhere({ groups, draft, opened, onTake }: Props) {
  const names = groups.filter(({ id }) => draft.groupIDs.includes(id)).map(({ name }) => name);
  const billing = groups.find(({ id }) => id === opened);
  return (
    // It is there before it says something, or nobody would hear it.
    <div className={classes.elsewhere} role="status">
      {billing && isElsewhere(draft, opened) && (
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
