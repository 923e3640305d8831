import { Button, FileButton, Loader, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation, fieldMessages, toasts } from '#shared/words/toasts.ts';
import { sendFile, sentenceOf } from '../../lib/send.ts';
import { useRights } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Face } from '../../ui/face.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { billQuery, removeMember, updateMember } from './api.ts';
import classes from './member-panel.module.css';
import { tidyNumber } from './rules.ts';

type Props = { groupID: number; memberID: number; onClose: () => void };
type AvatarProps = { name: string; url: string | null; onChange: (url: string | null) => void };

function AvatarField({ name, url, onChange }: AvatarProps) {
  const [isLoading, setLoading] = useState(false);
  const upload = async (file: File | null): Promise<void> => {
    if (!file) return;
    setLoading(true);
    await sendFile(file).then(onChange, (error: unknown) => toastError(toasts.errorTitle, sentenceOf(error)));
    setLoading(false);
  };
  return (
    <div className={classes.avatar}>
      {isLoading ? <Loader size={56} /> : <Face name={name} url={url} size={56} />}
      <FileButton
        onChange={(file) => void upload(file)}
        accept="image/*"
        inputProps={{ 'aria-label': billWords.avatar }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" disabled={isLoading}>
            {billWords.uploadAvatar}
          </Button>
        )}
      </FileButton>
      {url && !isLoading && (
        <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
          {billWords.removeAvatar}
        </Button>
      )}
    </div>
  );
}

function MemberForm({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const rights = useRights();
  const [name, setName] = useState(bill.name);
  const [number, setNumber] = useState(bill.number);
  const [avatar, setAvatar] = useState(bill.avatar);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: Promise<void>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work;
      toastDone(done);
      onClose();
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      setBusy(false);
    }
  };
  const save = async (): Promise<void> => {
    setTried(true);
    const body = { name: name.trim(), number: tidyNumber(number), avatar };
    if (!body.name || !body.number) return toastError(toasts.errorTitle, toasts.errors.details);
    await run(updateMember(bill, body), toasts.done.memberUpdated);
  };
  const remove = async (): Promise<void> => {
    if (!(await confirm({ ...deleteConfirmation, cancel: commonWords.cancel }))) return;
    await run(removeMember(bill), toasts.done.memberRemoved);
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
      <Button onClick={() => void save()} loading={isBusy} disabled={!rights.edit}>
        {commonWords.save}
      </Button>
    </>
  );
  return (
    <Panel title={billWords.editPanel} closeLabel={commonWords.close} onClose={onClose} footer={footer}>
      <AvatarField name={name} url={avatar} onChange={setAvatar} />
      <TextInput
        label={billWords.name}
        value={name}
        attributes={ownDirection(name)}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTried && name.trim() === '' && fieldMessages.name}
      />
      <Textarea
        label={billWords.contacts}
        description={billWords.contactsHint}
        value={number}
        rows={2}
        maxLength={300}
        inputMode="tel"
        onChange={(event) => setNumber(event.currentTarget.value)}
        error={isTried && number.trim() === '' && fieldMessages.contact}
      />
    </Panel>
  );
}

/** Changes one member, or removes it. */
export function MemberPanel({ groupID, memberID, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(billQuery(groupID, memberID));
  if (data) return <MemberForm key={data.id} bill={data} onClose={onClose} />;
  return (
    <Panel title={billWords.editPanel} closeLabel={commonWords.close} onClose={onClose}>
      {error && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {data === null && <Empty title={billWords.memberGone} />}
      {data === undefined && !error && <Skeleton height={160} />}
    </Panel>
  );
}
