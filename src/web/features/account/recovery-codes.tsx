import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { accountWords } from '#shared/words/settings.ts';
import { PartFoot } from '../../ui/part.tsx';
import classes from './account.module.css';

/** Shows the recovery codes once. If the phone is lost, the user can sign in once with each code. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.step} role="status">
      <p className={classes.state}>{accountWords.keepCodes}</p>
      <ul className={classes.codes} aria-label={accountWords.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <PartFoot>
        <Button variant="default" onClick={() => clipboard.copy(codes.join('\n'))}>
          {clipboard.copied ? accountWords.copied : accountWords.copyCodes}
        </Button>
        <Button onClick={onDone}>{accountWords.codesSaved}</Button>
      </PartFoot>
    </div>
  );
}
