import { Button, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { Icon } from '../layout/icon.js';
import { join } from '../layout/join.js';
import css from './select.module.css';
import field from './field.module.css';
import menu from './menu.module.css';

interface SelectProps {
  label: string;
  /** Hides the label where the value says enough; it is read out all the same. */
  isBare?: boolean;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** A choice of one among few. */
export function Select({ label, isBare = false, value, options, onChange, className }: SelectProps) {
  return (
    <AriaSelect
      className={join(field['field'], className)}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      {...(isBare && { 'aria-label': label })}
    >
      {!isBare && <Label className={field['label']}>{label}</Label>}
      <Button className={css['button']}>
        <SelectValue className={css['value']} />
        <Icon name="down" />
      </Button>
      <Popover className={menu['popover']}>
        <ListBox className={menu['menu']} items={options.map(([id, name]) => ({ id, name }))}>
          {({ id, name }) => (
            <ListBoxItem id={id} textValue={name} className={menu['item']}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
