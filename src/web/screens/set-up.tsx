import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { checkSetup } from '../features/session/api.ts';
import { Entrance, EntranceWait } from '../features/session/entrance.tsx';
import { SetUpForm } from '../features/session/set-up-form.tsx';

const route = getRouteApi('/setup');

export function SetUp() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(window.location.hostname);
  // Checked only once, because the set-up makes the link invalid.
  const { data: isGood, error } = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => checkSetup(token ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: Boolean(token),
    retry: false,
  });
  if (!token) return <Entrance title={sessionWords.openLinkTitle} text={sessionWords.openLinkText(isHere)} />;
  if (error) return <Entrance title={sessionWords.openLinkTitle} text={sentenceOf(error)} />;
  if (!isGood) return <EntranceWait />;
  return (
    <Entrance title={sessionWords.setUpTitle} text={sessionWords.setUpText}>
      <SetUpForm token={token} onDone={() => void navigate({ to: '/send-messages' })} />
    </Entrance>
  );
}
