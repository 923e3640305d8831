/** The templates beside the desk: chosen for the message that is written, written, changed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Template } from '#shared/calls/templates.ts';
import { has, maySend } from '#shared/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { leaveTemplate, templateWords } from '#shared/words/templates.ts';
import { useDraft } from '../features/messages/use-draft.ts';
import { askAndRemoveTemplate } from '../features/templates/remove-template.ts';
import { TemplateForm } from '../features/templates/template-form.tsx';
import { TemplateList } from '../features/templates/template-list.tsx';
import { useRights } from '../lib/session.ts';
import { templatesQuery } from '../lib/templates.ts';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './send-messages.module.css';
import { useDesk } from './use-desk.ts';
import { useKeptWork } from './use-kept-work.ts';

type Props = { groups: GroupSummary[] };

function Writing({ template, groups }: Props & { template: Template | undefined }) {
  const { moves } = useDesk();
  const [draft, changeDraft] = useDraft();
  const [isTouched, setTouched] = useState(false);
  useKeptWork(isTouched, leaveTemplate);
  /** A message that was begun with it and not changed since goes along. */
  const save = ({ message, media }: Template): void => {
    const isUsed = template && draft.templateID === template.id && draft.message === template.message;
    if (isUsed && draft.media === template.media) changeDraft({ message, media });
    moves.leaveTemplate();
  };
  return (
    <TemplateForm
      template={template}
      groups={groups}
      onTouched={setTouched}
      onSaved={save}
      onRemoved={moves.leaveTemplate}
      onBack={moves.stepBack}
      onClose={moves.closePanel}
    />
  );
}

/** The address names a template that is not there, or that one may not write. */
function Gone() {
  const { moves } = useDesk();
  return (
    <Panel title={templateWords.editPanel} closeLabel={commonWords.close} onClose={moves.closePanel}>
      <Empty title={templateWords.gone} text={templateWords.goneText} />
    </Panel>
  );
}

function List() {
  const { search, moves } = useDesk();
  const rights = useRights();
  const [draft, changeDraft] = useDraft();
  const choose = ({ id, message, media }: Template): void => {
    changeDraft({ templateID: id, message, media });
    moves.openPanel('send');
  };
  return (
    <TemplateList
      find={search.findTemplate ?? ''}
      onFind={moves.findTemplate}
      chosen={draft.templateID}
      onChoose={maySend(rights) ? choose : undefined}
      onNew={() => moves.openTemplate('new')}
      onEdit={moves.openTemplate}
      onRemove={(template) => void askAndRemoveTemplate(template, () => undefined)}
      onBack={search.from === 'send' ? moves.stepBack : undefined}
      onClose={moves.closePanel}
    />
  );
}

type OpenedProps = Props & { id: number | 'new'; templates: readonly Template[] };

function Opened({ id, templates, groups }: OpenedProps) {
  const rights = useRights();
  // As it was when it was opened: a colleague's change or deletion takes nothing from what is being written.
  const [template] = useState(() => templates.find((one) => one.id === id));
  const mayWrite = has(rights, id === 'new' ? 'add' : 'edit');
  const isThere = id === 'new' || template !== undefined;
  return mayWrite && isThere ? <Writing template={template} groups={groups} /> : <Gone />;
}

export function Templates({ groups }: Props) {
  const { template } = useDesk().search;
  const { data } = useQuery(templatesQuery);
  const isOpened = template !== undefined && data !== undefined;
  return (
    <div className={classes.layers}>
      {/* Behind an opened template the list stays, with where it was scrolled to and what had the focus. */}
      <div className={classes.layer} data-behind={isOpened || undefined}>
        <List />
      </div>
      {isOpened && <Opened key={template} id={template} templates={data} groups={groups} />}
    </div>
  );
}
