import { useState } from 'react';
import { Dialog } from '../../kit/controls/dialog.js';
import { useFilingMessages } from './messages.js';
import { NameForm } from './name-form.js';
import { useFiling } from './use-filing.js';

interface LabelDialogProps {
  keys: readonly string[];
  /** The label that they have; empty: none, or different ones. */
  before: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the label of some campaigns. */
export function LabelDialog({ keys, before, onClose, onDone }: LabelDialogProps) {
  const messages = useFilingMessages();
  const [label, setLabel] = useState(before);
  const { file, isPending } = useFiling(() => {
    onClose();
    onDone();
  });
  return (
    <Dialog title={messages.setLabel} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {() => (
        <NameForm
          label={messages.label}
          help={messages.labelHelp}
          action={messages.labelNow}
          value={label}
          onChange={setLabel}
          mayBeEmpty
          isPending={isPending}
          onClose={onClose}
          onDone={() => void file(keys, { label: label.trim() })}
        />
      )}
    </Dialog>
  );
}
