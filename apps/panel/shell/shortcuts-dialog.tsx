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

/** Which keys do what. */
export function ShortcutsDialog({ finderKeys, ...opening }: ShortcutsDialogProps) {
  const words = useFinderMessages();
  return (
    <Dialog title={words.keys} trigger={null} {...opening}>
      {(close) => (
        <>
          <Table
            caption={words.keys}
            columns={[
              {
                id: 'keys',
                name: words.key,
                isName: true,
                isShort: true,
                renderCell: ([, keys]) => <kbd>{keys ?? finderKeys}</kbd>,
              },
              { id: 'does', name: words.does, renderCell: ([purpose]) => words.purposes[purpose] },
            ]}
            rows={KEYS}
            keyOf={([purpose]) => purpose}
          />
          <DialogActions>
            <Button onPress={close}>{words.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
