import { PasswordInput } from '@mantine/core';
import { longestPassword, shortestPassword } from '#shared/limits.ts';
import { sessionWords } from '#shared/words/screen.ts';

type Props = { error: string | undefined; autoFocus?: boolean };

/** The field for a new password before sign-in. */
export function NewPassword({ error, autoFocus = false }: Props) {
  return (
    <PasswordInput
      name="password"
      label={sessionWords.password}
      description={sessionWords.passwordHint(shortestPassword)}
      visibilityToggleButtonProps={{ 'aria-label': sessionWords.showPassword }}
      autoComplete="new-password"
      minLength={shortestPassword}
      maxLength={longestPassword}
      error={error}
      autoFocus={autoFocus}
      required
      withAsterisk={false}
    />
  );
}
