import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

type Props = {
  label: string;
  /** Endings by comma, as a file input takes them. */
  accept: string;
  onFile: (file: File) => void;
  /** Why the last one was not taken; said beside it as well. */
  trouble?: string | undefined;
  /** Draws the button. */
  children: FileButtonProps['children'];
};

/** A button that asks for one file. */
export function FileChoice({ label, accept, onFile, trouble, children }: Props) {
  const reset = useRef<() => void>(null);
  const chooseFile = (file: File | null): void => {
    // The same file can be chosen again after it was deleted.
    reset.current?.();
    if (file) onFile(file);
  };
  return (
    <FileButton
      onChange={chooseFile}
      accept={accept}
      resetRef={reset}
      inputProps={{ 'aria-label': label, 'aria-invalid': trouble !== undefined, 'aria-description': trouble }}
    >
      {children}
    </FileButton>
  );
}
