import { ActionIcon, VisuallyHidden } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Approval } from '#shared/calls/approvals.ts';
import type { Template } from '#shared/calls/templates.ts';
import { mediaWords, templateWords } from '#shared/words/templates.ts';
import { ApprovalState } from '../../lib/approval-state.tsx';
import { standingOf } from '../../lib/approvals.ts';
import { useRights } from '../../lib/session.ts';
import { TemplateText } from '../../lib/template-text.tsx';
import { isOffered } from '../../lib/templates.ts';
import { MediaThumb } from '../../ui/media-thumb.tsx';
import { isArabicScript, NameText } from '../../ui/name-text.tsx';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import classes from './templates.module.css';

export type TableMoves = {
  /** Undefined if the user has no right to send. */
  onChoose?: ((template: Template) => void) | undefined;
  onEdit: (id: number) => void;
  onRemove: (template: Template) => void;
};

type Props = TableMoves & {
  templates: readonly Template[];
  chosen: number | null;
  /** Undefined if the campus needs no approval. */
  approvalOf?: ((id: number) => Approval | undefined) | undefined;
};

const { columns } = templateWords;
/** The estimated height of a row in pixels, with three lines of text. The real height is measured later. */
const usualHeight = 102;
const icon = { size: 18, stroke: 1.6 } as const;

function ApprovalCell({ approval }: { approval: Approval | undefined }) {
  const standing = approval ? standingOf(approval) : 'none';
  return (
    <span className={classes.approval}>
      <ApprovalState standing={standing} />
      {standing !== 'approved' && approval?.reason && <span>{approval.reason}</span>}
    </span>
  );
}

type RowProps = Omit<Props, 'templates' | 'chosen'> & { template: Template; isChosen: boolean };

function RowText({ template, isChosen, approvalOf }: RowProps) {
  const { id, title, message, sendOn } = template;
  return (
    <>
      <span className={classes.title}>
        <NameText text={title} title={title} />
        {isChosen && <IconCheck size={16} stroke={2} aria-hidden />}
      </span>
      <span className={classes.excerpt} data-arabic={isArabicScript(message) || undefined}>
        <TemplateText text={message} />
      </span>
      {sendOn && (
        <span className={classes.aside} title={templateWords.sendsOn(sendOn)}>
          {templateWords.sendsOn(sendOn)}
        </span>
      )}
      {approvalOf && <ApprovalCell approval={approvalOf(id)} />}
    </>
  );
}

/** The button at the end of a row. A user who may edit templates can also delete them, but in the form. */
function EditOrRemove({
  template,
  onEdit,
  onRemove,
}: Pick<Props, 'onEdit' | 'onRemove'> & { template: Template }) {
  const rights = useRights();
  const { id, title } = template;
  if (rights.edit) {
    return (
      <ActionIcon aria-label={templateWords.edit(title)} onClick={() => onEdit(id)}>
        <IconPencil {...icon} />
      </ActionIcon>
    );
  }
  return (
    rights.delete && (
      <ActionIcon aria-label={templateWords.removeNamed(title)} onClick={() => onRemove(template)}>
        <IconTrash {...icon} />
      </ActionIcon>
    )
  );
}

/** The cells of one template. A press chooses the template, unless it belongs to an occasion. */
function Cells(props: RowProps) {
  const { template, isChosen, onChoose, onEdit, onRemove } = props;
  const text = <RowText {...props} />;
  return (
    <>
      <td className={classes.media}>
        {template.media ? (
          <MediaThumb url={template.media} size={44} words={mediaWords} />
        ) : (
          <span className={classes.none} role="img" aria-label={templateWords.noMedia}>
            –
          </span>
        )}
      </td>
      <td>
        {onChoose && isOffered(template) ? (
          <button
            type="button"
            className={classes.choose}
            aria-pressed={isChosen}
            onClick={() => onChoose(template)}
          >
            {text}
          </button>
        ) : (
          <span className={classes.text}>{text}</span>
        )}
      </td>
      <td className={classes.change}>
        <EditOrRemove template={template} onEdit={onEdit} onRemove={onRemove} />
      </td>
    </>
  );
}

/** Lists all templates as a virtual list. Only visible rows are rendered. */
export function TemplateTable({ templates, chosen, ...moves }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: templates.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => templates[index]?.id ?? index,
    estimateSize: () => usualHeight,
    overscan: 6,
  });
  const arrows = useArrowKeys({ count: templates.length, rows });
  const shown = rows.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={classes.list}>
      <table className={classes.table} aria-rowcount={templates.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.media}>
              {columns.media}
            </th>
            <th scope="col">{columns.message}</th>
            <th scope="col" className={classes.change}>
              <VisuallyHidden>{columns.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody {...arrows}>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {shown.map(({ key, index }) => {
            const template = templates[index];
            const isChosen = template?.id === chosen;
            return (
              template && (
                <tr
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  data-row={index}
                  aria-rowindex={index + 2}
                  className={classes.row}
                  data-chosen={isChosen || undefined}
                >
                  <Cells template={template} isChosen={isChosen} {...moves} />
                </tr>
              )
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
