import { Button } from '@mantine/core';
import { sessionWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { inForm, useAction } from '../../lib/use-action.ts';
import { signOut, switchCampus } from './api.ts';
import classes from './entrance.module.css';
import { Entrance } from './entrance.tsx';

/**
 * Shown if the user has no right to view the open campus. The user can switch to another campus or sign out.
 */
export function NoView({ onCampus }: { onCampus: () => void }) {
  const { campuses, cId } = useSession();
  const { problem, run } = useAction({ showError: inForm });
  return (
    <Entrance title={sessionWords.noView} text={sessionWords.noViewText}>
      <div className={classes.form}>
        {campuses
          .filter(({ id }) => id !== cId)
          .map(({ id, name }) => (
            <Button
              key={id}
              variant="default"
              onClick={() => void run(() => switchCampus(id).then(onCampus))}
            >
              <bdi>{name}</bdi>
            </Button>
          ))}
        {problem !== undefined && (
          <p className={classes.trouble} role="alert">
            {problem}
          </p>
        )}
        <Button onClick={() => void run(() => signOut(false))}>{sessionWords.signOut}</Button>
      </div>
    </Entrance>
  );
}
