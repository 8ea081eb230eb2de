import type { ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { join } from '../layout/join.js';
import css from './dialog.module.css';

interface DialogProps {
  title: string;
  /** The button that opens it; none where something else does. */
  trigger?: ReactNode;
  /** Set for a form with a preview beside it. */
  isWide?: boolean;
  /** `alertdialog` for what cannot be undone. */
  role?: 'dialog' | 'alertdialog';
  /** Set where something beside the button opens it too. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Follows the opening: what was typed before is gone. */
  children: (close: () => void) => ReactNode;
}

/** A question above the page. Escape closes it, and the focus goes back to the button. */
export function Dialog({ title, trigger, role = 'dialog', isWide = false, children, ...opening }: DialogProps) {
  const question = (
    <ModalOverlay className={css['shade']} isDismissable {...(trigger === undefined && opening)}>
      <Modal className={join(css['modal'], isWide && css['wide'])}>
        <AriaDialog role={role} className={css['dialog']}>
          {({ close }) => (
            <>
              <Heading slot="title" level={2} className={css['title']}>
                {title}
              </Heading>
              {children(close)}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
  return trigger === undefined ? (
    question
  ) : (
    <DialogTrigger {...opening}>
      {trigger}
      {question}
    </DialogTrigger>
  );
}

/** The buttons of a dialog, the one that acts at the right. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css['actions']}>{children}</div>;
}

interface SheetProps {
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A sheet from the left, for small windows. */
export function Sheet({ label, isOpen, onOpenChange, children }: SheetProps) {
  return (
    <ModalOverlay className={css['shade']} isDismissable isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className={css['sheet']}>
        <AriaDialog aria-label={label} className={css['whole']}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
