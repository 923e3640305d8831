import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import type { VersionedBill } from '#shared/calls/bills.ts';
import { avatarWords, billWords } from '#shared/words/bills.ts';
import { isStale, sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { countWaitingMessages } from '../../lib/left-out.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { messageByField } from '../../lib/message-by-field.ts';
import { queryClient } from '../../lib/query-client.ts';
import { removeWithMoney } from '../../lib/remove-with-money.ts';
import { undoOf } from '../../lib/restore.ts';
import { useRights } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { usePicture } from '../../lib/use-picture.ts';
import { withAnswer } from '../../lib/with-answer.ts';
import { AvatarField } from '../../ui/avatar-field.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { billQuery, removeMember, updateBill } from './api.ts';
import {
  changesOf,
  type FormTrouble,
  formOf,
  isChanged,
  type MemberForm,
  mergeNewer,
  troubleIn,
} from './member-form.ts';
import { MemberMore } from './member-more.tsx';

type Props = {
  groupID: number;
  memberID: number;
  /** Reports whether the form has changes that are not saved. */
  onTouched: (isTouched: boolean) => void;
  onSaved: () => void;
  onRemoved: () => void;
  /** Goes back to the page from which the panel was opened. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
};

type PanelCallbacks = Omit<Props, 'groupID' | 'memberID'>;

const panelOf = ({ onBack, onClose }: PanelCallbacks) => ({
  title: billWords.editPanel,
  closeLabel: commonWords.close,
  onClose,
  before: onBack && (
    <ActionIcon aria-label={billWords.backToBill} onClick={onBack}>
      <IconArrowLeft size={20} stroke={1.6} />
    </ActionIcon>
  ),
});

/** Saves or removes the member, and reports the result. */
function useSaving(
  bill: VersionedBill,
  { onSaved, onRemoved, onStale }: PanelCallbacks & { onStale: () => Promise<void> },
) {
  const { say } = useMoney();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FormTrouble>({});
  const save = async (form: MemberForm): Promise<void> => {
    setBusy(true);
    setRefused({});
    try {
      const changes = changesOf(bill, form);
      await withAnswer(({ reason }) =>
        updateBill(bill, reason === undefined ? changes : { ...changes, reason }),
      );
      toastDone(toasts.done.memberUpdated);
      onSaved();
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      if (isStale(error)) await onStale();
      setRefused(messageByField(error));
      setBusy(false);
    }
  };
  const remove = async (): Promise<void> => {
    const money = bill.paid > 0 ? billWords.money(say(bill.paid)) : '';
    const waiting = countWaitingMessages({ billID: bill.id }).then(billWords.waiting, () => '');
    const more = waiting.then((text) => [money, text].filter(Boolean).join(' '));
    if (!(await confirm({ ...deleteConfirmation, more, cancel: commonWords.cancel }))) return;
    // The panel closes before the deletion, because an open panel would load the deleted bill.
    onRemoved();
    try {
      if (!(await removeWithMoney((money) => removeMember(bill, money)))) return;
      toastDone(toasts.done.memberRemoved, undoOf({ kind: 'bill', id: bill.id, name: bill.name }));
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
  };
  /** Removes the server's error of each field that the user has changed. */
  const clearErrors = (fields: object): void =>
    setRefused((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(fields).map((field) => [field, undefined])),
    }));
  return { isBusy, save, remove, refused, clearErrors };
}

function Form({ bill, ...callbacks }: { bill: VersionedBill } & PanelCallbacks) {
  const { onTouched } = callbacks;
  const rights = useRights();
  // The form keeps the bill as it was when the form opened. A colleague's change must not replace what the user typed.
  const [opened, setOpened] = useState(bill);
  const [form, setForm] = useState(() => formOf(bill));
  const [isTried, setTried] = useState(false);
  const onStale = async (): Promise<void> => {
    const newer = await queryClient.fetchQuery({ ...billQuery(bill.groupID, bill.id), staleTime: 0 });
    if (!newer) return;
    setForm((typed) => mergeNewer(typed, opened, newer));
    setOpened(newer);
  };
  const { isBusy, save, remove, refused, clearErrors } = useSaving(opened, { ...callbacks, onStale });
  const change = (part: Partial<MemberForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    clearErrors(part);
  };
  const picture = usePicture((avatar) => change({ avatar }));
  const { isLoading, upload } = picture;
  const isTouched = isLoading || isChanged(form, formOf(opened));
  // This is a layout effect, because the user may press Escape immediately after the change.
  useLayoutEffect(() => onTouched(isTouched), [onTouched, isTouched]);
  const trouble = troubleIn(form);
  const shown = { ...refused, ...(isTried ? trouble : {}) };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(trouble).length > 0) return toastError(toasts.errorTitle, toasts.errors.details);
    await save(form);
  };
  const footer = (
    <>
      {rights.delete && (
        <Button
          variant="default"
          mr="auto"
          c="var(--q-unpaid)"
          onClick={() => void remove()}
          disabled={isBusy}
        >
          {billWords.removeMember}
        </Button>
      )}
      <Button onClick={() => void submit()} loading={isBusy} disabled={!rights.edit || isLoading}>
        {commonWords.save}
      </Button>
    </>
  );
  return (
    <Panel {...panelOf(callbacks)} footer={footer}>
      <AvatarField
        words={avatarWords}
        name={form.name}
        url={form.avatar}
        isLoading={isLoading}
        error={picture.error ?? shown.avatar ?? null}
        onFile={upload}
        onRemove={() => change({ avatar: null })}
      />
      <TextInput
        label={billWords.name}
        value={form.name}
        attributes={ownDirection(form.name)}
        maxLength={200}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={shown.name}
      />
      <Textarea
        label={billWords.contacts}
        description={billWords.contactsHint}
        value={form.number}
        attributes={ownDirection(form.number)}
        rows={2}
        maxLength={300}
        inputMode="tel"
        onChange={(event) => change({ number: event.currentTarget.value })}
        error={shown.number}
      />
      <MemberMore form={form} status={opened.status} trouble={shown} onChange={change} />
    </Panel>
  );
}

/** A panel that changes or removes one member. */
export function MemberPanel({ groupID, memberID, ...callbacks }: Props) {
  const query = useQuery(billQuery(groupID, memberID));
  if (query.data) return <Form key={query.data.id} bill={query.data} {...callbacks} />;
  return (
    <Panel {...panelOf(callbacks)}>
      <Loaded query={query}>{() => <Empty title={billWords.memberGone} />}</Loaded>
    </Panel>
  );
}
