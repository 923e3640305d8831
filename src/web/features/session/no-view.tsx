import { Button } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { signOut, switchCampus } from './api.ts';
import classes from './entrance.module.css';
import { Entrance } from './entrance.tsx';

/**
 * Shown if the user has no right to view the open campus. The user can switch to another campus or sign out.
 */
export function NoView({ onCampus }: { onCampus: () => void }) {
  const { campuses, cId } = useSession();
  const [trouble, setTrouble] = useState('');
  const showErrorOf = (work: Promise<void>): void => {
    setTrouble('');
    work.catch((error: unknown) => setTrouble(sentenceOf(error)));
  };
  return (
    <Entrance title={sessionWords.noView} text={sessionWords.noViewText}>
      <div className={classes.form}>
        {campuses
          .filter(({ id }) => id !== cId)
          .map(({ id, name }) => (
            <Button key={id} variant="default" onClick={() => showErrorOf(switchCampus(id).then(onCampus))}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        {trouble && (
          <p className={classes.trouble} role="alert">
            {trouble}
          </p>
        )}
        <Button onClick={() => showErrorOf(signOut(false))}>{sessionWords.signOut}</Button>
      </div>
    </Entrance>
  );
}
