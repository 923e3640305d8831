import { createDraftStore } from '../../lib/draft-store.ts';
import type { Press } from '../../lib/idempotency.ts';
import { type ClassDraft, emptyClassDraft } from './class-rules.ts';
import { aimAt, type Draft, emptyDraft, type Who } from './rules.ts';

const draft = createDraftStore('draft', emptyDraft);
const classDraft = createDraftStore('class-draft', emptyClassDraft);

export const useDraft = (): [Draft, (change: Partial<Draft>) => void] => [draft.use(), draft.change];
export const useClassDraft = (): [ClassDraft, (change: Partial<ClassDraft>) => void] => [
  classDraft.use(),
  classDraft.change,
];

/** Limits the draft to these bills of one billing, and of them to those with this status. */
export const chooseBills = (contactIDs: number[], groupID: number, chosenWho: Who = 'all'): void =>
  draft.change({ groupIDs: [groupID], contactIDs, chosenWho, isOwn: true, opened: groupID });

/** Aims the draft at those families of this billing, whatever it was aimed at before. */
export const chooseAudience = (groupID: number, who: Who): void =>
  draft.change({ ...aimAt([groupID], groupID), who });

/** Aims the draft for classes at these sections of this class. */
export const chooseClass = (classID: number, sections: number[]): void =>
  classDraft.change({ classes: [classID], sections });

const noPress: Press = { clientID: '', content: '' };
const press = createDraftStore('press', noPress);

/** The last press of Send without an answer. It survives a reload, because otherwise a retry would be a second send. */
export const usePress = (): [Press, (press: Press | null) => void] => [
  press.use(),
  (next) => press.change(next ?? noPress),
];
