/** Draft store: what a person is in the midst of, kept over panels and reloads until the tab is closed, apart for each campus and person. */
import { useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import { currentSession, useSession } from './session.ts';

function stored(key: string): object {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as object;
  } catch {
    return {};
  }
}

function store(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Where the browser keeps nothing, it lasts as long as the page.
  }
}

/** One draft by its name: `use` in a component, `change` from anywhere. */
export function createDraftStore<T extends object>(name: string, empty: T) {
  const values = new Map<string, T>();
  const watchers = new Set<() => void>();
  const keyOf = ({ db, cId, userID }: Session): string => `qasid.${name}.${db}.${cId}.${userID}`;
  const read = (key: string): T => {
    const value = values.get(key) ?? { ...empty, ...stored(key) };
    values.set(key, value);
    return value;
  };
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const change = (part: Partial<T>): void => {
    const session = currentSession();
    if (!session) return;
    const key = keyOf(session);
    const value = { ...read(key), ...part };
    values.set(key, value);
    store(key, value);
    for (const watcher of watchers) watcher();
  };
  const use = (): T => {
    const key = keyOf(useSession());
    return useSyncExternalStore(watch, () => read(key));
  };
  return { use, change };
}
