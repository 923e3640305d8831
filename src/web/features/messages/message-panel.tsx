import { Button } from '@mantine/core';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import type { KeyboardEvent, ReactNode } from 'react';
import type { PlaceholderName } from '#shared/messages/placeholders.ts';
import { maySend } from '#shared/people/rights.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { scheduleWords, sendWords, sheetWords } from '#shared/words/sending.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { messageByField } from '../../lib/message-by-field.ts';
import { MessageField } from '../../lib/message-field.tsx';
import { PaperSwitch } from '../../lib/paper-switch.tsx';
import { useSession } from '../../lib/session.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AlteredNote } from './altered-codes.tsx';
import type { Person, PlanList } from './api.ts';
import { LeftOutList } from './left-out-list.tsx';
import classes from './message-panel.module.css';
import { OutdatedNote } from './outdated.tsx';
import { RecipientList } from './people-list.tsx';
import { PhoneView } from './phone-view.tsx';
import type { MessageContent } from './rules.ts';
import { type Checked, SendSheet } from './send-sheet.tsx';
import { TemplateField } from './template-field.tsx';
import { TestButton } from './test-button.tsx';
import { useShownPerson } from './use-looked.ts';
import { type MessageToSend, type Planned, useMessage } from './use-message.ts';
import { Views } from './views.tsx';
import { WhenField } from './when-field.tsx';
import { WindowsNote } from './windows.tsx';

/** The properties of the message panel that do not depend on the kind of recipients. */
export type Frame = {
  onClose: () => void;
  /** The Clear Outbox button. Undefined if the user has no right to clear the outbox. */
  clearOutbox?: ReactNode;
  note?: ReactNode;
  /** Opens the send that was just queued. `groupID` is its first billing. */
  onQueued: (broadcastID: number, groupID?: number) => void;
};

function PlanTrouble({ query }: Pick<Planned, 'query'>) {
  return (
    <ErrorAlert
      message={sentenceOf(query.error)}
      tryAgain={commonWords.tryAgain}
      onTryAgain={() => void query.refetch()}
      isTrying={query.isFetching}
    />
  );
}

/** A section of the panel with a heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <h3>{title}</h3>
      <div className={classes.fields}>{children}</div>
    </div>
  );
}

type Props = Omit<Frame, 'onQueued'> &
  Omit<Checked, 'content'> & {
    title: string;
    content: MessageContent;
    onContent: (change: Partial<MessageContent>) => void;
    toSend: MessageToSend;
    /** Called after the send, when the draft is already empty. */
    onSent: (broadcastID: number) => void;
    /** Renders the fields for the recipients. `isTried`: the user pressed Send, but a required value is missing. */
    whoField: (isTried: boolean) => ReactNode;
    isTemplateNeeded?: boolean;
    /** Whether a line that names a child is repeated for each child of the family. The field marks such lines. */
    marksEach?: boolean;
    /** The placeholders that can be used for these recipients. By default they are those of a bill. */
    values?: readonly PlaceholderName[];
    /** Opens the page with all templates. */
    onTemplates?: () => void;
  };

type FootProps = Pick<Props, 'content' | 'source'> & {
  planned: Planned;
  person: Person | undefined;
  mayWrite: boolean;
  onSend: () => void;
};

/** Shows the number of recipients, the button for a test, and the button that sends. */
function Foot({ content, source, planned, person, mayWrite, onSend }: FootProps) {
  const { query, plan, isCurrent } = planned;
  const isBlank = content.message.trim() === '';
  const text = isBlank ? '' : (person?.text ?? content.message);
  return (
    <footer className={classes.foot}>
      {mayWrite && <TestButton message={text} media={content.media} />}
      <span className={classes.space} />
      {plan && !query.error && (
        <small className={classes.reach} data-testid="reach">
          {sheetWords.from[source](plan.bills)}, {sheetWords.to(plan.families)}
          {plan.leftOut > 0 && <b>, {sendWords.leftOut(plan.leftOut)}</b>}
        </small>
      )}
      <Button
        className={classes.send}
        leftSection={<IconSend size={18} stroke={1.6} aria-hidden />}
        disabled={!mayWrite}
        onClick={onSend}
      >
        {isCurrent && plan && plan.queued > 0 && !isBlank ? sendWords.sendTo(plan.queued) : sendWords.send}
      </Button>
    </footer>
  );
}

