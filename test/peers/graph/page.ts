/** A page for a developer who tries the program: what was sent, and the buttons that Meta and parents have. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { OpenedGraph } from '../graph.ts';
import { partOf } from './templates.ts';

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const shown = 100;

const button = (act: string, name: string): string =>
  `<form method="post" action="/act"><input type="hidden" name="name" value="${escapeText(name)}">` +
  `<button name="act" value="${act}">${act}</button></form>`;

function drawTemplates({ templates }: OpenedGraph): string {
  const rows = templates.all().map((one) => {
    const acts = ['approve', 'reject', 'pause'].map((act) => button(act, one.name)).join(' ');
    const body = escapeText(partOf(one, 'BODY')?.text ?? '');
    return `<tr><td>${escapeText(one.name)}<br><small>${one.language}, ${one.category.toLowerCase()}</small></td><td>${body}</td><td>${one.status}</td><td class="acts">${acts}</td></tr>`;
  });
  if (rows.length === 0) return '<p>None yet: submit one in Qasid.</p>';
  return `<table><tr><th>Name</th><th>Text</th><th>State</th><th></th></tr>${rows.join('')}</table>`;
}

function drawMessages({ accepted }: OpenedGraph): string {
  const rows = accepted
    .slice(-shown)
    .toReversed()
    .map(({ at, to, type, text, statusUpdates }) => {
      const time = new Date(at).toISOString().slice(11, 19);
      const state = statusUpdates.at(-1)?.status ?? 'accepted';
      return `<tr><td>${time}</td><td>${to}</td><td>${type}</td><td>${escapeText(text)}</td><td>${state}</td></tr>`;
    });
  if (rows.length === 0) return '<p>Nothing yet.</p>';
  return `<p>${accepted.length} in all.</p><table><tr><th>UTC</th><th>To</th><th>Kind</th><th>Text</th><th>State</th></tr>${rows.join('')}</table>`;
}

const drawLists = (graph: OpenedGraph): string =>
  `<h2>Templates</h2>${drawTemplates(graph)}<h2>Messages sent</h2>${drawMessages(graph)}`;

const titles: [keyof OpenedGraph['values'], string][] = [
  ['appID', 'App ID'],
  ['appSecret', 'App secret'],
  ['phoneNumberID', 'Phone number ID'],
  ['wabaID', 'WhatsApp Business Account ID'],
  ['token', 'Access token'],
  ['version', 'Graph API version'],
];

/** The values to type, line by line, for the page and for a terminal. */
export const describeValues = ({ values }: Pick<OpenedGraph, 'values'>): string[] =>
  titles.map(([name, title]) => `${title.padEnd(30)}${values[name]}`);

const drawValues = ({ values }: OpenedGraph): string =>
  titles.map(([name, title]) => `<tr><th>${title}</th><td><code>${values[name]}</code></td></tr>`).join('');

const style =
  'body{font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}:root{color-scheme:light dark}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:start;vertical-align:top;padding:.3rem .6rem;border-block-end:1px solid #8884}' +
  'td{white-space:pre-wrap}p,code{overflow-wrap:anywhere}.acts{white-space:nowrap}.acts form{display:inline}fieldset{margin-block:1rem;min-width:0}input{max-width:100%;box-sizing:border-box}';

function drawPage(graph: OpenedGraph, notice: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fake Graph server</title><style>${style}</style></head><body>
<h1>Fake Graph server</h1><p>It stands in for WhatsApp’s Cloud API: nothing leaves this computer.</p>
${notice ? `<p role="status"><strong>${escapeText(notice)}</strong></p>` : ''}
<h2>What to type in Qasid</h2><table>${drawValues(graph)}</table>
<form method="post" action="/act"><fieldset><legend>Webhooks</legend>
<p>${graph.hooks.url() ? `It calls ${escapeText(graph.hooks.url())}` : 'It calls nobody yet: copy both from Qasid.'}</p>
<label>Callback URL <input name="url" size="60" required></label><br><label>Verify token <input name="verifyToken" size="40" required></label>
<button name="act" value="verify">Verify and save</button></fieldset></form>
<form method="post" action="/act" enctype="multipart/form-data"><fieldset><legend>Write as a parent</legend>
<label>Number <input name="number" placeholder="+923001234567" required></label><br><label>Text <input name="text" size="60"></label><br>
<label>Photo <input name="photo" type="file" accept="image/jpeg,image/png"></label> <button name="act" value="write">Write</button></fieldset></form>
<div id="lists">${drawLists(graph)}</div>
<script>setInterval(async()=>{document.getElementById('lists').innerHTML=await(await fetch('/lists')).text()},2000)</script>
</body></html>`;
}

async function write({ phone }: OpenedGraph, form: FormData): Promise<string> {
  const number = String(form.get('number')).replace(/[^\d+]/g, '');
  const text = String(form.get('text') ?? '');
  const photo = form.get('photo');
  if (photo instanceof File && photo.size > 0) {
    const image = Buffer.from(await photo.arrayBuffer());
    phone(number).writes({ image, type: photo.type, ...(text ? { caption: text } : {}) });
  } else phone(number).writes(text || 'Assalam o Alaikum');
  return `${number} has written.`;
}

/** Carries out a button and returns a sentence about it. */
async function act(graph: OpenedGraph, form: FormData): Promise<string> {
  const name = String(form.get('name') ?? '');
  switch (form.get('act')) {
    case 'approve':
    case 'reject':
    case 'pause':
      graph.templates[form.get('act') as 'approve'](name);
      return '';
    case 'verify': {
      const place = { url: String(form.get('url')), verifyToken: String(form.get('verifyToken')) };
      await graph.hooks.subscribe(place);
      return 'Verified.';
    }
    default:
      return write(graph, form);
  }
}

const send = (response: ServerResponse, html: string): true => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  return true;
};

/** Handles requests to the page; false for all others. */
export const createPage =
  (graph: OpenedGraph) =>
  async (incoming: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { method, url, headers } = incoming;
    if (method === 'GET' && url === '/lists') return send(response, drawLists(graph));
    if (method === 'GET' && url === '/') return send(response, drawPage(graph, ''));
    if (method !== 'POST' || url !== '/act') return false;
    const raw = new Uint8Array(await buffer(incoming));
    const type = { 'content-type': headers['content-type'] ?? '' };
    const notice = await new Response(raw, { headers: type })
      .formData()
      .then((form) => act(graph, form))
      .catch((error: Error) => error.message);
    return send(response, drawPage(graph, notice));
  };
