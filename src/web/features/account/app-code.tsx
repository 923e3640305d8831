import { accountWords } from '#shared/words/settings.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './account.module.css';

/**
 * Shows the secret for an authenticator app in three forms: a QR code to scan, a link for this phone, and a text to
 * type.
 */
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
