import { useBlocker } from '@tanstack/react-router';
import { commonWords } from '#shared/words/screen.ts';
import { currentSession } from '../lib/session.ts';
import { confirm } from '../ui/confirm.tsx';
import type { DeskSearch } from './search.ts';

type Place = { pathname: string; search: Pick<DeskSearch, 'panel' | 'billing' | 'template' | 'member'> };
const isSamePanel = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname &&
  one.search.panel === other.search.panel &&
  one.search.billing === other.search.billing &&
  one.search.template === other.search.template &&
  one.search.member === other.search.member;

type Question = { title: string; text: string; confirm: string };

/** Work that is not saved is not thrown away by a slip: not by Back, Escape, another billing, or a closed window. */
export function useKeptWork(isTouched: boolean, question: Question): void {
  useBlocker({
    disabled: !isTouched,
    enableBeforeUnload: isTouched,
    shouldBlockFn: async ({ current, next }) => {
      // A session that is over leaves nothing to keep.
      if (!currentSession() || isSamePanel(current as Place, next as Place)) return false;
      return !(await confirm({ ...question, cancel: commonWords.cancel }));
    },
  });
}
