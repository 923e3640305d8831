/** Rules of the form for the connection. */
import { isStillValid } from '#shared/bound-secrets.ts';
import type { Connection, Way } from '#shared/calls/connection.ts';
import type { Issue } from '#shared/failures.ts';
import { connectWords, type settingWords } from '#shared/words/whatsapp-number.ts';
import type { ConnectInput } from './api.ts';

export type SettingName = keyof typeof settingWords;

/** The ways to send, in the order in which the form shows them. */
export const ways = ['cloud', 'waha', 'assisted', 'demo'] as const satisfies readonly Way[];

export type ConnectForm = { way: Way } & Record<SettingName, string>;

const empty: Record<SettingName, string> = {
  appID: '',
  appSecret: '',
  phoneNumberID: '',
  wabaID: '',
  token: '',
  version: 'v25.0',
  url: '',
  apiKey: '',
  session: 'default',
};

/**
 * The form with the stored settings, or with the recommended ones if the campus still uses the demo phone. The server
 * never returns secrets, so the fields for secrets are empty at first.
 */
export const formOf = ({ way, settings }: Pick<Connection, 'way' | 'settings'>): ConnectForm => ({
  ...empty,
  ...settings,
  way: way === 'demo' ? 'cloud' : way,
});

export function bodyOf({ way, url, apiKey, session, ...cloud }: ConnectForm): ConnectInput {
  if (way === 'cloud') return { way, cloud };
  return way === 'waha' ? { way, waha: { url, apiKey, session } } : { way };
}

export const isChanged = (form: ConnectForm, connection: Pick<Connection, 'way' | 'settings'>): boolean => {
  const before: Record<string, string> = formOf(connection);
  return Object.entries(form).some(([name, value]) => value !== before[name]);
};

export type SettingTrouble = Partial<Record<SettingName, string>>;

const needed: Partial<Record<Way, readonly SettingName[]>> = {
  cloud: ['appID', 'appSecret', 'phoneNumberID', 'wabaID', 'token', 'version'],
  waha: ['url', 'session'],
};

/** The names of the stored secrets that need not be typed again. */
export function storedSecretsFor(
  form: ConnectForm,
  { way, settings, storedSecrets: kept }: Pick<Connection, 'way' | 'settings' | 'storedSecrets'>,
) {
  const typed = { ...form, url: form.url.trim().replace(/\/+$/, ''), appID: form.appID.trim() };
  return form.way === way ? kept.filter((name) => isStillValid(name, settings, typed)) : [];
}

/** The errors of the required fields that are empty and have no stored value. */
export const missingIn = (form: ConnectForm, kept: readonly string[]): SettingTrouble =>
  Object.fromEntries(
    (needed[form.way] ?? [])
      .filter((name) => form[name].trim() === '' && !kept.includes(name))
      .map((name) => [name, connectWords.needed]),
  );

const isSetting = (name: string): name is SettingName => name in empty;

/** Maps the server's issues to the fields of the form. */
export const troubleOf = (issues: readonly Issue[] | undefined): SettingTrouble =>
  Object.fromEntries(
    (issues ?? []).flatMap(({ path, message }) => {
      const name = path.split('.').at(-1) ?? '';
      return isSetting(name) ? [[name, message]] : [];
    }),
  );
