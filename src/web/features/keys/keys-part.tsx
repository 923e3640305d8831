import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#shared/calls/keys.ts';
import { keyRightNames } from '#shared/people/rights.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { apiKeyWords, revokeQuestion, rightWords } from '#shared/words/people.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Mark } from '../../ui/mark.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { Part, PartRow, PartRows } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { keysQuery, revokeKey } from './api.ts';
import { KeyCard } from './key-card.tsx';
import { KeyForm } from './key-form.tsx';
import classes from './keys.module.css';

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { timeZone } = useSession();
  const { isBusy, run } = useAction();
  const { id, name, ending, rights, perMinute, createdAt, maker, isMakerHere, usedAt, expiresAt } = apiKey;
  const say = (instant: string) => formatInstant(instant, timeZone);
  const revoke = async (): Promise<void> => {
    if (!(await confirm({ ...revokeQuestion, about: name, cancel: settingsWords.cancel }))) return;
    await revokeKey(id);
    toastDone(apiKeyWords.revoked(name));
  };
  const made = apiKeyWords.madeBy(maker, say(createdAt));
  const lines = [
    [
      ...keyRightNames.filter((right) => rights[right]).map((right) => rightWords[right].name),
      apiKeyWords.limit(perMinute),
    ],
    [
      usedAt ? apiKeyWords.used(say(usedAt)) : apiKeyWords.neverUsed,
      ...(expiresAt ? [apiKeyWords.until(say(expiresAt))] : []),
    ],
    [isMakerHere ? made : `${made} (${apiKeyWords.makerGone})`],
  ];
  return (
    <PartRow
      what={
        <>
          <b>
            <NameText text={name} />
            <code className={classes.ending}>{apiKeyWords.ending(ending)}</code>
            {apiKey.isExpired && <Mark tone="warns">{apiKeyWords.expired}</Mark>}
          </b>
          {lines.map((line) => (
            <p key={line.join()}>{line.join(' · ')}</p>
          ))}
        </>
      }
    >
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        aria-label={apiKeyWords.revokeNamed(name)}
        onClick={() => void run(revoke)}
      >
        {apiKeyWords.revoke}
      </Button>
    </PartRow>
  );
}

function KeyList() {
  const query = useQuery(keysQuery);
  return (
    <Part label={apiKeyWords.title}>
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.none}>{apiKeyWords.none}</p>
          ) : (
            <PartRows>
              {list.map((apiKey) => (
                <KeyRow key={apiKey.id} apiKey={apiKey} />
              ))}
            </PartRows>
          )
        }
      </Loaded>
    </Part>
  );
}

type Props = { isMaking: boolean; onEnd: () => void; onTouched: (isTouched: boolean) => void };

/** Lists the API keys of the open campus, or shows the form for a new key. */
export function KeysPart({ isMaking, onEnd, onTouched }: Props) {
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  if (isMaking)
    return (
      <KeyForm
        onTouched={onTouched}
        onMade={(next) => {
          setMade(next);
          onEnd();
        }}
        onCancel={onEnd}
      />
    );
  return (
    <>
      {made && <KeyCard name={made.name} value={made.key} onDone={() => setMade(null)} />}
      <KeyList />
    </>
  );
}
