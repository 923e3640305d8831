import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InstallationAnswer } from '#shared/calls/installation.ts';
import { installationWords } from '#shared/words/installation.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { restartServer } from './api.ts';
import classes from './installation.module.css';

/** The address of this page, but with the port that the server uses after the restart. */
const addressAt = (port: number): string => {
  const address = new URL(window.location.origin);
  address.port = String(port);
  return address.origin;
};

/** Offers a restart if settings were changed that take effect only at the next start. Otherwise shows nothing. */
export function RestartPart({ installation }: { installation: InstallationAnswer }) {
  const { needsRestart, mayRestart, port, publicUrl } = installation;
  const { isBusy, run } = useAction();
  /** Whether the server was told to restart, and does not answer at this address yet. */
  const [isAway, setAway] = useState(false);
  if (!needsRestart) return null;
  const isMoving = port.now !== port.next && publicUrl === null;
  const restart = (): void =>
    void run(async () => {
      setAway(true);
      if ((await restartServer()) && !isMoving) {
        setAway(false);
        toastDone(installationWords.restarted);
      }
    });
  return (
    <Part
      label={installationWords.restart}
      title={installationWords.restart}
      hint={installationWords.restartText}
      extra={
        mayRestart && (
          <Button loading={isBusy} onClick={restart}>
            {installationWords.restartNow}
          </Button>
        )
      }
    >
      {!mayRestart && <p className={classes.soft}>{installationWords.restartByHand}</p>}
      <div role="status" className={classes.status}>
        {isAway && (
          <p className={classes.soft}>
            {installationWords.restarting}{' '}
            {isMoving && (
              <>
                {installationWords.openThere}{' '}
                <a className={classes.there} href={`${addressAt(port.next)}/settings/computer`}>
                  {addressAt(port.next)}
                </a>
              </>
            )}
          </p>
        )}
      </div>
    </Part>
  );
}
