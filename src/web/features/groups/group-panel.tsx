import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { avatarWords, groupWords } from '#shared/words/bills.ts';
import { isStale, sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { History } from '../../lib/history.tsx';
import { messageByField } from '../../lib/message-by-field.ts';
import { useSession } from '../../lib/session.ts';
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

/** The sheet for a new billing. The import feature reads, shows and saves it. */
type SheetOfGroup = {
  /** The accessible name of the import. */
  label: string;
  /** Renders the field to choose a file, or the chosen file. */
  file: (error?: string) => ReactNode;
  /** The rows of the sheet. It is null while there are no rows to show. */
  work: Work | null;
  /** The number of bills that a save would store. */
  contacts: number;
  /** Whether a save is running or finished. The details can then not be changed. */
  isLocked: boolean;
  /** Renders the buttons of the current step. It is null if no file is chosen. */
  footer: ((save: () => void) => ReactNode) | null;
  /** Returns whether the sheet was saved. If it was not, the file field shows the reason. */
  save: (details: GroupDetails) => Promise<boolean>;
};

type Props = {
  /** Undefined for a new billing. */
  group?: GroupSummary | undefined;
  form: GroupForm;
  onForm: (form: GroupForm) => void;
  /** Only an existing billing has a picture. */
  avatar?: string | null;
  onAvatar?: (avatar: string | null) => void;
  /** Reads an existing billing again, after somebody else has changed it. */
  onStale?: () => Promise<void>;
  onClose: () => void;
  onSaved: () => void;
  onRemoved: () => void;
  /** Only a new billing is made from a sheet. */
  sheet?: SheetOfGroup | undefined;
  /** Notes beside the fields that say where a value comes from. */
  marks?: FieldMarks;
  /** A sentence that explains these notes. */
  note?: string | undefined;
};

type DetailsProps = {
  form: GroupForm;
  isWide: boolean;
  isTried: boolean;
  /** Whether the month was read from the file. */
  isRead: boolean;
  children: ReactNode;
};

/** The details of the billing. On a phone with an open sheet they are folded, and a button unfolds them. */
function Details({ form, isWide, isTried, isRead, children }: DetailsProps) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const [isShown, setShown] = useState(false);
  const missingErrors = missingIn(form);
  const isIncomplete = isTried && Object.keys(missingErrors).length > 0;
  if (!isWide || !isNarrow) return <div className={classes.details}>{children}</div>;
  const isOpen = isShown || isIncomplete;
  const missing = (['month', 'year', 'name', 'description'] as const)
    .filter((field) => missingErrors[field])
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

/** A panel that creates a billing from a sheet, or changes an existing billing. */
export function GroupPanel({ group, form, onForm, ...props }: Props) {
  const { avatar = null, onAvatar = () => undefined, onClose, onSaved, onRemoved, sheet } = props;
  const { marks, note, onStale } = props;
  const { rights } = useSession();
  const [tries, setTries] = useState(0);
  const isTried = tries > 0;
  const parts = useRef<HTMLDivElement>(null);
  // After a failed save, the focus moves to the first field with an error.
  useEffect(() => {
    const find = (where: string) =>
      parts.current?.querySelector<HTMLElement>(`${where} [aria-invalid="true"]`);
    // The text fields get the focus before the file field, because finding the file may take longer.
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
      if (isStale(error)) await onStale?.();
      setRefused(messageByField(error));
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
            error={picture.error ?? refused.avatar ?? null}
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
