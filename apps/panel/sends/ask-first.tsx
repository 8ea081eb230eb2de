import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useI18n } from '../i18n/i18n.js';

interface AskFirstProps {
  title: string;
  /** The consequence of the action. */
  text: string;
  onConfirm: () => void;
}

/** A button for what cannot be undone. */
export function AskFirst({ title, text, onConfirm }: AskFirstProps) {
  const { w } = useI18n();
  return (
    <Dialog title={title} role="alertdialog" trigger={<Button>{title}</Button>}>
      {(close) => (
        <>
          <p>{text}</p>
          <DialogActions>
            <Button onPress={close}>{w.cancel}</Button>
            <Button
              kind="danger"
              onPress={() => {
                close();
                onConfirm();
              }}
            >
              {title}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
