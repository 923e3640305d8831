import { Button, Select, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { maySend } from '#shared/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { templateWords } from '#shared/words/templates.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useRights } from '../../lib/session.ts';
import { isOffered, templatesQuery } from '../../lib/templates.ts';
import { MessageField } from '../../ui/message-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { planQuery } from './api.ts';
import { GroupField } from './group-field.tsx';
import { Preview } from './preview.tsx';
import { Reach } from './reach.tsx';
import { bodyOf, type Draft } from './rules.ts';
import classes from './send-panel.module.css';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

type Props = {
  groups: GroupSummary[];
  /** The billing to begin with. */
  to?: number | undefined;
  onClose: () => void;
  /** `to` was taken over, and is not to be again. */
  onBegun: () => void;
  /** The way to all templates. */
  onTemplates: () => void;
  /** Clear Outbox, where it may be pressed. */
  clearOutbox?: ReactNode;
  note?: ReactNode;
  /** The way to the run that was just queued. */
  linkToRun: (broadcastID: number) => ReactNode;
};

const planDelay = 350;
/** A quiet button on the line of a field's label. */
const beside = { variant: 'subtle', size: 'compact-xs', c: 'var(--q-accent)', fz: 12 } as const;

/** What a send of this draft would do; asked a moment after the last key. */
function usePlan(draft: Draft) {
  const content = JSON.stringify(bodyOf(draft));
  const [settled] = useDebouncedValue(content, planDelay);
  const body = useMemo(() => JSON.parse(settled) as ReturnType<typeof bodyOf>, [settled]);
  const query = useQuery(planQuery(body, body.groupIDs.length > 0));
  const isWanted = draft.groupIDs.length > 0;
  const isCurrent = settled === content && !query.isPlaceholderData && !query.isFetching;
  return { ...query, plan: isWanted ? query.data : undefined, isCurrent };
}

type TemplateFieldProps = {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onTemplates: () => void;
};

function TemplateField({ draft, onChange, onTemplates }: TemplateFieldProps) {
  const { data, error, refetch, isFetching } = useQuery(templatesQuery);
  const templates = (data ?? []).filter(isOffered);
  const choose = (id: string | null): void => {
    const template = templates.find((one) => String(one.id) === id);
    onChange(
      template
        ? { templateID: template.id, message: template.message, media: template.media }
        : { templateID: null },
    );
  };
  if (error) {
    const again = () => void refetch();
    return (
      <Trouble
        message={sentenceOf(error)}
        tryAgain={commonWords.tryAgain}
        onTryAgain={again}
        isTrying={isFetching}
      />
    );
  }
  return (
    <div className={classes.template}>
      <Select
        label={sendWords.template}
        placeholder={sendWords.templateHint}
        data={templates.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={draft.templateID === null ? null : String(draft.templateID)}
        onChange={choose}
        searchable
        clearable
      />
      <Button className={classes.templates} {...beside} onClick={onTemplates}>
        {templateWords.title}
      </Button>
    </div>
  );
}

/** Writes to the numbers of one or more billings. */
export function SendPanel({
  groups,
  to,
  onBegun,
  onTemplates,
  onClose,
  clearOutbox,
  note,
  linkToRun,
}: Props) {
  const mayWrite = maySend(useRights());
  const [stored, change] = useDraft();
  const draft = {
    ...stored,
    groupIDs: stored.groupIDs.filter((id) => groups.some((group) => group.id === id)),
  };
  const { plan, isCurrent, error, refetch, isFetching } = usePlan(draft);
  const { sendNow, isBusy, answer } = useSending(draft, isCurrent ? plan : undefined, change);
  useEffect(() => {
    if (to === undefined) return;
    change({ groupIDs: [to] });
    onBegun();
  }, [to, change, onBegun]);

  const count = isCurrent && plan && plan.queued > 0 && draft.message.trim() !== '' ? plan.queued : undefined;
  const footer = (
    <>
      {clearOutbox}
      <Button
        leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
        loading={isBusy}
        disabled={!mayWrite}
        onClick={() => void sendNow()}
      >
        {count === undefined ? sendWords.send : sendWords.sendTo(count)}
      </Button>
    </>
  );
  return (
    <Panel title={sendWords.title} closeLabel={commonWords.close} onClose={onClose} footer={footer}>
      {answer && (
        <div className={classes.done} role="status">
          {sendWords.queued(answer.queued)} {linkToRun(answer.broadcastID)}
        </div>
      )}
      <GroupField groups={groups} draft={draft} onChange={change} />
      <TemplateField draft={draft} onChange={change} onTemplates={onTemplates} />
      <MessageField
        value={draft.message}
        mayWrite={mayWrite}
        hasMedia={draft.media !== ''}
        onChange={(message) => change({ message })}
      />
      {placeholdersIn(draft.message).length > 0 && (
        <Switch
          label={sendWords.family}
          description={sendWords.familyHint}
          checked={draft.family}
          onChange={(event) => change({ family: event.currentTarget.checked })}
        />
      )}
      <Preview draft={draft} plan={plan} onRemoveMedia={mayWrite ? () => change({ media: '' }) : undefined} />
      {error && draft.groupIDs.length > 0 && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {plan && !error && <Reach plan={plan} />}
      {note}
    </Panel>
  );
}
