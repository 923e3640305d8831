import { createDraftStore } from '../../lib/draft-store.ts';
import type { Press } from '../../lib/idempotency.ts';
import { type ClassChoice, type ClassDraft, emptyClassDraft } from './class-rules.ts';
import { choiceOfBillings, type Draft, emptyDraft, type Who } from './rules.ts';

const draft = createDraftStore('draft', emptyDraft);
const classDraft = createDraftStore('class-draft', emptyClassDraft);

export const useDraft = (): [Draft, (change: Partial<Draft>) => void] => [draft.use(), draft.change];
export const useClassDraft = (): [ClassDraft, (change: Partial<ClassDraft>) => void] => [
  classDraft.use(),
  classDraft.change,
];

/** Makes these bills of one billing the recipients of the draft. Of them, only bills with the given status are sent. */
export const chooseBills = (contactIDs: number[], groupID: number, chosenWho: Who = 'all'): void =>
  draft.change({ groupIDs: [groupID], contactIDs, chosenWho, isOwn: true, opened: groupID });

/** Makes an audience of this billing the recipients of the draft, and replaces the earlier recipients. */
export const chooseAudience = (groupID: number, who: Who): void =>
  draft.change({ ...choiceOfBillings([groupID], groupID), who });

/** Makes a class, or some of its sections, the recipients of the draft for classes. */
export const chooseClass = (classID: number, sections: ClassChoice): void =>
  classDraft.change({ classes: [classID], sections });

const noPress: Press = { clientID: '', content: '' };
const press = createDraftStore('press', noPress);

/**
 * The last press of Send that has no answer yet. It is stored and survives a reload of the page. Otherwise a retry
 * after the reload would be a second send.
 */
export const usePress = (): [Press, (press: Press | null) => void] => [
  press.use(),
  (next) => press.change(next ?? noPress),
];
