import { type ReactNode, useEffect } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { sendWords } from '#shared/words/sending.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { useTemplateID } from '../../lib/templates.ts';
import { Segments } from '../../ui/segments.tsx';
import { sendToGroups } from './api.ts';
import { OtherBillingNote } from './elsewhere.tsx';
import { GroupField } from './group-field.tsx';
import { type Frame, MessagePanel } from './message-panel.tsx';
import {
  audienceOf,
  bodyOf,
  choiceAfterOpening,
  choiceOfBillings,
  type Draft,
  isPersonal,
  whyNotSend,
  withKnownGroups,
} from './rules.ts';
import classes from './send-panel.module.css';
import { useDraft } from './use-draft.ts';
import type { MessageToSend } from './use-message.ts';
import { RecipientSummary } from './whom.tsx';

type HowOftenProps = { draft: Draft; onChange: (change: Partial<Draft>) => void };

const howOftenOptions = [
  { value: 'family', label: sendWords.family, hint: sendWords.familyHint },
  { value: 'bill', label: sendWords.perBill, hint: sendWords.perBillHint },
] as const;

/**
 * The field that chooses one message per family or one per bill. A text without placeholders is sent once to each
 * number, so there is no choice.
 */
function HowOften({ draft, onChange }: HowOftenProps) {
  if (draft.message.trim() !== '' && !isPersonal(draft.message))
    return <p className={classes.quiet}>{sendWords.oncePerNumber}</p>;
  return (
    <Segments
      label={sendWords.howOften}
      segments={howOftenOptions}
      value={draft.family ? 'family' : 'bill'}
      onChange={(often) => onChange({ family: often === 'family' })}
    />
  );
}

type Props = Frame & {
  groups: GroupSummary[];
  /** The billing that is open beside the panel. */
  opened?: number | undefined;
  /** The billing that the message is for when the panel opens. */
  to?: number | undefined;
  /** Called after `to` was used. It must not be used again. */
  onBegun: () => void;
  /** Opens the page with all templates. */
  onTemplates: () => void;
  /** A link to the panel that writes to classes and sections instead. */
  toClasses: ReactNode;
};

function messageToSend(draft: Draft, templateID: number | undefined): MessageToSend {
  const body = { ...bodyOf(draft), templateID };
  return {
    body,
    hasRecipients: draft.groupIDs.length > 0,
    whyNot: whyNotSend(draft),
    deliver: (press) => sendToGroups({ ...body, ...press }),
  };
}

/** The panel to write to the families of one or more billings, or of selected bills. */
export function SendPanel(props: Props) {
  const { groups, opened, to, onBegun, onTemplates, toClasses, onQueued, ...frame } = props;
  const [stored, change] = useDraft();
  const draft = withKnownGroups(stored, groups);
  const templateID = useTemplateID(draft);
  const choose = (groupIDs: number[]): void => change(choiceOfBillings(groupIDs, opened));
  const isChosen = draft.contactIDs.length > 0;
  useEffect(() => {
    if (to === undefined) return;
    change(choiceOfBillings([to], opened));
    onBegun();
  }, [to, opened, change, onBegun]);
  const newChoice = to === undefined ? choiceAfterOpening(stored, opened) : undefined;
  useEffect(() => {
    if (newChoice) change(newChoice);
  }, [newChoice, change]);
  return (
    <MessagePanel
      {...frame}
      title={sendWords.title}
      content={draft}
      onContent={change}
      toSend={messageToSend(draft, templateID)}
      onSent={(broadcastID) => {
        // The selected bills were for this message only, so the selection is removed.
        if (isChosen) change(choiceOfBillings([], opened));
        onQueued(broadcastID, draft.groupIDs[0]);
      }}
      whoField={(isTried) => (
        <>
          <OtherBillingNote {...{ groups, draft, opened }} onTake={choose} />
          <GroupField
            groups={groups}
            draft={draft}
            onChoose={choose}
            onWho={(who) => change({ who })}
            error={isTried && draft.groupIDs.length === 0 ? fieldMessages.group : undefined}
            beside={toClasses}
            howOften={<HowOften draft={draft} onChange={change} />}
          />
        </>
      )}
      marksEach={draft.family}
      onTemplates={onTemplates}
      recipients={<RecipientSummary groups={groups} draft={draft} />}
      source="bills"
      who={audienceOf(draft)}
    />
  );
}
