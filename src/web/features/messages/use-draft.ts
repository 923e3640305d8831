import { createDraftStore } from '../../lib/draft-store.ts';
import type { Press } from '../../lib/idempotency.ts';
import { type ClassDraft, emptyClassDraft } from './class-rules.ts';
import { type Draft, emptyDraft } from './rules.ts';

const draft = createDraftStore('draft', emptyDraft);
const classDraft = createDraftStore('class-draft', emptyClassDraft);

export const useDraft = (): [Draft, (change: Partial<Draft>) => void] => [draft.use(), draft.change];
export const useClassDraft = (): [ClassDraft, (change: Partial<ClassDraft>) => void] => [
  classDraft.use(),
  classDraft.change,
];

/** The message that is being written goes to these bills of a billing and to nobody else. */
export const chooseBills = (contactIDs: number[], groupID: number): void =>
  draft.change({ groupIDs: [groupID], contactIDs, isOwn: true, opened: groupID });

/** The message to classes that is being written goes to these sections of this class. */
export const chooseClass = (classID: number, sections: number[]): void =>
  classDraft.change({ classes: [classID], sections });

const noPress: Press = { clientID: '', content: '' };
const press = createDraftStore('press', noPress);

/** The last press of Send that has had no answer; kept over a reload, or a retry would be a second broadcast. */
export const usePress = (): [Press, (press: Press | null) => void] => [
  press.use(),
  (next) => press.change(next ?? noPress),
];
