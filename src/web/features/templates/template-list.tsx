import { ActionIcon, Button, Skeleton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Template } from '#shared/calls/templates.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { templateWords } from '#shared/words/templates.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { useApprovals } from '../../lib/approvals.ts';
import { useRights } from '../../lib/session.ts';
import { templatesQuery } from '../../lib/templates.ts';
import { ChipButton } from '../../ui/chip-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { ApprovalBar } from './approval-bar.tsx';
import { searchTemplates } from './rules.ts';
import { type TableMoves, TemplateTable } from './template-table.tsx';
import classes from './templates.module.css';

type Props = TableMoves & {
  /** Shown above the list: the line about automatic reminders. */
  above?: ReactNode;
  find: string;
  onFind: (text: string) => void;
  /** The id of the template from which the current message was made. */
  chosen: number | null;
  onNew: () => void;
  /** Goes back to the message that is being written. */
  onBack?: (() => void) | undefined;
  /** Undefined if the list is a page of its own. */
  onClose?: (() => void) | undefined;
};

function Rows({ templates, props }: { templates: readonly Template[]; props: Props }) {
  const rights = useRights();
  const { isNeeded, approvalOf } = useApprovals();
  const { find, onFind, onNew, ...table } = props;
  const shown = searchTemplates(templates, find);
  if (shown.length > 0)
    return <TemplateTable {...table} templates={shown} approvalOf={isNeeded ? approvalOf : undefined} />;
  if (templates.length > 0) {
    return (
      <Empty title={noRecords} text={commonWords.noMatch(find)}>
        <Button variant="default" onClick={() => onFind('')}>
          {commonWords.clearSearch}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={noRecords} text={rights.add ? templateWords.noneText : templateWords.noneToSee}>
      {rights.add && <Button onClick={onNew}>{templateWords.newPanel}</Button>}
    </Empty>
  );
}

/** Lists the templates of the campus. The user can choose, add and change templates. */
export function TemplateList(props: Props) {
  const { find, onFind, onNew, onBack, onClose } = props;
  const rights = useRights();
  const { data, error, isFetching, refetch } = useQuery(templatesQuery);
  const { isNeeded } = useApprovals();
  return (
    <Panel
      title={templateWords.title}
      before={
        onBack && (
          <ActionIcon aria-label={templateWords.backToMessage} onClick={onBack}>
            <IconArrowLeft size={20} stroke={1.6} />
          </ActionIcon>
        )
      }
      extra={rights.add && <ChipButton onClick={onNew}>{templateWords.new}</ChipButton>}
      closeLabel={commonWords.close}
      onClose={onClose}
      isFilled
    >
      <div className={classes.search}>
        <SearchBox
          label={templateWords.search}
          clearLabel={commonWords.clearSearch}
          value={find}
          onSearch={onFind}
        />
      </div>
      {props.above}
      {isNeeded && <ApprovalBar />}
      {data && <Rows templates={data} props={props} />}
      {!data && error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
          isInset
        />
      )}
      {!data && !error && (
        <div className={classes.inset} role="status" aria-label={commonWords.loading}>
          <Skeleton height={160} radius="md" />
        </div>
      )}
    </Panel>
  );
}
