/** Writes how a family can pay, as folds that need no script. Pure. */
import { parentWords as words } from '#shared/words/parents.ts';
import type { AccountShown, AppShown, FamilyPage, NumberToPay, WaysToPay } from '../model.ts';
import { escapeHtml, isolate, type Say, unbroken } from './html.ts';
import type { Icon } from './page-style.ts';

type Fold = { icon: Icon; title: string; body: string; isShown: boolean };
const fold = ({ icon, title, body, isShown }: Fold): string =>
  `<details${isShown ? ' open' : ''}><summary class="i ${icon}"><b>${title}</b></summary><div class=dd>${body}</div></details>`;

/** A number in a box. One touch selects all of it. */
const box = (about: string, number: string): string =>
  `<div class=cpy><small>${about}</small><span class=no>${escapeHtml(number)}</span></div>`;

const numberBox = ({ name, what, amount, number }: NumberToPay, say: Say): string =>
  box(
    `<b>${name === '' ? say(words.noName) : isolate(name)}</b>${what ? `<span>${say(what)}</span>` : ''}<b dir=ltr>${unbroken(amount)}</b>`,
    number,
  );

function appOf({ name, isPerChild, isOneAtATime, numbers }: AppShown, say: Say): string {
  const steps = [...words.steps(name), ...(numbers.length > 1 ? [words.nextNumber] : [])];
  const hint = isPerChild ? words.numberPerChild : words.numberPerBill;
  const body = [
    ...(numbers.length > 1 ? [`<p>${say(hint)}</p>`] : []),
    ...numbers.map((number) => numberBox(number, say)),
    ...(isOneAtATime ? [`<p>${say(words.oneAtATime)}</p>`] : []),
    `<ol>${steps.map((step) => `<li>${say(step)}</li>`).join('')}</ol>`,
  ];
  return fold({ icon: 'app', title: say(words.byApp(name)), body: body.join(''), isShown: true });
}

const accountOf = ({ name, number, iban, numbers }: AccountShown, say: Say): string =>
  [
    `<p><b>${isolate(name)}</b></p>`,
    ...(number === '' ? [] : [box(say(words.accountNumber), number)]),
    ...(iban === '' ? [] : [box('IBAN', iban)]),
    ...(numbers.length === 0 ? [] : [`<p>${say(words.payNumber)}</p>`]),
    ...numbers.map((one) => numberBox(one, say)),
  ].join('');

function banksOf({ accounts, references }: WaysToPay, hasButton: boolean, say: Say): string {
  if (accounts.length === 0) return '';
  const reference = references.length === 0 ? '' : `<p>${say(words.reference(references, hasButton))}</p>`;
  const body = accounts.map((account) => accountOf(account, say)).join('') + reference;
  return fold({ icon: 'bank', title: say(words.byBank), body, isShown: true });
}

export function waysOfPage({ ways, contact }: FamilyPage, say: Say): string {
  if (!ways) return '';
  const others =
    ways.apps.map((app) => appOf(app, say)).join('') + banksOf(ways, Boolean(contact?.paid), say);
  const cash = fold({
    icon: 'cash',
    title: say(words.byCash),
    body: `<p>${say(words.cashText(ways.desks))}</p>`,
    isShown: others === '',
  });
  return `<section><h2>${say(words.howToPay)}</h2>${others}${cash}</section>`;
}
