import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../lib/loaded.tsx';
import { connectionQuery } from './api.ts';
import { ConnectForm } from './connect-form.tsx';
import { Connected, type ConnectedProps } from './connected.tsx';

type Props = Pick<ConnectedProps, 'waiting' | 'trial'> & {
  /** Whether the guide is shown instead of the overview. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onTouched: (isTouched: boolean) => void;
};

/** Shows an administrator the connection of the campus, or the guide to connect it. */
export function ConnectionPart({ isOpen, onOpen, onTouched, trial, waiting }: Props) {
  const query = useQuery(connectionQuery);
  return (
    <Loaded query={query} waiting={<Skeleton height={160} radius="lg" />}>
      {(connection) =>
        isOpen ? (
          <ConnectForm
            connection={connection}
            waiting={waiting}
            onTouched={onTouched}
            onDone={() => onOpen(false)}
          />
        ) : (
          <Connected connection={connection} waiting={waiting} trial={trial} onChange={() => onOpen(true)} />
        )
      }
    </Loaded>
  );
}
