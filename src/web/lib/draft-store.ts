/**
 * Draft store: keeps unfinished input of a person in a campus until the tab is closed, even if a panel is closed or the
 * page is reloaded. A habit, such as the layout of a list, is stored in the same way but without an end.
 */
import { useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import { currentSession, useSession } from './session.ts';

/** A function, because in some browsers reading `localStorage` itself throws. */
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
    // If the browser refuses to store the value, it is kept in memory until the page is closed.
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
  /** The current value, outside of components. */
  const current = (): T => {
    const session = currentSession();
    return session ? read(keyOf(session)) : empty;
  };
  return { use, change, current };
}

/** A named draft: `use` in a component, `change` and `current` anywhere. */
export const createDraftStore = <T extends object>(name: string, empty: T) =>
  createStore(untilClosed, name, empty);

/** A named habit, which stays after the tab is closed. */
export const createHabitStore = <T extends object>(name: string, empty: T) =>
  createStore(lasting, name, empty);
