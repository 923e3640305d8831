import { useEffect, useRef } from 'react';
import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** White modules around the code, as ISO/IEC 18004 requires. */
const quietZone = 4;

/** A QR code to scan from another screen. `label`: its name for screen readers. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    const { data, size } = encode(text, { ecc: 'M', border: quietZone });
    pen.canvas.width = size;
    pen.canvas.height = size;
    // Also in the dark scheme the code is black on white, because some apps read no other codes.
    for (const [y, row] of data.entries())
      for (const [x, isBlack] of row.entries()) {
        pen.fillStyle = isBlack ? '#000' : '#fff';
        pen.fillRect(x, y, 1, 1);
      }
  }, [text]);
  return <canvas ref={canvas} className={classes.code} role="img" aria-label={label} />;
}
