import type { ReactNode } from 'react';
import {
  Button,
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  type Selection,
} from 'react-aria-components';
import { Icon } from '../layout/icon.js';
import { join } from '../layout/join.js';
import button from './button.module.css';
import css from './menu.module.css';

export interface MenuGroup {
  title?: string;
  /** The chosen entry, where the group is a choice. */
  chosen?: string | undefined;
  entries: readonly { id: string; name: ReactNode; text: string; href?: string }[];
  onChoose: (id: string) => void;
}

interface MenuProps {
  /** Name of the button that opens it. */
  label: string;
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  className?: string | undefined;
}

/** Commands and choices behind a button. */
export function Menu({ label, trigger, groups, className }: MenuProps) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={join(button['button'], button['plain'], className)}>
        {trigger}
      </Button>
      <Popover className={css['popover']} placement="bottom end">
        <AriaMenu className={css['menu']} aria-label={label}>
          {groups.map((group, index) => (
            <MenuSection
              key={index}
              className={css['section']}
              {...(group.title === undefined && { 'aria-label': label })}
              {...(group.chosen !== undefined && {
                selectionMode: 'single' as const,
                selectedKeys: [group.chosen],
                onSelectionChange: (keys: Selection) => chooseFirst(keys, group.onChoose),
              })}
            >
              {group.title !== undefined && <Header className={css['title']}>{group.title}</Header>}
              {group.entries.map(({ id, name, text, href }) => (
                <MenuItem
                  key={id}
                  id={id}
                  textValue={text}
                  className={css['item']}
                  {...(href !== undefined && { href })}
                  {...(group.chosen === undefined && href === undefined && { onAction: () => group.onChoose(id) })}
                >
                  {({ isSelected }) => (
                    <>
                      {name}
                      {isSelected && <Icon name="check" />}
                    </>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** An entry that is chosen already stays chosen. */
function chooseFirst(keys: Selection, choose: (id: string) => void): void {
  const [first] = keys === 'all' ? [] : [...keys];
  if (first !== undefined) {
    choose(String(first));
  }
}
