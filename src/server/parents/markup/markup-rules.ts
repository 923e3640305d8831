/** Writes a family's page as HTML: one file without a script, which any phone can show. Pure. */
import { createHash } from 'node:crypto';
import type { Both } from '#shared/words/papers.ts';
import { parentWords as words } from '#shared/words/parents.ts';
import type { BillShown, ChildShown, FamilyPage } from '../model.ts';
import { attribute, escapeHtml, isolate, type Language, type Say, sayIn, unbroken } from './html.ts';
import { pageStyle } from './page-style.ts';
import { waysOfPage } from './ways-markup.ts';

const hash = createHash('sha256').update(pageStyle).digest('base64');

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

/** `phone`: as the phone is set. */
export type Theme = 'phone' | 'light' | 'dark';

const direction: Record<Language, string> = { en: 'ltr', ur: 'rtl' };
const schemes: Record<Theme, string> = { phone: 'light dark', light: 'light', dark: 'dark' };

type Head = { language: Language; theme: Theme; title: string };

const htmlPage = ({ language, theme, title }: Head, body: string): string =>
  `<!doctype html>
<html lang="${language}" dir="${direction[language]}"${theme === 'phone' ? '' : ` class="${theme}"`}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="${schemes[theme]}">
<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body>${body}</body>
</html>
`;

/** `path` is the path of the page itself. */
type PageToShow = { page: FamilyPage; path: string; language: Language; theme: Theme; say: Say };

function headOf({ page, path, language, theme }: PageToShow): string {
  const other: Language = language === 'en' ? 'ur' : 'en';
  const logo = page.logo === undefined ? '' : `<img src="${escapeHtml(page.logo)}" alt="">`;
  const campus = page.campus === page.school ? '' : `<p>${isolate(page.campus)}</p>`;
  const chosen = theme === 'phone' ? '' : `&amp;${theme}`;
  return `<header><div>${logo}<div><h1>${isolate(page.school)}</h1>${campus}</div><a href="${path}?in=${other}${chosen}" lang="${other}" hreflang="${other}">${words.languages[other]}</a></div></header>`;
}

const outside = (url: Both, language: Language): string => `href="${escapeHtml(url[language])}"`;

/** One voucher is opened at once. Of several, the parent chooses below. */
function buttonsOf({ page, path, language, say }: PageToShow): string {
  const { vouchers, contact } = page;
  const [only, ...more] = vouchers;
  const voucher = more.length > 0 ? '#bills' : `${path}/voucher/${only}`;
  const buttons = [
    ...(only === undefined
      ? []
      : [
          `<a class="pb i load" href="${voucher}">${say(more.length > 0 ? words.getVouchers : words.getVoucher)}</a>`,
        ]),
    ...(contact?.paid
      ? [`<a class="pb i chat" ${outside(contact.paid, language)}>${say(words.iHavePaid)}</a>`]
      : []),
    ...(contact
      ? [`<a class="pb i chat" ${outside(contact.ask, language)}>${say(words.askSchool)}</a>`]
      : []),
  ];
  return buttons.length === 0 ? '' : `<div class=btns>${buttons.join('')}</div>`;
}

function totalOf(shown: PageToShow): string {
  const { page, say } = shown;
  const amount = page.total === null ? say(words.askSchool) : unbroken(page.total);
  const today = `<p class=lead>${say(words.payableToday(page.today))}</p>`;
  const sum = page.isPayable
    ? `${today}<p class=big>${amount}</p>${page.late ? `<p class="chip i late"><span>${say(page.late)}</span></p>` : ''}`
    : `<p class=none>${say(words.nothing)}</p>`;
  const parts = page.parts.map(
    ({ text, amount, isCredit }) =>
      `<li${isCredit ? ' class=good' : ''}><span>${say(text)}</span><b>${say(amount)}</b></li>`,
  );
  const why = parts.length === 0 ? '' : `<ul class=why>${parts.join('')}</ul>`;
  return `<section>${sum}${why}${buttonsOf(shown)}</section>`;
}

function voucherOf({ id, title, voucher }: BillShown, name: string, shown: PageToShow): string {
  if (voucher.kind === 'none') return '';
  const { path, language, say } = shown;
  const about = attribute(`${name}, ${title[language]}${voucher.kind === 'open' ? ' (PDF)' : ''}`);
  const label = ` aria-label="${attribute(voucher.text[language])}: ${about}"`;
  if (voucher.kind === 'open')
    return `<a class="v i file" href="${path}/voucher/${id}"${label}>${say(voucher.text)}</a>`;
  if (!voucher.url) return `<small>${say(voucher.text)}</small>`;
  return `<a class="v i chat" ${outside(voucher.url, language)}${label}>${say(voucher.text)}</a>`;
}

const lineClasses = { plain: '', late: ' class=warn', paid: ' class=good' } as const;

function billOf(bill: BillShown, name: string, shown: PageToShow): string {
  const { say } = shown;
  const why = bill.lines.map(({ kind, text }) => `<small${lineClasses[kind]}>${say(text)}</small>`).join('');
  return `<div class=row><h3>${say(bill.title)}</h3><b>${say(bill.payable)}</b>${why}${voucherOf(bill, name, shown)}</div>`;
}

const childOf = (child: ChildShown, at: number, shown: PageToShow): string => {
  const { language, say } = shown;
  const name = child.name || words.noName[language];
  const about = child.about.map(say).join(' · ');
  const bills = child.bills.map((bill) => billOf(bill, name, shown)).join('');
  return `<section${at === 0 ? ' id="bills"' : ''}><h2>${isolate(name)}&ensp;<small>${about}</small></h2>${bills}</section>`;
};

function receiptsOf({ page: { receipts }, path, say }: PageToShow): string {
  if (receipts.list.length === 0) return '';
  const rows = receipts.list.map(
    ({ id, name, about, amount }) =>
      `<a class=row href="${path}/receipt/${id}">${say(name)}<b>${unbroken(amount)}</b><small>${about.map(say).join(' · ')}</small></a>`,
  );
  return `<section class=fold><details><summary class="i slip">${say(words.receipts)} <span>${say(receipts.count)}</span></summary>${rows.join('')}</details></section>`;
}

export function htmlOfFamily(
  page: FamilyPage,
  { path, language, theme }: { path: string; language: Language; theme: Theme },
): string {
  const shown: PageToShow = { page, path, language, theme, say: sayIn(language) };
  const { say } = shown;
  const first = [totalOf(shown), ...page.children.map((child, at) => childOf(child, at, shown))];
  const second = [waysOfPage(page, say), receiptsOf(shown), `<p class=end>${say(words.private)}</p>`];
  const head = { language, theme, title: `${words.title[language]} · ${page.school}` };
  return htmlPage(
    head,
    `${headOf(shown)}<main><div>${first.join('\n')}</div><div>${second.join('\n')}</div></main>`,
  );
}

/** Writes a refusal in one sentence, in both languages, because the reader's language is unknown. */
export const htmlOfRefusal = (sentence: Both): string =>
  htmlPage(
    { language: 'en', theme: 'phone', title: words.title.en },
    `<main class=alone><section><p>${escapeHtml(sentence.en)}</p></section><section lang="ur" dir="rtl"><p>${escapeHtml(sentence.ur)}</p></section></main>`,
  );
