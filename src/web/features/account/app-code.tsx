import { correction, generate } from 'lean-qr';
import { useEffect, useRef } from 'react';
import { accountWords } from '#shared/words/settings.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import classes from './account.module.css';

/** What an authenticator app takes over: scanned from another screen, opened on this phone, or typed. */
export function AppCode({ secret, uri }: { secret: string; uri: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Dark on light in the dark theme too: some apps read nothing else.
    if (canvas.current)
      generate(uri, { minCorrectionLevel: correction.M }).toCanvas(canvas.current, {
        on: [0, 0, 0, 255],
        off: [255, 255, 255, 255],
      });
  }, [uri]);
  return (
    <div className={classes.app}>
      <canvas ref={canvas} className={classes.qr} role="img" aria-label={accountWords.scan} />
      <div>
        <p>{accountWords.scan}</p>
        <p>
          <a className={classes.link} href={uri}>
            {accountWords.openApp}
          </a>
        </p>
        <CopyField
          label={accountWords.typeSecret}
          value={secret}
          copy={accountWords.copy}
          copied={accountWords.copied}
        />
      </div>
    </div>
  );
}
