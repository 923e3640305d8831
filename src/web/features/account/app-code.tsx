import { accountWords } from '#shared/words/settings.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './account.module.css';

/** The secret for an authenticator app: scanned from another screen, opened on this phone, or typed. */
export function AppCode({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className={classes.app}>
      <QrCode text={uri} label={accountWords.scan} />
      <div>
        <p>{accountWords.scan}</p>
        <p>
          <a className={classes.link} href={uri}>
            {accountWords.openApp}
          </a>
        </p>
        <CopyField
          label={accountWords.typeSecret}
          value={secret}
          copy={accountWords.copy}
          copied={accountWords.copied}
        />
      </div>
    </div>
  );
}
