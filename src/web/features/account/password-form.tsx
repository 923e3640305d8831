import { Button, PasswordInput } from '@mantine/core';
import { longestPassword, shortestPassword } from '#shared/limits.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { accountWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { atFields, textIn, useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { changePassword } from './api.ts';

const common = {
  visibilityToggleButtonProps: { 'aria-label': sessionWords.showPassword },
  maxLength: longestPassword,
  required: true,
  withAsterisk: false,
};

/** The form with which users change their own password. It requires the current password. */
export function PasswordForm() {
  const { userName } = useSession();
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const submit = runForm(async (form, element) => {
    await changePassword({ current: textIn(form, 'current'), password: textIn(form, 'password') });
    element.reset();
    toastDone(accountWords.passwordChanged);
  });
  const foot = (
    <Button type="submit" loading={isBusy}>
      {accountWords.changePassword}
    </Button>
  );
  return (
    <Part
      label={accountWords.password}
      title={accountWords.password}
      hint={accountWords.changeHint}
      foot={foot}
      onSubmit={submit}
    >
      {/* The browser stores the password under this user name. */}
      <input type="hidden" name="userName" autoComplete="username" value={userName} />
      <PasswordInput
        {...common}
        name="current"
        label={accountWords.current}
        autoComplete="current-password"
        error={issues.current}
      />
      <PasswordInput
        {...common}
        name="password"
        label={accountWords.next}
        description={sessionWords.passwordHint(shortestPassword)}
        autoComplete="new-password"
        minLength={shortestPassword}
        error={issues.password}
      />
    </Part>
  );
}
