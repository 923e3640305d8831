/** The templates beside the desk: chosen for the message that is written, written, changed. */
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

/** Where they stand: beside the desk, or on their own page. */
export type TemplatesPlace = {
  template: OpenedTemplate | undefined;
  find: string;
  onFind: (text: string) => void;
  onOpen: (template: OpenedTemplate) => void;
  /** One has been chosen for a message. */
  onChosen: () => void;
  /** From the one that is written, with whatever was typed. */
  onBack: () => void;
  /** The same, once it is saved or removed. */
  onLeave: () => void;
  /** From the list to the message that is written. */
  onMessage?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
};
type Props = { groups: GroupSummary[]; place: TemplatesPlace };

function Writing({ template, groups, place }: Props & { template: VersionedTemplate | undefined }) {
  const [draft, changeDraft] = useDraft();
  const [isTouched, setTouched] = useState(false);
  useKeptWork(isTouched, leaveTemplate);
  /** A message that was begun with it and not changed since goes along. */
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

/** The address names a template that is not there, or that one may not write. */
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
  // As it was when it was opened: a colleague's change or deletion takes nothing from what is being written.
  const [template] = useState(() => templates.find((one) => one.id === id));
  const mayWrite = has(rights, id === 'new' ? 'add' : 'edit');
  const isThere = id === 'new' || template !== undefined;
  const { onClose, onBack } = props.place;
  if (id === 'reminders') return <RemindersPanel onBack={onBack} onClose={onClose} />;
  if (!mayWrite || !isThere) return <Gone onClose={onClose ?? onBack} />;
  return <Writing template={template} {...props} />;
}

/** All of them, and in front of them or beside them the one that is written. */
export function TemplateParts({ place, groups }: Props) {
  const { template } = place;
  const { data } = useQuery(templatesQuery);
  const isOpened = template !== undefined && data !== undefined;
  return (
    <>
      {/* Behind an opened template the list stays, with where it was scrolled to and what had the focus. */}
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
