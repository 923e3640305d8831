import { correction, generate } from 'lean-qr';
import { useEffect, useRef } from 'react';
import classes from './qr-code.module.css';

/** A QR code to scan from another screen. `label`: its name for screen readers. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Also in the dark scheme the code is black on white, because some apps read no other codes.
    if (canvas.current)
      generate(text, { minCorrectionLevel: correction.M }).toCanvas(canvas.current, {
        on: [0, 0, 0, 255],
        off: [255, 255, 255, 255],
      });
  }, [text]);
  return <canvas ref={canvas} className={classes.code} role="img" aria-label={label} />;
}
