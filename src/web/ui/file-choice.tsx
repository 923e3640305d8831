import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

type Props = {
  label: string;
  /** Endings by comma, as a file input takes them. */
  accept: string;
  onFile: (file: File) => void;
  /** Draws the button. */
  children: FileButtonProps['children'];
};

/** A button that asks for one file. */
export function FileChoice({ label, accept, onFile, children }: Props) {
  const reset = useRef<() => void>(null);
  const take = (file: File | null): void => {
    // The same file can be chosen again after it was deleted.
    reset.current?.();
    if (file) onFile(file);
  };
  return (
    <FileButton onChange={take} accept={accept} resetRef={reset} inputProps={{ 'aria-label': label }}>
      {children}
    </FileButton>
  );
}
