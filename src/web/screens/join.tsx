import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { failureWords, sentenceOf } from '#shared/words/failures.ts';
import { linkWords } from '#shared/words/people.ts';
import { showLink } from '../features/session/api.ts';
import { Entrance, EntranceWait } from '../features/session/entrance.tsx';
import { JoinForm } from '../features/session/join-form.tsx';

/** The page of a one-time link, on which a person chooses a password after an invitation or a reset. */
export function Join() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  const navigate = useNavigate();
  // Checked only once, because using the link makes it invalid.
  const { data, error } = useQuery({
    queryKey: ['link', token],
    queryFn: () => showLink(token),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== '',
    retry: false,
  });
  if (error || !token)
    return (
      <Entrance title={linkWords.overTitle} text={error ? sentenceOf(error) : failureWords.linkOver}>
        <Button mt="lg" fullWidth renderRoot={(props) => <Link to="/sign-in" {...props} />}>
          {linkWords.toSignIn}
        </Button>
      </Entrance>
    );
  if (!data) return <EntranceWait />;
  const { name, userName, school } = data;
  const text = school ? linkWords.joinText(school, userName) : linkWords.joinTextAlone(userName);
  return (
    <Entrance title={linkWords.joinTitle(name)} text={text}>
      <JoinForm
        token={token}
        userName={userName}
        onSignedIn={() => void navigate({ to: '/send-messages', replace: true })}
      />
    </Entrance>
  );
}
