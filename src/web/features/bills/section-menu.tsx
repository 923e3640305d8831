import { Button, Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { nameOfClass } from '#shared/class-name.ts';
import { billWords } from '#shared/words/bills.ts';
import { NameText } from '../../ui/name-text.tsx';
import { figuresQuery } from './api.ts';
import classes from './tool-menus.module.css';

export type SectionProps = {
  groupID: number;
  section: number | undefined;
  onSection: (section: number | undefined) => void;
};

const check = <IconCheck size={14} stroke={2} aria-hidden />;
const count = (value: number): string => value.toLocaleString('en-US');

/** The classes of a billing's bills, as menu items. */
export function SectionItems({ groupID, section, onSection }: SectionProps) {
  const { data } = useQuery(figuresQuery(groupID));
  const sections = data?.sections ?? [];
  if (data && sections.length === 0) return <p className={classes.none}>{billWords.noClasses}</p>;
  return (
    <>
      <Menu.Item rightSection={section === undefined && check} onClick={() => onSection(undefined)}>
        {billWords.allClasses}
      </Menu.Item>
      {sections.map((one) => (
        <Menu.Item
          key={one.id}
          rightSection={one.id === section ? check : <small>{count(one.bills)}</small>}
          onClick={() => onSection(one.id)}
        >
          <NameText text={nameOfClass(one)} />
        </Menu.Item>
      ))}
    </>
  );
}

/** Filters the bills by class. */
export function SectionMenu(props: SectionProps) {
  const { data } = useQuery(figuresQuery(props.groupID));
  const chosen = data?.sections.find(({ id }) => id === props.section);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.button}
          variant="default"
          data-on={props.section !== undefined || undefined}
          rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
        >
          {chosen ? <NameText text={nameOfClass(chosen)} /> : billWords.classes}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <SectionItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}
