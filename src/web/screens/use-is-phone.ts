import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone. The style sheets use the same width. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
