import { Button, Checkbox, NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { pushWords } from '#shared/words/settings.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { type PushSetup, savePush } from './api.ts';
import classes from './push.module.css';

/** The characters of a biller's password, without characters that are easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/**
 * Makes one letter from each byte. 256 is not a multiple of the number of letters, so some letters are slightly more
 * likely. This costs a hundredth of a bit per letter.
 */
const makePassword = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => letters[byte % letters.length] ?? '').join('');

type Props = {
  setup: PushSetup;
  accounts: readonly MoneyAccount[];
  onTouched: (isTouched: boolean) => void;
  onDone: () => void;
};

const descriptionBelow = ['label', 'input', 'description', 'error'] as (
  | 'label'
  | 'input'
  | 'description'
  | 'error'
)[];

/** The form for the account that receives the money, and for the user name and password of the biller. */
export function PushForm({ setup, accounts, onTouched, onDone }: Props) {
  const before = {
    accountID: setup.accountID,
    userName: setup.userName,
    password: '',
    isOn: setup.accountID === null || setup.isOn,
  };
  const [form, setForm] = useState(before);
  const [isShown, setShown] = useState(false);
  const { issues, isBusy, runForm, clearError } = useAction({ showError: atFields });
  const isTouched = JSON.stringify(form) !== JSON.stringify(before);
  useTouched(isTouched, onTouched);
  const change = (next: Partial<typeof form>): void => setForm((now) => ({ ...now, ...next }));
  const account = accounts.find(({ id }) => id === form.accountID);
  const submit = runForm(async () => {
    const { accountID, userName, password, isOn } = form;
    if (accountID === null) return;
    const kept = password === '' ? {} : { password };
    await savePush({ accountID, userName: userName.trim(), ...kept, isOn });
    toastDone(pushWords.saved);
    onDone();
  });
  /** Makes a new password and shows it, so that the user can copy it. After the save it is never shown again. */
  const make = (): void => {
    clearError();
    setShown(true);
    change({ password: makePassword(crypto.getRandomValues(new Uint8Array(20))) });
  };
  const isComplete = form.accountID !== null && form.userName.trim() !== '';
  return (
    <Part
      label={pushWords.title}
      title={pushWords.title}
      hint={pushWords.untried}
      onSubmit={submit}
      foot={<SaveButtons isTouched={isTouched && isComplete} isBusy={isBusy} onDiscard={onDone} />}
    >
      <SimpleGrid minColWidth="260px" autoFlow="auto-fit" style={{ alignItems: 'start' }}>
        <NativeSelect
          label={pushWords.account}
          description={
            account && account.prefix !== ''
              ? pushWords.example(account.prefix, account.numbering === 'student')
              : pushWords.accountHint
          }
          inputWrapperOrder={descriptionBelow}
          data={[
            ...(form.accountID === null ? [{ value: '', label: pushWords.choose }] : []),
            ...accounts.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          value={String(form.accountID ?? '')}
          error={issues.accountID}
          onChange={({ currentTarget: { value } }) =>
            change({ accountID: value === '' ? null : Number(value) })
          }
        />
        <TextInput
          label={pushWords.userName}
          value={form.userName}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={issues.userName}
          onChange={({ currentTarget }) => change({ userName: currentTarget.value })}
        />
        <PasswordInput
          label={pushWords.password}
          description={pushWords.passwordHint}
          inputWrapperOrder={descriptionBelow}
          // Without this, browsers would fill in the user's own password.
          autoComplete="new-password"
          placeholder={setup.hasPassword ? pushWords.stored : ''}
          visible={isShown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={{ 'aria-label': pushWords.show }}
          maxLength={40}
          value={form.password}
          error={issues.password}
          onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        />
        <Button className={classes.make} variant="default" onClick={make}>
          {pushWords.make}
        </Button>
      </SimpleGrid>
      <Checkbox
        label={pushWords.isOn}
        description={pushWords.isOnHint}
        checked={form.isOn}
        onChange={({ currentTarget: { checked } }) => change({ isOn: checked })}
      />
    </Part>
  );
}
