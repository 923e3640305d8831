import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { commonWords } from '#shared/words/screen.ts';
import { currentSession } from '../lib/session.ts';
import { confirm } from '../ui/confirm.tsx';
import type { DeskSearch, SettingsSearch, StudentsSearch } from './search.ts';

type DeskPlace = {
  pathname: string;
  search: Pick<DeskSearch, 'panel' | 'billing' | 'template' | 'member'> &
    Pick<StudentsSearch, 'student'> &
    SettingsSearch;
};
const isSamePanel = (one: DeskPlace, other: DeskPlace): boolean =>
  one.pathname === other.pathname &&
  one.search.panel === other.search.panel &&
  one.search.billing === other.search.billing &&
  one.search.template === other.search.template &&
  one.search.member === other.search.member &&
  one.search.student === other.search.student &&
  one.search.part === other.search.part &&
  one.search.person === other.search.person;

type LeaveQuestion = { title: string; text: string; confirm: string };

/**
 * Navigation guard: asks for confirmation before Back, Escape, opening another billing or closing the window would lose
 * unsaved work.
 */
export function useLeaveGuard(isTouched: boolean, question: LeaveQuestion): void {
  // If the work is saved while the question is open, the question closes and the navigation continues.
  const work = useRef<AbortController>(null);
  useEffect(() => {
    if (!isTouched) return;
    const controller = new AbortController();
    work.current = controller;
    return () => controller.abort();
  }, [isTouched]);
  useBlocker({
    disabled: !isTouched,
    enableBeforeUnload: isTouched,
    shouldBlockFn: async ({ current, next }) => {
      // After the session has ended, the work cannot be saved any more.
      if (!currentSession() || isSamePanel(current as DeskPlace, next as DeskPlace)) return false;
      return !(await confirm({ ...question, cancel: commonWords.cancel, signal: work.current?.signal }));
    },
  });
}
