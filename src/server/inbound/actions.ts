/** Takes what parents write, whoever brings it: stored, told to the page, and heeded where it asks for no messages. */
import { optOutWords } from '#shared/words/optouts.ts';
import { type Campus, scopeOfRow } from '../auth/scope.ts';
import { insertInbound, type NewInbound } from '../chat/queries.ts';
import type { Deps } from '../deps.ts';
import { sendNotice } from '../messages/actions.ts';
import { addOptOut, removeOptOut } from '../optouts/actions.ts';
import { wishOf } from './rules.ts';

/** Asks the number to be left in peace: heeded at once, and confirmed once. */
async function heed(deps: Deps, campus: Campus, { number, text }: NewInbound): Promise<void> {
  const wish = wishOf(text);
  if (!wish) return;
  const scope = scopeOfRow(deps.store.db, campus, '');
  const note = text.trim();
  if (wish === 'start') return removeOptOut(scope, deps, { number, note });
  const { isNew } = await addOptOut(scope, deps, { number, note });
  if (isNew) await sendNotice(scope, deps, { number, text: optOutWords.confirmation(campus.name) });
}

/** Once, however often the provider tells of it. */
export async function receive(deps: Deps, campus: Campus, inbound: NewInbound): Promise<void> {
  const isNew = await insertInbound(deps.store.db, inbound);
  if (!isNew) return;
  deps.bus.publish(inbound.campusID, { what: 'inbound', number: inbound.number });
  await heed(deps, campus, inbound);
}
