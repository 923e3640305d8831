import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './vouchers.module.css';

type Props = {
  svg: string | undefined;
  label: string;
  /** Whether the image still shows the state before the last change. */
  isOld?: boolean;
};

/** Shows a sheet as it will be printed. It is an image, so that nothing inside the SVG can affect the page. */
export function Drawing({ svg, label, isOld = false }: Props) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (svg === undefined) return;
    const objectUrl = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [svg]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large sheet is scrolled with the arrow keys
    <div className={classes.sheet} data-old={isOld || undefined} tabIndex={0}>
      {url ? <img src={url} alt={label} /> : <Skeleton className={classes.waiting} aria-label={label} />}
    </div>
  );
}
