import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionWords } from '#shared/words/screen.ts';
import { Entrance } from '../features/session/entrance.tsx';
import { safeReturn } from '../features/session/rules.ts';
import { SignInForm } from '../features/session/sign-in-form.tsx';
import { preloadParts } from '../lib/lazy.ts';

const route = getRouteApi('/sign-in');

export function SignIn() {
  const { to } = route.useSearch();
  const router = useRouter();
  // While the password is typed there is time for what comes behind it.
  useEffect(preloadParts, []);
  return (
    <Entrance title={sessionWords.signIn} text={sessionWords.signInText}>
      <SignInForm onSignedIn={() => router.history.push(safeReturn(to))} />
    </Entrance>
  );
}
