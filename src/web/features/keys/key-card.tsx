import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { apiKeyWords } from '#shared/words/people.ts';
import { useSession } from '../../lib/session.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Part } from '../../ui/part.tsx';
import classes from './keys.module.css';

/** Shows a new key. It is never shown again. */
export function KeyCard({ name, value, onDone }: { name: string; value: string; onDone: () => void }) {
  const { db, cId } = useSession();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  return (
    <div ref={card} tabIndex={-1} className={classes.card} data-testid="new-key">
      <Part
        label={apiKeyWords.key}
        title={apiKeyWords.shownTitle(name)}
        hint={<span role="status">{apiKeyWords.shownText}</span>}
        foot={<Button onClick={onDone}>{apiKeyWords.done}</Button>}
      >
        <CopyField
          label={apiKeyWords.key}
          value={value}
          copy={apiKeyWords.copy}
          copied={apiKeyWords.copied}
        />
        <CopyField
          label={apiKeyWords.example}
          value={apiKeyWords.curl(`${location.origin}/api/Groups?db=${db}&cID=${cId}`, value)}
          copy={apiKeyWords.copyExample}
          copied={apiKeyWords.copied}
        />
      </Part>
    </div>
  );
}
