/** Takes what parents write, whoever brings it: stored, told to the page, and heeded where it asks for no messages. */
import { optOutWords } from '#shared/words/optouts.ts';
import { type Campus, scopeOfRow } from '../auth/scope.ts';
import { insertInbound, type NewInbound } from '../chat/queries.ts';
import type { Deps } from '../deps.ts';
import { sendNotice } from '../messages/actions.ts';
import { noteOptOut, removeOptOut } from '../optouts/actions.ts';
import { findSchoolName } from '../optouts/queries.ts';
import { wishOf } from './rules.ts';

/** `payload`: what a button that was pressed was given to send back. */
export type Written = NewInbound & { payload?: string | undefined };

/** Asks the number to be left in peace: heeded at once, and confirmed once. */
async function heed(deps: Deps, campus: Campus, { number, text, payload, at }: Written): Promise<void> {
  const wish = wishOf(payload ?? '') ?? wishOf(text);
  if (!wish) return;
  const scope = scopeOfRow(deps.store.db, campus, '');
  const note = text.trim();
  // Providers tell the second, not the moment in it.
  const asOf = new Date(Date.parse(at) + 999);
  if (wish === 'start') return removeOptOut(scope, deps, { number, note, asOf });
  const isNew = await noteOptOut(scope, deps, { number, note, asOf });
  if (!isNew) return;
  const school = await findSchoolName(scope);
  await sendNotice(scope, deps, { number, text: optOutWords.confirmation(school, campus.name) });
}

/** Once, however often the provider tells of it; in the transaction of `deps.store` where one is open. */
export async function receive(deps: Deps, campus: Campus, written: Written): Promise<void> {
  const { payload: _payload, ...inbound } = written;
  const isNew = await insertInbound(deps.store.db, inbound);
  if (!isNew) return;
  deps.bus.publish(inbound.campusID, { what: 'inbound', number: inbound.number });
  await heed(deps, campus, written);
}
