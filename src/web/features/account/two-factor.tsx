import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { longestPassword } from '#shared/limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { accountWords, settingsWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './account.module.css';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes, twoFactorQuery } from './api.ts';
import { AppCode } from './app-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { what: 'rest' }
  | { what: 'password'; to: 'begin' | 'renew' | 'end' }
  | { what: 'app'; secret: string; uri: string }
  | { what: 'codes'; codes: string[] };

type StepFormProps = {
  name: 'current' | 'code';
  label: string;
  submit: string;
  before?: ReactNode;
  onSubmit: (value: string) => Promise<void>;
  onCancel: () => void;
};

/** One thing that is asked before it goes on. */
function StepForm({ name, label, submit, before, onSubmit, onCancel }: StepFormProps) {
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const error = troubleByField(trouble)[name];
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get(name) ?? '');
    setBusy(true);
    setTrouble(null);
    try {
      await onSubmit(value);
    } catch (error) {
      setTrouble(error);
      if (!troubleByField(error)[name]) toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  const common = { name, label, error, required: true, withAsterisk: false, autoFocus: true };
  return (
    <form className={classes.step} onSubmit={(event) => void send(event)}>
      {before}
      {name === 'current' ? (
        <PasswordInput
          {...common}
          autoComplete="current-password"
          maxLength={longestPassword}
          visibilityToggleButtonProps={{ 'aria-label': sessionWords.showPassword }}
        />
      ) : (
        <TextInput {...common} autoComplete="one-time-code" inputMode="numeric" maxLength={40} />
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {settingsWords.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

const submitWords = {
  begin: accountWords.goOn,
  renew: accountWords.renewCodes,
  end: accountWords.turnOff,
} as const;

function Buttons({ isOn, onPress }: { isOn: boolean; onPress: (to: 'begin' | 'renew' | 'end') => void }) {
  return (
    <div className={classes.foot}>
      {isOn ? (
        <>
          <Button variant="default" onClick={() => onPress('renew')}>
            {accountWords.renewCodes}
          </Button>
          <Button variant="default" onClick={() => onPress('end')}>
            {accountWords.turnOff}
          </Button>
        </>
      ) : (
        <Button onClick={() => onPress('begin')}>{accountWords.turnOn}</Button>
      )}
    </div>
  );
}

/** A code of an app beside the password: turned on by a first code, and off by the password. */
export function TwoFactor() {
  const query = useQuery(twoFactorQuery);
  const [step, setStep] = useState<Step>({ what: 'rest' });
  const rest = (): void => setStep({ what: 'rest' });
  const withPassword = async (to: 'begin' | 'renew' | 'end', current: string): Promise<void> => {
    if (to === 'begin') return setStep({ what: 'app', ...(await beginTwoFactor(current)) });
    if (to === 'renew') return setStep({ what: 'codes', codes: await renewRecoveryCodes(current) });
    await endTwoFactor(current);
    rest();
    toastDone(accountWords.turnedOff);
  };
  const withCode = async (code: string): Promise<void> =>
    setStep({ what: 'codes', codes: await confirmTwoFactor(code) });
  return (
    <section className={classes.part} aria-label={accountWords.twoFactor}>
      <header>
        <h2>{accountWords.twoFactor}</h2>
        <p>{accountWords.twoFactorHint}</p>
      </header>
      <Loaded query={query}>
        {({ isOn, recoveryCodes }) => (
          <>
            {step.what === 'rest' && (
              <>
                <p className={classes.state}>
                  {isOn ? accountWords.isOn(recoveryCodes) : accountWords.isOff}
                </p>
                <Buttons isOn={isOn} onPress={(to) => setStep({ what: 'password', to })} />
              </>
            )}
            {step.what === 'password' && (
              <StepForm
                key={step.to}
                name="current"
                label={accountWords.current}
                submit={submitWords[step.to]}
                onSubmit={(current) => withPassword(step.to, current)}
                onCancel={rest}
              />
            )}
            {step.what === 'app' && (
              <StepForm
                key="app"
                name="code"
                label={accountWords.firstCode}
                submit={accountWords.turnOn}
                before={<AppCode secret={step.secret} uri={step.uri} />}
                onSubmit={withCode}
                onCancel={rest}
              />
            )}
            {step.what === 'codes' && <RecoveryCodes codes={step.codes} onDone={rest} />}
          </>
        )}
      </Loaded>
    </section>
  );
}
