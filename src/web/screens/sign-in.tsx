import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { beginSession } from '../features/session/api.ts';
import { safeReturn } from '../features/session/rules.ts';
import { drawSignIn } from '../features/session/sign-in-form.ts';

const route = getRouteApi('/sign-in');

/**
 * The sign-in page inside the app, for a session that has ended. A person who opens Qasid without a session gets the
 * same form from `main.ts`, before the app has loaded.
 */
export function SignIn() {
  const { to } = route.useSearch();
  const router = useRouter();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    drawSignIn(place.current, async (session) => {
      await beginSession(session);
      router.history.push(safeReturn(to));
    });
  }, [router, to]);
  return <div ref={place} />;
}
