import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Table } from '../kit/tables/table.js';
import { useFinderMessages } from './finder-messages.js';

/** The keys, grouped by purpose. */
const KEYS = [
  ['find', undefined],
  ['list', '?'],
  ['next', 'Tab'],
  ['press', 'Enter'],
  ['leave', 'Esc'],
  ['choose', '↑ ↓'],
] as const;

interface ShortcutsDialogProps {
  /** How the keys that open the finder are written here. */
  finderKeys: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The list of the keys. */
export function ShortcutsDialog({ finderKeys, ...opening }: ShortcutsDialogProps) {
  const messages = useFinderMessages();
  return (
    <Dialog title={messages.keys} trigger={null} {...opening}>
      {(close) => (
        <>
          <Table
            caption={messages.keys}
            columns={[
              {
                id: 'keys',
                name: messages.key,
                isName: true,
                isShort: true,
                renderCell: ([, keys]) => <kbd>{keys ?? finderKeys}</kbd>,
              },
              { id: 'does', name: messages.does, renderCell: ([purpose]) => messages.purposes[purpose] },
            ]}
            rows={KEYS}
            keyOf={([purpose]) => purpose}
          />
          <DialogActions>
            <Button onPress={close}>{messages.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
