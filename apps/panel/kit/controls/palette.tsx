import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { Icon } from '../layout/icon.js';
import { join } from '../layout/join.js';
import dialog from './dialog.module.css';
import field from './field.module.css';
import menu from './menu.module.css';
import css from './palette.module.css';

export interface PaletteGroup {
  title: string;
  entries: readonly { id: string; name: string; note?: string | null; href: string }[];
}

interface PaletteProps {
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  text: string;
  onText: (text: string) => void;
  groups: readonly PaletteGroup[];
  /** Said where no group has an entry. */
  none: string;
}

/** A field that finds places: the arrows choose while the focus stays in the field, and Enter goes there. */
export function Palette({ label, isOpen, onOpenChange, text, onText, groups, none }: PaletteProps) {
  return (
    <ModalOverlay
      className={join(dialog['shade'], css['shade'])}
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Modal className={join(dialog['modal'], css['modal'])}>
        <Dialog aria-label={label} className={dialog['whole']}>
          <Autocomplete inputValue={text} onInputChange={onText}>
            {/* The dialog is this field: whoever opens it types at once. */}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
            <SearchField aria-label={label} autoFocus className={join(field['search'], css['field'])}>
              <Icon name="search" />
              <Input className={css['input']} placeholder={label} />
            </SearchField>
            <Menu
              aria-label={label}
              className={join(menu['menu'], css['results'])}
              renderEmptyState={() => <p className={css['none']}>{none}</p>}
            >
              {groups
                .filter(({ entries }) => entries.length > 0)
                .map(({ title, entries }) => (
                  <MenuSection key={title} className={menu['section']}>
                    <Header className={menu['title']}>{title}</Header>
                    {entries.map(({ id, name, note, href }) => (
                      <MenuItem
                        key={id}
                        id={id}
                        textValue={name}
                        href={href}
                        className={menu['item']}
                        onAction={() => onOpenChange(false)}
                      >
                        {name}
                        {note !== undefined && note !== null && <span className={css['note']}>{note}</span>}
                      </MenuItem>
                    ))}
                  </MenuSection>
                ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
