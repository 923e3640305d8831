import { Button, Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { BillingFigures } from '#shared/calls/bills.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { billWords } from '#shared/words/bills.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import { figuresQuery } from './api.ts';
import classes from './tool-menus.module.css';

/** A class, one of its sections, or neither. */
export type ClassFilter = { class?: number | undefined; section?: number | undefined };
export type SectionProps = {
  groupID: number;
  filter: ClassFilter;
  onFilter: (filter: ClassFilter) => void;
};

type Section = BillingFigures['sections'][number];

export const isOfClass = ({ class: classID, section }: ClassFilter): boolean =>
  classID !== undefined || section !== undefined;

/** The name of the chosen class or section. */
export function nameOfFilter(sections: readonly Section[], filter: ClassFilter): string | undefined {
  const section = sections.find(({ id }) => id === filter.section);
  return section ? nameOfClass(section) : sections.find(({ classID }) => classID === filter.class)?.class;
}

const check = <IconCheck size={14} stroke={2} aria-hidden />;
const count = (value: number): string => value.toLocaleString('en-US');

/** Menu items for the classes that the bills of a billing belong to, each with its sections. */
export function SectionItems({ groupID, filter, onFilter }: SectionProps) {
  const { data } = useQuery(figuresQuery(groupID));
  const sections = data?.sections ?? [];
  if (data && sections.length === 0) return <p className={classes.none}>{billWords.noClasses}</p>;
  const ofClasses = [...Map.groupBy(sections, ({ classID }) => classID)];
  return (
    <>
      <Menu.Item rightSection={!isOfClass(filter) && check} onClick={() => onFilter({})}>
        {billWords.allClasses}
      </Menu.Item>
      {ofClasses.map(([classID, own]) => (
        <Fragment key={classID}>
          <Menu.Item
            rightSection={
              classID === filter.class ? (
                check
              ) : (
                <small>{count(own.reduce((sum, one) => sum + one.bills, 0))}</small>
              )
            }
            onClick={() => onFilter({ class: classID })}
          >
            <NameText text={own[0]?.class ?? ''} />
          </Menu.Item>
          {own.length > 1 &&
            own.map((item) => (
              <Menu.Item
                key={item.id}
                className={classes.within}
                rightSection={item.id === filter.section ? check : <small>{count(item.bills)}</small>}
                onClick={() => onFilter({ section: item.id })}
              >
                <NameText text={item.section === '' ? studentWords.noSection : nameOfClass(item)} />
              </Menu.Item>
            ))}
        </Fragment>
      ))}
    </>
  );
}

/** A menu that filters the bills by class or section. */
export function SectionMenu(props: SectionProps) {
  const { data } = useQuery(figuresQuery(props.groupID));
  const chosen = nameOfFilter(data?.sections ?? [], props.filter);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.button}
          variant="default"
          data-on={isOfClass(props.filter) || undefined}
          rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
        >
          {chosen ? <NameText text={chosen} /> : billWords.classes}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <SectionItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}
