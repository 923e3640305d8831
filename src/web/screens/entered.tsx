import { useNavigate } from '@tanstack/react-router';
import { NoView } from '../features/session/no-view.tsx';
import { useRenewedSession } from '../lib/renew-session.ts';
import { useRights } from '../lib/session.ts';
import { Shell } from './shell.tsx';

/** Whoever is signed in. The other rights are about what one sees: without view nothing is asked for, nor shown. */
export function Entered() {
  const rights = useRights();
  const navigate = useNavigate();
  useRenewedSession(!rights.view);
  if (rights.view) return <Shell />;
  return <NoView onCampus={() => void navigate({ to: '/send-messages', search: {} })} />;
}
