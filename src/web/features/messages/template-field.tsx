import { Button, type ComboboxItem, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paperIn } from '#shared/messages/media.ts';
import { sendWords } from '#shared/words/sending.ts';
import { templateWords } from '#shared/words/templates.ts';
import { ApprovalState } from '../../lib/approval-state.tsx';
import { standingOf, useApprovals } from '../../lib/approvals.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { isOffered, templatesQuery } from '../../lib/templates.ts';
import { ownScript } from '../../ui/own-direction.ts';
import type { MessageContent } from './rules.ts';
import classes from './send-panel.module.css';

type Props = {
  content: MessageContent;
  onChange: (change: Partial<MessageContent>) => void;
  /** Whether the recipients have bills. Otherwise templates with a voucher are not offered. */
  haveBills: boolean;
  /** Opens the page with all templates. Undefined if this is not possible here. */
  onTemplates?: (() => void) | undefined;
  error?: string | undefined;
};

/** Shows a template in the list, with the state of its approval. */
function Option({ value, label }: ComboboxItem) {
  const { approvalOf } = useApprovals();
  const approval = approvalOf(Number(value));
  return (
    <span className={classes.option}>
      <span>{label}</span>
      <ApprovalState standing={approval ? standingOf(approval) : 'none'} />
    </span>
  );
}

/** The field that chooses a template. The template fills the text and the media. */
export function TemplateField({ content, onChange, haveBills, onTemplates, error }: Props) {
  const query = useQuery(templatesQuery);
  const { isNeeded } = useApprovals();
  return (
    <Loaded query={query}>
      {(all) => {
        const templates = all.filter(
          (template) => isOffered(template) && (haveBills || !paperIn(template.media)),
        );
        const choose = (id: string | null): void => {
          const template = templates.find((offered) => String(offered.id) === id);
          onChange(
            template
              ? { templateID: template.id, message: template.message, media: template.media }
              : { templateID: null },
          );
        };
        return (
          <div className={classes.labelled}>
            <Select
              label={sendWords.template}
              placeholder={sendWords.templateHint}
              data={templates.map(({ id, title }) => ({ value: String(id), label: title }))}
              value={content.templateID === null ? null : String(content.templateID)}
              onChange={choose}
              {...(isNeeded && { renderOption: ({ option }) => <Option {...option} /> })}
              attributes={ownScript(templates.find(({ id }) => id === content.templateID)?.title ?? '')}
              error={error}
              searchable
              clearable
              allowDeselect={false}
            />
            {onTemplates && (
              <Button
                className={classes.beside}
                variant="subtle"
                size="compact-xs"
                c="var(--q-accent)"
                fz="xs"
                onClick={onTemplates}
              >
                {templateWords.title}
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
