/**
 * A Graph server for the store of an earlier version: the templates are approved now, and the uploaded file is gone.
 */
import { type GraphAnswer, startGraphServer } from '../support/graph-server.ts';
import { ids } from './make/last.ts';

const templates = (names: readonly string[]) =>
  names.map((name) => ({ id: `t.${name}`, name, language: 'en', status: 'APPROVED', category: 'UTILITY' }));

/** The number and its account, as the connection test reads them. */
const known = {
  [`/${ids.phoneNumberID}?`]: {
    display_phone_number: '+92 42 35761999',
    verified_name: 'Girls School',
    quality_rating: 'GREEN',
  },
  '/phone_numbers': { data: [{ id: ids.phoneNumberID }] },
  '/subscribed_apps': { data: [{ whatsapp_business_api_data: { id: ids.appID } }] },
  owner_business_info: { owner_business_info: { id: 'P1' } },
};

export async function startWhatsApp(approved: readonly string[]) {
  let sent = 0;
  const answer = ({ method, path }: { method: string; path: string }): GraphAnswer => {
    if (method === 'POST' && path.endsWith('/messages')) {
      sent += 1;
      return { json: { messaging_product: 'whatsapp', messages: [{ id: `wamid.${sent}` }] } };
    }
    if (path.includes('/message_templates')) return { json: { data: templates(approved) } };
    for (const [part, json] of Object.entries(known)) if (path.includes(part)) return { json };
    return { status: 400, json: { error: { code: 100, message: 'Unsupported get request' } } };
  };
  return startGraphServer(answer);
}
