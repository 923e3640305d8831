/** Writes a family's page as HTML: one file without a script, which any phone can show. Pure. */
import { createHash } from 'node:crypto';
import { type Both, parentWords as words } from '#shared/words/papers.ts';
import type { FamilyPage } from '../model.ts';

export type Language = keyof Both;

const style = `*{box-sizing:border-box}
body{margin:0;background:#f4f5f7;color:#16181d;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
[lang=ur]{font-family:"Noto Nastaliq Urdu","Jameel Noori Nastaleeq","Noto Naskh Arabic",system-ui,sans-serif;line-height:2}
main{max-width:560px;margin:0 auto;padding:12px}
header{display:flex;gap:12px;align-items:center;padding:4px}
header img{width:44px;height:44px;object-fit:contain}
header h1{flex:1;font-size:18px;line-height:1.4;margin:0}
section{background:#fff;border:1px solid #dfe2e7;border-radius:10px;padding:14px;margin:10px 0}
h2{font-size:16px;margin:0 0 6px}
h2 small,.soft{color:#565d6b;font-size:14px;font-weight:400}
p{margin:0}
.total{font-size:30px;line-height:1.3;font-weight:700}
ul{list-style:none;margin:0;padding:0}
li{border-top:1px solid #e8eaee;padding:10px 0}
li:last-child{padding-bottom:0}
.row{display:flex;justify-content:space-between;gap:12px;font-weight:600}
.row>:last-child{white-space:nowrap}
bdi{unicode-bidi:isolate}
a{color:#0b57a8}
.act{display:inline-block;margin-top:8px;padding:9px 16px;border:1px solid #0b57a8;border-radius:8px;text-decoration:none;font-weight:600}
.tongue{padding:10px 12px;white-space:nowrap}
.pay{font-size:18px;font-weight:700;direction:ltr;unicode-bidi:isolate}
footer{padding:6px 4px 20px}`;

const hash = createHash('sha256').update(style).digest('base64');

/**
 * The content security policy of the page. It allows only this style and pictures inside the page: no script, and
 * nothing from other sites.
 */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The content security policy of a PDF. The PDF viewer of a browser uses inline styles. */
export const paperPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const signs: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
/** Isolates text from people, so that it keeps its own writing direction. */
const isolate = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

const direction: Record<Language, string> = { en: 'ltr', ur: 'rtl' };

const htmlPage = (language: Language, title: string, body: string): string =>
  `<!doctype html>
<html lang="${language}" dir="${direction[language]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`;

type Say = (both: Both) => string;
/** `path` is the path of the page itself. */
type PageToShow = { page: FamilyPage; path: string; say: Say };

function headOf({ page, path }: PageToShow, language: Language): string {
  const other: Language = language === 'en' ? 'ur' : 'en';
  const logo = page.logo === undefined ? '' : `<img src="${escapeHtml(page.logo)}" alt="">`;
  return `<header>${logo}<h1>${isolate(page.campus)}</h1><a class="tongue" href="${path}?in=${other}" lang="${other}" hreflang="${other}">${words.languages[other]}</a></header>`;
}

const totalOf = ({ page, say }: PageToShow): string =>
  page.total === null
    ? `<section><p>${say(words.nothing)}</p></section>`
    : `<section><p class="soft">${say(words.payableToday(page.today))}</p><p class="total">${isolate(page.total)}</p></section>`;

const childOf = (child: FamilyPage['children'][number], { path, say }: PageToShow): string => {
  const name = child.name || say(words.noName);
  const bills = child.bills.map(({ id, month, notes, payable }) => {
    const amount = payable === null ? say(words.askSchool) : isolate(payable);
    const about = notes.map((note) => `<p class="soft">${say(note)}</p>`).join('');
    const label = escapeHtml(words.voucherOf(name, month.en));
    return `<li><p class="row"><span>${say(month)}</span><span>${amount}</span></p>${about}<a class="act" href="${path}/voucher/${id}" aria-label="${say(words.voucher)}: ${label}">${say(words.voucher)}</a></li>`;
  });
  const about = child.about.map((one) => isolate(say(one))).join(' · ');
  return `<section><h2>${isolate(name)} <small>${about}</small></h2><ul>${bills.join('')}</ul></section>`;
};

const accountOf = ({ name, number, iban, pays }: FamilyPage['accounts'][number], say: Say): string => {
  const lines = [number, iban].filter(Boolean).map((line) => `<p class="soft">${isolate(line)}</p>`);
  const typed = pays.map(
    ({ of, pay }) =>
      `<p class="soft">${say(words.payNumber)}: ${say(of)}</p><p><span class="pay">${escapeHtml(pay)}</span></p>`,
  );
  return `<li><p><b>${isolate(name)}</b></p>${lines.join('')}${typed.join('')}</li>`;
};

const waysOf = ({ page, say }: PageToShow): string => {
  if (page.total === null) return '';
  const accounts = page.accounts.map((account) => accountOf(account, say)).join('');
  const body = accounts === '' ? `<p>${say(words.noAccounts)}</p>` : `<ul>${accounts}</ul>`;
  return `<section><h2>${say(words.howToPay)}</h2>${body}</section>`;
};

const receiptsOf = ({ page, path, say }: PageToShow): string => {
  if (page.receipts.length === 0) return '';
  const rows = page.receipts.map(
    ({ id, name, day, way, amount }) =>
      `<li><p class="row"><a href="${path}/receipt/${id}">${say(name)}</a><span>${isolate(amount)}</span></p><p class="soft">${say(day)} · ${say(way)}</p></li>`,
  );
  return `<section><h2>${say(words.receipts)}</h2><ul>${rows.join('')}</ul></section>`;
};

export function htmlOfFamily(
  page: FamilyPage,
  { path, language }: { path: string; language: Language },
): string {
  const pageToShow: PageToShow = { page, path, say: (both) => escapeHtml(both[language]) };
  const body = [
    headOf(pageToShow, language),
    totalOf(pageToShow),
    ...page.children.map((child) => childOf(child, pageToShow)),
    waysOf(pageToShow),
    receiptsOf(pageToShow),
    `<footer class="soft">${pageToShow.say(words.private)}</footer>`,
  ];
  return htmlPage(language, `${words.title[language]} · ${page.campus}`, body.join('\n'));
}

/** Writes a refusal in one sentence, in both languages, because the reader's language is unknown. */
export const htmlOfRefusal = (sentence: Both): string =>
  htmlPage(
    'en',
    words.title.en,
    `<section><p>${escapeHtml(sentence.en)}</p></section><section lang="ur" dir="rtl"><p>${escapeHtml(sentence.ur)}</p></section>`,
  );
