import { Button, Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { nameOfClass } from '#shared/people/class-name.ts';
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

/** Menu items for the classes that the bills of a billing belong to. */
export function SectionItems({ groupID, section, onSection }: SectionProps) {
  const { data } = useQuery(figuresQuery(groupID));
  const sections = data?.sections ?? [];
  if (data && sections.length === 0) return <p className={classes.none}>{billWords.noClasses}</p>;
  return (
    <>
      <Menu.Item rightSection={section === undefined && check} onClick={() => onSection(undefined)}>
        {billWords.allClasses}
      </Menu.Item>
      {sections.map((item) => (
        <Menu.Item
          key={item.id}
          rightSection={item.id === section ? check : <small>{count(item.bills)}</small>}
          onClick={() => onSection(item.id)}
        >
          <NameText text={nameOfClass(item)} />
        </Menu.Item>
      ))}
    </>
  );
}

/** A menu that filters the bills by class. */
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
