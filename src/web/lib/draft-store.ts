/**
 * Draft store: what a person is in the midst of, kept over panels and reloads until the tab is closed, apart for each
 * campus and person. A habit, such as how a list is looked at, is kept in the same way for longer.
 */
import { useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import { currentSession, useSession } from './session.ts';

/** Asked for when it is needed: a browser may refuse it. */
type Area = () => Storage;
const untilClosed: Area = () => sessionStorage;
const lasting: Area = () => localStorage;

function stored(area: Area, key: string): object {
  try {
    return JSON.parse(area().getItem(key) ?? '{}') as object;
  } catch {
    return {};
  }
}

function store(area: Area, key: string, value: object): void {
  try {
    area().setItem(key, JSON.stringify(value));
  } catch {
    // Where the browser keeps nothing, it lasts as long as the page.
  }
}

function createStore<T extends object>(area: Area, name: string, empty: T) {
  const values = new Map<string, T>();
  const watchers = new Set<() => void>();
  const keyOf = ({ db, cId, userID }: Session): string => `qasid.${name}.${db}.${cId}.${userID}`;
  const read = (key: string): T => {
    const value = values.get(key) ?? { ...empty, ...stored(area, key) };
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
    store(area, key, value);
    for (const watcher of watchers) watcher();
  };
  const use = (): T => {
    const key = keyOf(useSession());
    return useSyncExternalStore(watch, () => read(key));
  };
  /** As it is now, outside of components. */
  const current = (): T => {
    const session = currentSession();
    return session ? read(keyOf(session)) : empty;
  };
  return { use, change, current };
}

/** One draft by its name: `use` in a component, `change` and `current` from anywhere. */
export const createDraftStore = <T extends object>(name: string, empty: T) =>
  createStore(untilClosed, name, empty);

/** The same for a habit: the browser keeps it. */
export const createHabitStore = <T extends object>(name: string, empty: T) =>
  createStore(lasting, name, empty);
