import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { InstallationAnswer } from '#shared/calls/installation.ts';
import { firewallLines, installationWords } from '#shared/words/installation.ts';
import { useAction } from '../../lib/use-action.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Part } from '../../ui/part.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { changeInstallation } from './api.ts';
import classes from './installation.module.css';

type Props = { installation: InstallationAnswer };
const copying = { copy: installationWords.copy, copied: installationWords.copied };

/** Shows the addresses at which other computers open Qasid, with a QR code for phones. */
function Addresses({ addresses }: { addresses: readonly string[] }) {
  const [first] = addresses;
  if (first === undefined) return <p className={classes.warning}>{installationWords.noAddress}</p>;
  return (
    <>
      <div className={classes.address}>
        <QrCode text={first} label={installationWords.scan} />
        <div>
          <span>{addresses.length > 1 ? installationWords.addresses : installationWords.address}</span>
          {addresses.map((address) => (
            <a key={address} href={address}>
              {address}
            </a>
          ))}
          <span className={classes.soft}>{installationWords.scan}</span>
        </div>
      </div>
      <p className={classes.soft}>{installationWords.addressMoves}</p>
      <p className={classes.soft}>{installationWords.notSecret}</p>
    </>
  );
}

/** Shows the command that opens the port in the computer's firewall. */
function Firewall({ installation: { system, port } }: Props) {
  if (system === 'mac') return <p className={classes.soft}>{installationWords.firewallMac}</p>;
  if (system !== 'windows')
    return (
      <div className={classes.firewall}>
        <p className={classes.soft}>{installationWords.firewallLinux}</p>
        <CopyField label={installationWords.terminal} value={firewallLines.linux(port.next)} {...copying} />
      </div>
    );
  return (
    <div className={classes.firewall}>
      <h3>{installationWords.firewall}</h3>
      <p className={classes.soft}>{installationWords.firewallText}</p>
      <CopyField
        label={installationWords.commandPrompt}
        value={firewallLines.commandPrompt(port.next)}
        {...copying}
      />
      <CopyField
        label={installationWords.powerShell}
        value={firewallLines.powerShell(port.next)}
        {...copying}
      />
    </div>
  );
}

/** The setting that lets other computers of the school open Qasid, with the addresses for them. */
export function LanPart({ installation }: Props) {
  const { lan, addresses, publicUrl } = installation;
  const { isBusy, run } = useAction();
  // The switch shows the new state before the server has answered.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isOn = pressed ?? lan.next;
  const change = async (wanted: boolean): Promise<void> => {
    setPressed(wanted);
    await run(() => changeInstallation({ lan: wanted }));
    setPressed(null);
  };
  return (
    <Part label={installationWords.lan} title={installationWords.lan} hint={installationWords.lanHint}>
      <Switch
        label={installationWords.lanSwitch}
        description={lan.isFixed ? installationWords.lanFixed : undefined}
        checked={isOn}
        disabled={lan.isFixed || isBusy}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {publicUrl !== null && <p className={classes.soft}>{installationWords.publicUrl(publicUrl)}</p>}
      {isOn ? (
        <>
          <Addresses addresses={addresses} />
          <Firewall installation={installation} />
        </>
      ) : (
        <p className={classes.soft}>{installationWords.lanOff}</p>
      )}
    </Part>
  );
}
