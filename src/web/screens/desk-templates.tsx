/** The templates beside the desk: a list to choose from, and a form to add and edit. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Template, VersionedTemplate } from '#shared/calls/templates.ts';
import { has, maySend } from '#shared/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { leaveTemplate, templateWords } from '#shared/words/templates.ts';
import { useDraft } from '../features/messages/use-draft.ts';
import { RemindersBar } from '../features/reminders/reminders-bar.tsx';
import { RemindersPanel } from '../features/reminders/reminders-panel.tsx';
import { askAndRemoveTemplate } from '../features/templates/remove-template.ts';
import { TemplateForm } from '../features/templates/template-form.tsx';
import { TemplateList } from '../features/templates/template-list.tsx';
import { useRights } from '../lib/session.ts';
import { templatesQuery } from '../lib/templates.ts';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';
import type { OpenedTemplate } from './search.ts';
import classes from './send-messages.module.css';
import { useDesk } from './use-desk.ts';
import { useKeptWork } from './use-kept-work.ts';

/** Where the templates are shown: beside the desk, or on their own page. */
export type TemplatesPlace = {
  template: OpenedTemplate | undefined;
  find: string;
  onFind: (text: string) => void;
  onOpen: (template: OpenedTemplate) => void;
  /** A template was chosen for a message. */
  onChosen: () => void;
  /** Leaves the form, which may have unsaved text. */
  onBack: () => void;
  /** Leaves the form after the template was saved or removed. */
  onLeave: () => void;
  /** Goes from the list to the message being written. */
  onMessage?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
};
type Props = { groups: GroupSummary[]; place: TemplatesPlace };

function Writing({ template, groups, place }: Props & { template: VersionedTemplate | undefined }) {
  const [draft, changeDraft] = useDraft();
  const [isTouched, setTouched] = useState(false);
  useKeptWork(isTouched, leaveTemplate);
  /** A message begun with this template and unchanged since takes the new text. */
  const save = ({ message, media }: Template): void => {
    const isUsed = template && draft.templateID === template.id && draft.message === template.message;
    if (isUsed && draft.media === template.media) changeDraft({ message, media });
    place.onLeave();
  };
  return (
    <TemplateForm
      template={template}
      groups={groups}
      onTouched={setTouched}
      onSaved={save}
      onRemoved={place.onLeave}
      onBack={place.onBack}
      onClose={place.onClose}
    />
  );
}

/** Shown if the template in the address does not exist or may not be edited. */
function Gone({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={templateWords.editPanel} closeLabel={commonWords.close} onClose={onClose}>
      <Empty title={templateWords.gone} text={templateWords.goneText} />
    </Panel>
  );
}

function List({ place }: Pick<Props, 'place'>) {
  const rights = useRights();
  const [draft, changeDraft] = useDraft();
  const choose = ({ id, message, media }: Template): void => {
    changeDraft({ templateID: id, message, media });
    place.onChosen();
  };
  return (
    <TemplateList
      above={<RemindersBar onOpen={() => place.onOpen('reminders')} />}
      find={place.find}
      onFind={place.onFind}
      chosen={draft.templateID}
      onChoose={maySend(rights) ? choose : undefined}
      onNew={() => place.onOpen('new')}
      onEdit={place.onOpen}
      onRemove={(template) => void askAndRemoveTemplate(template, () => undefined)}
      onBack={place.onMessage}
      onClose={place.onClose}
    />
  );
}

type OpenedProps = Props & { id: OpenedTemplate; templates: readonly VersionedTemplate[] };

function Opened({ id, templates, ...props }: OpenedProps) {
  const rights = useRights();
  // The template as it was when the form opened, so that a colleague's change or deletion does not affect it.
  const [template] = useState(() => templates.find((one) => one.id === id));
  const mayWrite = has(rights, id === 'new' ? 'add' : 'edit');
  const isThere = id === 'new' || template !== undefined;
  const { onClose, onBack } = props.place;
  if (id === 'reminders') return <RemindersPanel onBack={onBack} onClose={onClose} />;
  if (!mayWrite || !isThere) return <Gone onClose={onClose ?? onBack} />;
  return <Writing template={template} {...props} />;
}

/** The list of templates, with the form over or beside it. */
export function TemplateParts({ place, groups }: Props) {
  const { template } = place;
  const { data } = useQuery(templatesQuery);
  const isOpened = template !== undefined && data !== undefined;
  return (
    <>
      {/* The list stays behind the form, so that its scroll position and focus are kept. */}
      <div className={classes.layer} data-behind={isOpened || undefined}>
        <List place={place} />
      </div>
      {isOpened && <Opened key={template} id={template} templates={data} groups={groups} place={place} />}
    </>
  );
}

/** The panel of the desk. */
export function Templates({ groups }: Pick<Props, 'groups'>) {
  const { search, moves } = useDesk();
  const place: TemplatesPlace = {
    template: search.template,
    find: search.findTemplate ?? '',
    onFind: moves.findTemplate,
    onOpen: moves.openTemplate,
    onChosen: () => moves.openPanel('send'),
    onBack: moves.stepBack,
    onLeave: moves.leaveTemplate,
    onMessage: search.from === 'send' ? moves.stepBack : undefined,
    onClose: moves.closePanel,
  };
  return (
    <div className={classes.layers}>
      <TemplateParts place={place} groups={groups} />
    </div>
  );
}
