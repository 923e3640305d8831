import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { familyWords } from '#shared/words/families.ts';
import { useKeys } from '../../ui/use-keys.ts';
import classes from './family.module.css';

export type FamilyTab = 'family' | 'chat';

const tabs: readonly FamilyTab[] = ['family', 'chat'];
const names = { family: familyWords.familyTab, chat: familyWords.chatTab };

/** The attributes of the panel that belongs to a tab. */
export const sheetOf = (tab: FamilyTab) => ({
  role: 'tabpanel',
  id: `family-sheet-${tab}`,
  'aria-labelledby': `family-tab-${tab}`,
});

type Props = {
  tab: FamilyTab;
  unread: number;
  onTab: (tab: FamilyTab) => void;
  /** Shown at the other end of the row. */
  beside?: ReactNode;
  /** The element at the other end of the row. The content of a tab can render its own buttons into it. */
  besideRef: Ref<HTMLDivElement>;
};

/** Two tabs: the family and its chat. A click, the arrow keys, or the keys 1 and 2 choose a tab. */
export function FamilyTabs({ tab, unread, onTab, beside, besideRef }: Props) {
  useKeys({ 1: () => onTab('family'), 2: () => onTab('chat') });
  const switchByArrow = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = tab === 'family' ? 'chat' : 'family';
    onTab(next);
    document.getElementById(`family-tab-${next}`)?.focus();
  };
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label={familyWords.tabs} style={{ display: 'contents' }}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`family-tab-${one}`}
            aria-controls={one === tab ? `family-sheet-${one}` : undefined}
            className={classes.tab}
            aria-selected={one === tab}
            tabIndex={one === tab ? 0 : -1}
            onKeyDown={switchByArrow}
            onClick={() => onTab(one)}
          >
            {names[one]}
            {one === 'chat' && unread > 0 && <small>{familyWords.unread(unread)}</small>}
          </button>
        ))}
      </div>
      <div ref={besideRef} className={classes.beside}>
        {beside}
      </div>
    </div>
  );
}