/**
 * The panel to write a message. It shows the fields, the recipients and a preview on a phone, and asks for confirmation
 * before the message is sent.
 */
export function MessagePanel(props: Props) {
  const { title, content, onContent, whoField, isTemplateNeeded, values, marksEach, onTemplates } = props;
  const { onClose, clearOutbox, note, recipients, source, who } = props;
  const mayWrite = maySend(useSession().rights);
  const { isTried, isPlanned, trouble, planned, checked, view, setView, press, ...sheet } = useMessage(props);
  const { query, plan, plannedBody } = planned;
  const people = isPlanned ? plannedBody : undefined;
  const { shownPerson, at, showPerson } = useShownPerson(people, plan);
  // If the server refuses the value of a field, its error is also shown at this field.
  const refused = messageByField(query.error);
  const { isLoading, upload } = useUpload((media) => onContent({ media }));
  const isBlank = content.message.trim() === '';
  const lookAt = (list: PlanList) => (place: number) => {
    showPerson({ list, at: place });
    // On a narrow screen the preview replaces the list.
    setView('preview');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    if (mayWrite) press();
  };
  return (
    <Panel title={title} closeLabel={commonWords.close} onClose={onClose} extra={clearOutbox} isFilled isOver>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the whole panel */}
      <div className={classes.columns} data-view={view} onKeyDown={onKeyDown}>
        <Views view={view} onView={setView} count={{ gets: plan?.queued, leftOut: plan?.leftOut }} />
        <div className={classes.form}>
          <Part title={sendWords.parts.who}>{whoField(isTried)}</Part>
          <Part title={sendWords.parts.what}>
            <TemplateField
              content={content}
              onChange={onContent}
              onTemplates={onTemplates}
              haveBills={source !== 'students'}
              error={
                isTried && isTemplateNeeded && content.templateID === null
                  ? fieldMessages.template
                  : undefined
              }
            />
            <MessageField
              value={content.message}
              mayWrite={mayWrite}
              hasMedia={content.media !== ''}
              values={values}
              marksEach={marksEach ?? false}
              onChange={(message) => onContent({ message })}
              error={isTried && isBlank ? sendWords.messageRequired : refused.message}
              attach={{ isLoading, onFile: (file) => void upload(file) }}
            />
            {mayWrite && source !== 'students' && (
              <PaperSwitch
                kind="voucher"
                media={content.media}
                isDisabled={isLoading}
                onChange={(media) => onContent({ media })}
              />
            )}
            {plan && mayWrite && (
              <WindowsNote windows={plan.windows} {...{ content, onTemplates }} onChange={onContent} />
            )}
            {plan && mayWrite && <OutdatedNote {...{ content, plan }} onChange={onContent} />}
            {plan && mayWrite && <AlteredNote altered={plan.altered} />}
            {query.error && isPlanned && <PlanTrouble query={query} />}
          </Part>
          {mayWrite && (
            <Part title={scheduleWords.label}>
              <WhenField
                later={content.later}
                onChange={(later) => onContent({ later })}
                trouble={{ day: refused.sendAt, ...(isTried ? trouble : {}) }}
                seconds={plan?.seconds}
                isReminder={who !== 'all'}
              />
            </Part>
          )}
          {note}
        </div>
        <Foot {...{ content, source, planned, mayWrite }} person={shownPerson.person} onSend={press} />
        <div className={classes.people}>
          <RecipientList body={people} count={plan?.queued} chosen={at.gets} onChoose={lookAt('gets')} />
          <LeftOutList
            body={people}
            plan={plan}
            chosen={at.leftOut}
            onChoose={lookAt('leftOut')}
            again={sheet.again}
            onAgain={mayWrite ? sheet.setAgain : undefined}
          />
        </div>
        <div className={classes.side}>
          <PhoneView
            content={content}
            shownPerson={shownPerson}
            looks={plan?.looks}
            mayWrite={mayWrite}
            onLook={lookAt('gets')}
            onRemoveMedia={() => onContent({ media: '' })}
          />
        </div>
      </div>
      <SendSheet
        {...{ content, recipients, source, who }}
        planned={checked}
        isOpen={sheet.isOpen}
        isBusy={sheet.isBusy}
        again={sheet.again}
        onAgain={sheet.setAgain}
        onSend={sheet.sendChecked}
        onClose={sheet.closeConfirmation}
      />
    </Panel>
  );
}
