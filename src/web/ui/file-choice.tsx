import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

type Props = {
  label: string;
  /** File extensions separated by commas, as a file input takes them. */
  accept: string;
  onFile: (file: File) => void;
  /** Why the last file was refused. The text is also shown nearby. */
  error?: string | undefined;
  /** Renders the button. */
  children: FileButtonProps['children'];
};

/** A button that asks for one file. */
export function FileChoice({ label, accept, onFile, error, children }: Props) {
  const reset = useRef<() => void>(null);
  const chooseFile = (file: File | null): void => {
    // Reset, so that the same file can be chosen again after it was removed.
    reset.current?.();
    if (file) onFile(file);
  };
  return (
    <FileButton
      onChange={chooseFile}
      accept={accept}
      resetRef={reset}
      inputProps={{ 'aria-label': label, 'aria-invalid': error !== undefined, 'aria-description': error }}
    >
      {children}
    </FileButton>
  );
}
