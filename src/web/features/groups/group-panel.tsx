import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { avatarWords, groupWords } from '#shared/words/bills.ts';
import { fieldMessages, sentenceOf, toasts } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { History } from '../../lib/history.tsx';
import { useSession } from '../../lib/session.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { usePicture } from '../../lib/use-picture.ts';
import { AvatarField } from '../../ui/avatar-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Work, WorkPanel } from '../../ui/work-panel.tsx';
import { type GroupDetails, reloadGroups, updateGroup } from './api.ts';
import { type FieldMarks, GroupFields } from './group-fields.tsx';
import classes from './group-panel.module.css';
import { askAndRemoveGroup } from './remove-group.ts';
import { completeForm, type FormTrouble, type GroupForm, missingIn, nameOfPeriod } from './rules.ts';

/** The imported sheet of a new billing. Another feature reads, shows and saves it. */
export type SheetOfGroup = {
  /** The accessible name of the work. */
  label: string;
  /** The field to choose the file, or the chosen file. */
  file: (error?: string) => ReactNode;
  /** The rows of the sheet; null while there are none. */
  work: Work | null;
  /** How many bills would be saved. */
  contacts: number;
  /** A save is running or done, so the details cannot be changed. */
  isLocked: boolean;
  /** The buttons of the current step; null without a sheet. */
  footer: ((save: () => void) => ReactNode) | null;
  /** Whether it was saved; otherwise the field shows the reason. */
  save: (details: GroupDetails) => Promise<boolean>;
};

type Props = {
  /** Absent for a new billing. */
  group?: GroupSummary | undefined;
  form: GroupForm;
  onForm: (form: GroupForm) => void;
  /** For an existing billing only. */
  avatar?: string | null;
  onAvatar?: (avatar: string | null) => void;
  onClose: () => void;
  onSaved: () => void;
  onRemoved: () => void;
  /** For a new billing only. */
  sheet?: SheetOfGroup | undefined;
  /** Notes on where a value came from, and a sentence that explains them. */
  marks?: FieldMarks;
  note?: string | undefined;
};

type DetailsProps = {
  form: GroupForm;
  isWide: boolean;
  isTried: boolean;
  /** The month was read from the file. */
  isRead: boolean;
  children: ReactNode;
};

/** On a phone the details are folded above the rows and open with a press. */
function Details({ form, isWide, isTried, isRead, children }: DetailsProps) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const [isShown, setShown] = useState(false);
  const lacking = missingIn(form);
  const isIncomplete = isTried && Object.keys(lacking).length > 0;
  if (!isWide || !isNarrow) return <div className={classes.details}>{children}</div>;
  const isOpen = isShown || isIncomplete;
  const missing = (['month', 'year', 'name', 'description'] as const)
    .filter((field) => lacking[field])
    .map((field) => groupWords[field]);
  return (
    <div className={classes.details} data-folded>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        onClick={() => setShown(!isShown)}
      >
        <span>
          <b>{isRead ? groupWords.readFromFile(nameOfPeriod(form)) : nameOfPeriod(form)}</b>{' '}
          {form.name.trim() !== nameOfPeriod(form) && <bdi>{form.name}</bdi>}
          {missing.length > 0 && <small className={classes.missing}>{groupWords.stillNeeded(missing)}</small>}
        </span>
        <IconChevronDown size={16} stroke={1.8} aria-hidden />
      </button>
      {isOpen && children}
    </div>
  );
}

/** Creates a billing from a sheet, or changes one. */
export function GroupPanel({ group, form, onForm, ...props }: Props) {
  const { avatar = null, onAvatar = () => undefined, onClose, onSaved, onRemoved, sheet } = props;
  const { marks, note } = props;
  const { rights } = useSession();
  const [tries, setTries] = useState(0);
  const isTried = tries > 0;
  const parts = useRef<HTMLDivElement>(null);
  // Moves the focus to the first missing field.
  useEffect(() => {
    const find = (where: string) =>
      parts.current?.querySelector<HTMLElement>(`${where} [aria-invalid="true"]`);
    // Fields to type in come before the file, which may take long to find.
    const first = tries > 0 ? (find('fieldset:has(textarea)') ?? find('')) : null;
    (first?.querySelector('button') ?? first)?.focus();
  }, [tries]);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FormTrouble & { avatar?: string }>({});
  const picture = usePicture(onAvatar);

  const store = async (details: GroupDetails): Promise<boolean> => {
    if (sheet) return sheet.save(details);
    if (group) await updateGroup(group, { ...details, avatar });
    return true;
  };
  const save = async (): Promise<void> => {
    setTries((before) => before + 1);
    const details = completeForm(form, !group, sheet?.contacts ?? 0);
    if (!details) return toastError(toasts.errorTitle, toasts.errors.details);
    setBusy(true);
    setRefused({});
    try {
      if (await store(details)) {
        toastDone(group ? toasts.done.groupUpdated : toasts.done.groupAdded);
        onSaved();
        await reloadGroups();
      }
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      setRefused(troubleByField(error));
    }
    setBusy(false);
  };
  const footer = sheet?.footer?.(() => void save()) ?? (
    <>
      {group && rights.delete && (
        <Button
          variant="default"
          mr="auto"
          c="var(--q-unpaid)"
          onClick={() => void askAndRemoveGroup(group, onRemoved)}
          disabled={isBusy}
        >
          {groupWords.remove}
        </Button>
      )}
      <Button
        onClick={() => void save()}
        loading={isBusy}
        disabled={picture.isLoading || (group ? !rights.edit : !rights.add)}
      >
        {commonWords.save}
      </Button>
    </>
  );
  const isWide = sheet?.work != null;
  const trouble = { ...refused, ...(isTried ? missingIn(form) : {}) };
  const fields = (
    <Details form={form} isWide={isWide} isTried={isTried} isRead={marks?.month !== undefined}>
      <fieldset className={classes.fields} disabled={sheet?.isLocked ?? false}>
        {group && (
          <AvatarField
            words={avatarWords}
            name={form.name}
            url={avatar}
            isLoading={picture.isLoading}
            trouble={picture.trouble ?? refused.avatar ?? null}
            onFile={picture.upload}
            onRemove={() => onAvatar(null)}
          />
        )}
        <GroupFields form={form} onChange={onForm} trouble={trouble} marks={marks} note={note} />
      </fieldset>
    </Details>
  );
  const frame = { title: groupWords.panel, closeLabel: commonWords.close, onClose, footer };
  if (sheet) {
    return (
      <WorkPanel {...frame} label={sheet.label} work={sheet.work}>
        <div ref={parts} className={classes.parts}>
          {sheet.file(isTried ? fieldMessages.contact : undefined)}
          {fields}
        </div>
      </WorkPanel>
    );
  }
  return (
    <Panel {...frame}>
      <div ref={parts} className={classes.parts}>
        {fields}
      </div>
      {group && <History kind="group" id={group.id} />}
    </Panel>
  );
}
