import { useSessionStorage } from '@mantine/hooks';
import { useCallback } from 'react';
import { useSession } from '../../lib/session.ts';
import { type Draft, emptyDraft, type Press } from './rules.ts';

/** What is being written, kept over panels and reloads until the tab is closed; apart for each campus and person. */
export function useDraft(): [Draft, (change: Partial<Draft>) => void] {
  const { db, cId, userID } = useSession();
  const [draft, setDraft] = useSessionStorage<Draft>({
    key: `qasid.draft.${db}.${cId}.${userID}`,
    defaultValue: emptyDraft,
    getInitialValueInEffect: false,
  });
  const change = useCallback(
    (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    [setDraft],
  );
  return [{ ...emptyDraft, ...draft }, change];
}

/** The last press of Send that has had no answer; kept over a reload, or a retry would be a second run. */
export function usePress(): [Press | null, (press: Press | null) => void] {
  const { db, cId, userID } = useSession();
  const [press, setPress] = useSessionStorage<Press | null>({
    key: `qasid.press.${db}.${cId}.${userID}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return [press, setPress];
}
