import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Connection } from '#shared/calls/connection.ts';
import { Failure } from '#shared/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { changeWay, connectWords, settingWords, stepWords, wayWords } from '#shared/words/whatsapp-number.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { Choice } from '../../ui/choice.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { callsWebhook, connect } from './api.ts';
import classes from './connection.module.css';
import {
  bodyOf,
  type ConnectForm as Form,
  formOf,
  isChanged,
  missingIn,
  type SettingName,
  type SettingTrouble,
  storedSecretsFor,
  troubleOf,
  ways,
} from './rules.ts';

type FieldsProps = {
  form: Form;
  /** The names of the stored secrets, which need not be typed again. */
  kept: readonly string[];
  trouble: SettingTrouble;
  onChange: (change: Partial<Form>) => void;
};

const secrets: readonly SettingName[] = ['token', 'appSecret', 'apiKey'];

function Setting({ form, kept, trouble, onChange, name }: FieldsProps & { name: SettingName }) {
  const { label, hint } = settingWords[name];
  const field = {
    label,
    description: hint,
    value: form[name],
    error: trouble[name],
    'aria-invalid': trouble[name] !== undefined,
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.currentTarget.value }),
  };
  if (!secrets.includes(name)) return <TextInput {...field} autoComplete="off" />;
  return (
    <PasswordInput
      {...field}
      // Without this, browsers would fill in the user's own password.
      autoComplete="new-password"
      placeholder={kept.includes(name) ? connectWords.stored : ''}
      visibilityToggleButtonProps={{ 'aria-label': connectWords.show }}
    />
  );
}

type Step = { title: string; text: string; names: readonly SettingName[] };

const steps: Record<'cloud' | 'waha', readonly Step[]> = {
  cloud: [
    { ...stepWords.app, names: ['appID', 'appSecret'] },
    { ...stepWords.number, names: ['phoneNumberID', 'wabaID'] },
    { ...stepWords.access, names: ['token', 'version'] },
  ],
  waha: [{ ...stepWords.gateway, names: ['url', 'apiKey', 'session'] }],
};

function Steps(props: FieldsProps & { way: 'cloud' | 'waha' }) {
  return (
    <ol className={classes.steps}>
      {steps[props.way].map(({ title, text, names }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <div className={classes.fields}>
            {names.map((name) => (
              <Setting key={name} {...props} name={name} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Asks for confirmation if messages are waiting or settings would be lost. Returns whether to continue. */
async function confirmChange({ way }: Form, before: Connection, waiting: number): Promise<boolean> {
  if (way === before.way) return true;
  const text = [waiting > 0 && changeWay.waiting(waiting), callsWebhook(before.way) && changeWay.forgotten]
    .filter(Boolean)
    .join(' ');
  const { title, confirm: yes } = changeWay;
  return text === '' || confirm({ title, text, confirm: yes, cancel: connectWords.cancel });
}

function useConnecting(before: Connection, { waiting, onDone }: Pick<Props, 'waiting' | 'onDone'>) {
  const [trouble, setTrouble] = useState<SettingTrouble>({});
  const showError = (error: unknown): void => {
    const found = troubleOf(error instanceof Failure ? error.issues : undefined);
    setTrouble(found);
    if (Object.keys(found).length > 0) toastError(toasts.errorTitle, toasts.errors.form);
    else toastFailure(error);
  };
  const { isBusy, run } = useAction({ showError });
  const save = async (form: Form): Promise<void> => {
    const missing = missingIn(form, storedSecretsFor(form, before));
    setTrouble(missing);
    if (Object.keys(missing).length > 0) return toastError(toasts.errorTitle, toasts.errors.form);
    if (!(await confirmChange(form, before, waiting))) return;
    await run(async () => {
      await connect(bodyOf(form));
      toastDone(connectWords.connected);
      onDone();
    });
  };
  return { trouble, isBusy, save };
}

type Props = {
  connection: Connection;
  /** The number of messages in the outbox. */
  waiting: number;
  /** Reports whether the form has changes that are not saved. */
  onTouched: (isTouched: boolean) => void;
  onDone: () => void;
};

const options = ways.map((value) => ({ value, label: wayWords[value].label, hint: wayWords[value].hint }));

/** The guide to connect a campus: the user chooses how to send, and types the needed settings step by step. */
export function ConnectForm({ connection, onTouched, ...props }: Props) {
  const [form, setForm] = useState(() => formOf(connection));
  const place = useRef<HTMLFormElement>(null);
  // The next view is shorter, so the page scrolls to its start.
  const onDone = (): void => {
    place.current?.scrollIntoView();
    props.onDone();
  };
  const { trouble, isBusy, save } = useConnecting(connection, { ...props, onDone });
  const isTouched = isChanged(form, connection);
  useEffect(() => onTouched(isTouched), [onTouched, isTouched]);
  useEffect(() => () => onTouched(false), [onTouched]);
  // The first field with an error may be far above the pressed button, so it gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error moves the focus
  useEffect(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [trouble]);
  const { way } = form;
  const change = (part: Partial<Form>): void => setForm({ ...form, ...part });
  const kept = storedSecretsFor(form, connection);
  const note: Partial<Record<Form['way'], ReactNode>> = {
    waha: <p className={classes.warning}>{connectWords.ban}</p>,
    assisted: <p className={classes.hint}>{connectWords.assisted}</p>,
    demo: <p className={classes.hint}>{connectWords.demo}</p>,
  };
  return (
    <form
      ref={place}
      className={classes.part}
      aria-label={connectWords.open}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save(form);
      }}
    >
      <Choice label={connectWords.choose} options={options} value={way} onChange={(way) => change({ way })} />
      {note[way]}
      {callsWebhook(way) && <Steps way={way} form={form} kept={kept} trouble={trouble} onChange={change} />}
      <footer className={classes.foot}>
        <Button variant="default" onClick={onDone} disabled={isBusy}>
          {connectWords.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {connectWords.connect}
        </Button>
      </footer>
    </form>
  );
}
