import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useSpeech } from '../words/words.js';

interface AskFirstProps {
  title: string;
  /** The consequence of the action. */
  text: string;
  onConfirm: () => void;
}

/** A button for what cannot be undone. */
export function AskFirst({ title, text, onConfirm }: AskFirstProps) {
  const { w } = useSpeech();
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
