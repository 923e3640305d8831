import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NextReminders, RemindedFamily } from '#shared/calls/reminders.ts';
import { maySend } from '#shared/people/rights.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { promiseWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { mediaWords, reminderWords as words } from '#shared/words/templates.ts';
import { useRights, useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { Part, PartRow, PartRows } from '../../ui/part.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { toastDone } from '../../ui/toast.ts';
import { holdReminders, nextRemindersQuery, shownAtFirst, skipReminders } from './api.ts';
import classes from './reminders.module.css';
import { sayClock, sayNext } from './rules.ts';

function Family({ family, onSkip }: { family: RemindedFamily; onSkip?: (() => Promise<void>) | undefined }) {
  const sayNumber = useSayNumber();
  const { isBusy, run } = useAction();
  const { number, name, text, reason } = family;
  return (
    <li className={classes.family}>
      <details>
        <summary>
          <b>
            <NameText text={name || number} />
          </b>
          {name && <bdi>{sayNumber(number)}</bdi>}
          {reason && <p className={classes.warning}>{reason}</p>}
        </summary>
        {text && (
          <div className={classes.phone}>
            <Bubble words={mediaWords} side="out" text={text} media="" mediaLabel="" />
          </div>
        )}
      </details>
      {onSkip && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={words.skipNamed(name || number)}
          disabled={isBusy}
          onClick={() => void run(onSkip)}
        >
          {words.skip}
        </Button>
      )}
    </li>
  );
}

function Skipped({ next }: { next: NextReminders }) {
  const rights = useRights();
  const { isBusy, run } = useAction();
  if (next.skipped.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>{words.skippedTitle}</h3>
      <PartRows>
        {next.skipped.map(({ billID, name }) => (
          <PartRow key={billID} what={<NameText text={name} />}>
            {rights.edit && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={words.putBackNamed(name)}
                disabled={isBusy}
                onClick={() => void run(() => skipReminders([billID], false))}
              >
                {words.putBack}
              </Button>
            )}
          </PartRow>
        ))}
      </PartRows>
    </>
  );
}

function Families({ next, search, onMore }: { next: NextReminders; search: string; onMore: () => void }) {
  const rights = useRights();
  const { items, count } = next;
  const skip = async ({ billIDs, name, number }: RemindedFamily): Promise<void> => {
    await skipReminders(billIDs, true);
    toastDone(words.skipped(name || number));
  };
  if (count === 0)
    return <p className={classes.note}>{search ? words.noneFound(search) : words.nobodyText}</p>;
  return (
    <>
      <ul className={classes.families}>
        {items.map((family) => (
          <Family
            key={`${family.templateID} ${family.number} ${family.billIDs}`}
            family={family}
            onSkip={maySend(rights) ? () => skip(family) : undefined}
          />
        ))}
      </ul>
      {items.length < count && (
        <Button variant="default" onClick={onMore}>
          {words.more}
        </Button>
      )}
    </>
  );
}

/** A button that holds all reminders until a person resumes them. */
function HoldButton({ isHeld }: { isHeld: boolean }) {
  const { isBusy, run } = useAction();
  return (
    <Button
      variant={isHeld ? 'filled' : 'default'}
      size="xs"
      title={isHeld ? undefined : words.holdHint}
      loading={isBusy}
      onClick={() => void run(() => holdReminders(!isHeld))}
    >
      {isHeld ? words.letGo : words.hold}
    </Button>
  );
}

/** Lists the families that get the next reminders, with the message to each family. */
export function NextPart({ heldBy }: { heldBy: 'person' | 'copy' | null }) {
  const rights = useRights();
  const { timeZone } = useSession();
  const [search, setSearch] = useState('');
  const [take, setTake] = useState(shownAtFirst);
  const { data: next, error, isFetching, refetch } = useQuery(nextRemindersQuery(search, take));
  if (!next)
    return error ? (
      <ErrorAlert
        message={sentenceOf(error)}
        tryAgain={commonWords.tryAgain}
        onTryAgain={() => void refetch()}
        isTrying={isFetching}
      />
    ) : null;
  const title = sayNext(next, { timeZone, now: new Date() });
  const isLong = next.count > shownAtFirst || search !== '';
  return (
    <Part
      label={words.nextTitle}
      title={title}
      hint={words.at(sayClock(next, timeZone))}
      extra={
        (heldBy === null ? maySend(rights) : rights.edit && heldBy === 'person') && (
          <HoldButton isHeld={heldBy === 'person'} />
        )
      }
    >
      {heldBy && <p className={classes.box}>{heldBy === 'copy' ? words.heldByCopy : words.heldByPerson}</p>}
      {next.held > 0 && <p className={classes.box}>{words.wait(next.held)}</p>}
      {next.overLimit > 0 && <p className={classes.box}>{words.overLimit(next.overLimit)}</p>}
      {next.promised > 0 && <p className={classes.box}>{promiseWords.waiting(next.promised)}</p>}
      {isLong && (
        <SearchBox
          label={words.search}
          clearLabel={commonWords.clearSearch}
          value={search}
          onSearch={(text) => setSearch(text.trim())}
        />
      )}
      <Families next={next} search={search} onMore={() => setTake(Math.min(take + shownAtFirst * 2, 200))} />
      <Skipped next={next} />
    </Part>
  );
}
