import { ActionIcon, Skeleton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { reminderWords as words } from '#shared/words/templates.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AnswersPart } from './answers-part.tsx';
import { remindersQuery } from './api.ts';
import { NextPart } from './next-part.tsx';
import classes from './reminders.module.css';
import { RulesPart } from './rules-part.tsx';

type Props = {
  onBack: () => void;
  onEdit: (templateID: number) => void;
  /** Undefined if the panel is a page of its own. */
  onClose?: (() => void) | undefined;
};

/** Shows the automatic reminders: the next reminders, the rules, and the automatic answers. */
export function RemindersPanel({ onBack, onEdit, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(remindersQuery);
  return (
    <Panel
      title={words.title}
      before={
        <ActionIcon aria-label={words.back} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.6} />
        </ActionIcon>
      }
      closeLabel={commonWords.close}
      onClose={onClose}
    >
      {data && (
        <div className={classes.columns}>
          {data.rules.some(({ isOn }) => isOn) && <NextPart heldBy={data.heldBy} />}
          <div className={classes.rules}>
            <RulesPart reminders={data} onEdit={onEdit} />
            <AnswersPart reminders={data} />
          </div>
        </div>
      )}
      {!data && error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label={commonWords.loading}>
          <Skeleton height={160} radius="md" />
        </div>
      )}
    </Panel>
  );
}
