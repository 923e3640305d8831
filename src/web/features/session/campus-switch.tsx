import { Menu, UnstyledButton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { campusWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { switchCampus } from './api.ts';
import classes from './campus-switch.module.css';

type Props = { onCampus: () => void; onAll: () => void; isOnAll: boolean };

/** Shows the current campus above every screen, with a menu to switch. A user with only one campus does not see it. */
export function CampusSwitch({ onCampus, onAll, isOnAll }: Props) {
  const { campuses, cId } = useSession();
  if (campuses.length < 2) return null;
  const choose = (cID: number): void => {
    if (cID === cId) {
      if (isOnAll) onCampus();
      return;
    }
    switchCampus(cID).then(onCampus).catch(toastFailure);
  };
  const name = isOnAll ? campusWords.all : (campuses.find(({ id }) => id === cId)?.name ?? '');
  const isCurrent = (id: number): boolean => !isOnAll && id === cId;
  return (
    <header className={classes.bar}>
      <Menu position="bottom-start" width={260} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton
            className={classes.button}
            aria-label={campusWords.present(name)}
            title={campusWords.switch}
          >
            <bdi className={classes.name}>{name}</bdi>
            <IconChevronDown size={16} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.list}>
          {campuses.map((campus) => (
            <Menu.Item
              key={campus.id}
              onClick={() => choose(campus.id)}
              aria-current={isCurrent(campus.id) || undefined}
              rightSection={isCurrent(campus.id) ? <IconCheck size={16} aria-hidden /> : null}
            >
              <bdi>{campus.name}</bdi>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            onClick={onAll}
            aria-current={isOnAll || undefined}
            rightSection={isOnAll ? <IconCheck size={16} aria-hidden /> : null}
          >
            {campusWords.all}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}
