import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { longestPassword } from '#shared/limits.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { accountWords, settingsWords } from '#shared/words/settings.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { atFields, textIn, useAction } from '../../lib/use-action.ts';
import { Part, PartFoot } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import classes from './account.module.css';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, renewRecoveryCodes, twoFactorQuery } from './api.ts';
import { AppCode } from './app-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { what: 'start' }
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

/** One step of the set-up, which asks for one value. */
function StepForm({ name, label, submit, before, onSubmit, onCancel }: StepFormProps) {
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const error = issues[name];
  const common = { name, label, error, required: true, withAsterisk: false, autoFocus: true };
  return (
    <form className={classes.step} onSubmit={runForm((form) => onSubmit(textIn(form, name)))}>
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
      <PartFoot>
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {settingsWords.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {submit}
        </Button>
      </PartFoot>
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
    <PartFoot>
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
    </PartFoot>
  );
}

/** Two-factor sign-in with an authenticator app. A first code turns it on, and the password turns it off. */
export function TwoFactor() {
  const query = useQuery(twoFactorQuery);
  const [step, setStep] = useState<Step>({ what: 'start' });
  const showStart = (): void => setStep({ what: 'start' });
  const withPassword = async (to: 'begin' | 'renew' | 'end', current: string): Promise<void> => {
    if (to === 'begin') return setStep({ what: 'app', ...(await beginTwoFactor(current)) });
    if (to === 'renew') return setStep({ what: 'codes', codes: await renewRecoveryCodes(current) });
    await endTwoFactor(current);
    showStart();
    toastDone(accountWords.turnedOff);
  };
  const withCode = async (code: string): Promise<void> =>
    setStep({ what: 'codes', codes: await confirmTwoFactor(code) });
  return (
    <Part label={accountWords.twoFactor} title={accountWords.twoFactor} hint={accountWords.twoFactorHint}>
      <Loaded query={query}>
        {({ isOn, recoveryCodes }) => (
          <>
            {step.what === 'start' && (
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
                onCancel={showStart}
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
                onCancel={showStart}
              />
            )}
            {step.what === 'codes' && <RecoveryCodes codes={step.codes} onDone={showStart} />}
          </>
        )}
      </Loaded>
    </Part>
  );
}
