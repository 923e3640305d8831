/** The list of templates and the form of a template, as a panel of the desk and for the page of templates. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Template, VersionedTemplate } from '#shared/calls/templates.ts';
import { has, maySend } from '#shared/people/rights.ts';
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
import { useLeaveGuard } from './use-leave-guard.ts';

/** The navigation of the templates. It differs between the panel of the desk and the page of templates. */
export type TemplatesNav = {
  template: OpenedTemplate | undefined;
  find: string;
  onFind: (text: string) => void;
  onOpen: (template: OpenedTemplate) => void;
  /** Called when the person has chosen a template for a message. */
  onChosen: () => void;
  /** Leaves the form, which may have unsaved text. */
  onBack: () => void;
  /** Leaves the form after the template was saved or removed. */
  onLeave: () => void;
  /** Goes back from the list to the message that the person is writing. */
  onMessage?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
};
type Props = { groups: GroupSummary[]; nav: TemplatesNav };

function Writing({ template, groups, nav }: Props & { template: VersionedTemplate | undefined }) {
  const [draft, changeDraft] = useDraft();
  const [isTouched, setTouched] = useState(false);
  useLeaveGuard(isTouched, leaveTemplate);
  /** If the person has begun a message with this template and not edited its text, the message gets the new text. */
  const save = ({ message, media }: Template): void => {
    const isUsed = template && draft.templateID === template.id && draft.message === template.message;
    if (isUsed && draft.media === template.media) changeDraft({ message, media });
    nav.onLeave();
  };
  return (
    <TemplateForm
      template={template}
      groups={groups}
      onTouched={setTouched}
      onSaved={save}
      onRemoved={nav.onLeave}
      onBack={nav.onBack}
      onClose={nav.onClose}
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

function List({ nav }: Pick<Props, 'nav'>) {
  const rights = useRights();
  const [draft, changeDraft] = useDraft();
  const choose = ({ id, message, media }: Template): void => {
    changeDraft({ templateID: id, message, media });
    nav.onChosen();
  };
  return (
    <TemplateList
      above={<RemindersBar onOpen={() => nav.onOpen('reminders')} />}
      find={nav.find}
      onFind={nav.onFind}
      chosen={draft.templateID}
      onChoose={maySend(rights) ? choose : undefined}
      onNew={() => nav.onOpen('new')}
      onEdit={nav.onOpen}
      onRemove={(template) => void askAndRemoveTemplate(template, () => undefined)}
      onBack={nav.onMessage}
      onClose={nav.onClose}
    />
  );
}

type OpenedProps = Props & { id: OpenedTemplate; templates: readonly VersionedTemplate[] };

function Opened({ id, templates, ...props }: OpenedProps) {
  const rights = useRights();
  // The template as it was when the form opened. A colleague's change or deletion does not change the open form.
  const [template] = useState(() => templates.find((one) => one.id === id));
  const mayWrite = has(rights, id === 'new' ? 'add' : 'edit');
  const isThere = id === 'new' || template !== undefined;
  const { onClose, onBack } = props.nav;
  if (id === 'reminders')
    return <RemindersPanel onBack={onBack} onEdit={props.nav.onOpen} onClose={onClose} />;
  if (!mayWrite || !isThere) return <Gone onClose={onClose ?? onBack} />;
  return <Writing template={template} {...props} />;
}

/** The list of templates, with the form over or beside it. */
export function TemplateParts({ nav, groups }: Props) {
  const { template } = nav;
  const { data } = useQuery(templatesQuery);
  const isOpened = template !== undefined && data !== undefined;
  return (
    <>
      {/* The list stays behind the form, so that its scroll position and focus are kept. */}
      <div className={classes.layer} data-behind={isOpened || undefined}>
        <List nav={nav} />
      </div>
      {isOpened && <Opened key={template} id={template} templates={data} groups={groups} nav={nav} />}
    </>
  );
}

/** The templates as a panel of the desk. */
export function Templates({ groups }: Pick<Props, 'groups'>) {
  const { search, moves } = useDesk();
  const nav: TemplatesNav = {
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
      <TemplateParts nav={nav} groups={groups} />
    </div>
  );
}
