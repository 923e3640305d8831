/**
 * The sign-in form. It uses neither React nor the component library, so that it is usable before they are loaded on a
 * slow connection (decision 0073).
 */
import type { Session } from '#shared/calls/account.ts';
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords, connectionWords, sessionWords } from '#shared/words/screen.ts';
import { failureOf } from '../../lib/address.ts';
import { messageByField } from '../../lib/message-by-field.ts';
import { element } from '../../ui/element.ts';
import classes from './entrance.module.css';
import form from './sign-in-form.module.css';

type Credentials = InputOf<'POST /Account/Login'>['body'];

/**
 * Signs in without the code of the other calls, because that code may still be loading. Like any call, it throws a
 * `Failure` with an error text for the user.
 */
async function postSignIn(body: Credentials): Promise<Session> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/Account/Login', { method: 'POST', headers, body: JSON.stringify(body) })
    // `fetch` rejects only if the connection fails.
    .catch(() => {
      throw new Failure('unavailable', connectionWords.unreachable);
    });
  const text = await answer.text();
  if (!answer.ok) throw failureOf(answer.status, text);
  return JSON.parse(text) as Session;
}

type Field = { box: HTMLElement; input: HTMLInputElement };

function makeField(label: string, attributes: Record<string, string>): Field {
  const input = element('input', { class: form.input, id: `sign-in-${attributes.name}`, ...attributes });
  input.required = true;
  const box = element(
    'div',
    { class: form.field },
    element('label', { class: form.label, for: input.id }, label),
    input,
  );
  return { box, input };
}

function makePassword(): Field {
  const field = makeField(sessionWords.password, {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
  });
  const toggle = element('button', {
    class: form.toggle,
    type: 'button',
    'aria-label': sessionWords.showPassword,
    'aria-pressed': 'false',
  });
  toggle.addEventListener('click', () => {
    const isShown = field.input.type === 'text';
    field.input.type = isShown ? 'password' : 'text';
    toggle.setAttribute('aria-pressed', String(!isShown));
  });
  field.box.append(toggle);
  return field;
}

/** The field for the code. It is shown only if the account requires a code. */
function makeCode(): Field {
  const hintID = 'sign-in-code-hint';
  const field = makeField(sessionWords.code, {
    name: 'code',
    autocomplete: 'one-time-code',
    autocapitalize: 'characters',
    maxlength: '40',
    'aria-describedby': hintID,
  });
  field.input.before(element('p', { class: form.hint, id: hintID }, sessionWords.codeHint));
  return field;
}

function makeForm(onSignedIn: (session: Session) => Promise<void>): HTMLFormElement {
  const userName = makeField(sessionWords.userName, {
    name: 'userName',
    autocomplete: 'username',
    autocapitalize: 'none',
    spellcheck: 'false',
  });
  const password = makePassword();
  const code = makeCode();
  const trouble = element('p', { class: classes.trouble, role: 'alert' });
  const button = element('button', { class: form.submit, type: 'submit' }, sessionWords.signIn);
  const formElement = element('form', { class: classes.form }, userName.box, password.box, button);
  const setBusy = (isBusy: boolean): void => {
    button.disabled = isBusy;
    button.toggleAttribute('data-loading', isBusy);
  };
  const refuse = (error: unknown): void => {
    const isCodeError = messageByField(error).code !== undefined;
    // When the field for the code appears, no error is shown, because the field itself says that a code is needed.
    const isNew = isCodeError && !code.box.isConnected;
    if (isNew) button.before(code.box);
    if (!isCodeError) code.box.remove();
    if (isNew) code.input.focus();
    trouble.textContent = isNew ? '' : sentenceOf(error);
    if (trouble.textContent) button.before(trouble);
    setBusy(false);
  };
  const submit = async (): Promise<void> => {
    const user: Credentials = { userName: userName.input.value, password: password.input.value };
    if (code.box.isConnected && code.input.value) user.code = code.input.value;
    trouble.remove();
    setBusy(true);
    try {
      await onSignedIn(await postSignIn(user));
    } catch (error) {
      refuse(error);
    }
  };
  formElement.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return formElement;
}

const makeBrand = (): HTMLElement =>
  element(
    'div',
    { class: classes.brand },
    element('span', { class: classes.logo, 'aria-hidden': 'true' }, 'Q'),
    element(
      'span',
      { class: classes.name },
      commonWords.product,
      element('span', { class: classes.urdu, lang: 'ur', dir: 'rtl' }, 'قاصد'),
    ),
  );

/** Renders the form in place of the content of `place`. An error thrown by `onSignedIn` is shown in the form. */
export function drawSignIn(place: HTMLElement, onSignedIn: (session: Session) => Promise<void>): void {
  document.title = `${sessionWords.signIn} · ${commonWords.product}`;
  const formElement = makeForm(onSignedIn);
  const card = element(
    'div',
    { class: classes.card },
    makeBrand(),
    element('h1', { class: classes.title }, sessionWords.signIn),
    element('p', { class: classes.text }, sessionWords.signInText),
    formElement,
  );
  place.replaceChildren(element('main', { class: classes.page }, card));
  formElement.querySelector('input')?.focus();
}
