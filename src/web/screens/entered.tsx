import { useNavigate } from '@tanstack/react-router';
import { NoView } from '../features/session/no-view.tsx';
import { useRenewedSession } from '../lib/renew-session.ts';
import { useRights } from '../lib/session.ts';
import { Shell } from './shell.tsx';

/** The app for a signed-in user. A user without the view right sees only a notice, and nothing is loaded. */
export function SignedIn() {
  const rights = useRights();
  const navigate = useNavigate();
  useRenewedSession(!rights.view);
  if (rights.view) return <Shell />;
  return <NoView onCampus={() => void navigate({ to: '/send-messages', search: {} })} />;
}
