import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { sessionWords } from '#shared/words/screen.ts';
import { Entrance } from '../features/session/entrance.tsx';
import { SetUpForm } from '../features/session/set-up-form.tsx';

const route = getRouteApi('/setup');

export function SetUp() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(window.location.hostname);
  if (!token) return <Entrance title={sessionWords.openLinkTitle} text={sessionWords.openLinkText(isHere)} />;
  return (
    <Entrance title={sessionWords.setUpTitle} text={sessionWords.setUpText}>
      <SetUpForm token={token} onDone={() => void navigate({ to: '/send-messages' })} />
    </Entrance>
  );
}
