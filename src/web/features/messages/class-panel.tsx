import type { ClassSummary } from '#shared/calls/students.ts';
import { commonWords } from '#shared/words/screen.ts';
import { classWords, sendWords } from '#shared/words/sending.ts';
import { useSession } from '../../lib/session.ts';
import { useTemplateID } from '../../lib/templates.ts';
import { Empty } from '../../ui/empty.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { sendToClasses } from './api.ts';
import { ClassField } from './class-field.tsx';
import {
  type ClassDraft,
  classBodyOf,
  labelOfSection,
  type Places,
  placesOf,
  whyNotSendToClasses,
} from './class-rules.ts';
import { type Frame, MessagePanel } from './message-panel.tsx';
import { isPersonal, whoFilters } from './rules.ts';
import classes from './send-panel.module.css';
import { useClassDraft } from './use-draft.ts';
import type { MessageToSend } from './use-message.ts';
import { Names } from './whom.tsx';

/** A roster has no fees, so only these placeholders can be used. */
const valuesOfStudent = ['name', 'regNum', 'campus'] as const;

type MessageContext = { campusID: number; templateID: number | undefined };

function messageToSend(
  draft: ClassDraft,
  places: Places,
  { campusID, templateID }: MessageContext,
): MessageToSend {
  const body = { ...classBodyOf(draft, places), templateID };
  return {
    body,
    hasRecipients: places.sections.length > 0,
    whyNot: whyNotSendToClasses(draft, places),
    deliver: (press) => sendToClasses({ ...body, ...press, campusID }),
  };
}

/** Names the chosen classes, or the chosen sections. */
function ClassRecipients({ draft, places }: { draft: ClassDraft; places: Places }) {
  if (draft.sections !== 'all') return <Names names={places.sections.map(labelOfSection)} />;
  if (draft.classes === 'all') return classWords.allClasses;
  return <Names names={places.classes.map(({ name }) => name)} />;
}

/** The panel to write to the families of the students in classes and sections. */
export function ClassPanel({ all, onQueued, ...frame }: Frame & { all: ClassSummary[] }) {
  const { cId } = useSession();
  const [draft, change] = useClassDraft();
  const templateID = useTemplateID(draft);
  const places = placesOf(draft, all);
  const once = isPersonal(draft.message) ? sendWords.oncePerStudent : sendWords.oncePerNumber;
  if (all.length === 0) {
    return (
      <Panel title={classWords.title} closeLabel={commonWords.close} onClose={frame.onClose}>
        <Empty title={classWords.noneTitle} text={classWords.none} />
      </Panel>
    );
  }
  return (
    <MessagePanel
      {...frame}
      title={classWords.title}
      content={draft}
      onContent={change}
      onSent={(broadcastID) => {
        // The next message, perhaps about a holiday, is for everybody again.
        change({ who: 'all' });
        onQueued(broadcastID);
      }}
      toSend={messageToSend(draft, places, { campusID: cId, templateID })}
      whoField={(isTried) => (
        <>
          <ClassField all={all} draft={draft} places={places} onChange={change} isTried={isTried} />
          <div className={classes.who}>
            <Segments
              label={sendWords.who}
              value={draft.who}
              onChange={(who) => change({ who })}
              segments={whoFilters.map((who) => ({ value: who, label: sendWords.whoNames[who] }))}
            />
            <p className={classes.quiet}>{once}</p>
          </div>
        </>
      )}
      isTemplateNeeded
      values={valuesOfStudent}
      recipients={
        <>
          <ClassRecipients draft={draft} places={places} />
          {draft.who !== 'all' && ` · ${sendWords.whoNames[draft.who]}`}
        </>
      }
      source="students"
      who={draft.who}
    />
  );
}
