import { useEffect, useState } from 'react';
import { isSameForm, type Form } from '../drafts/form.js';

/** Steps that can be taken back. */
const MAX_STEPS = 100;
/** Fields with a Ctrl+Z of their own. */
const TYPED_INTO = 'input, textarea, select, [contenteditable="true"]';

/** @property at  the step in sight; those after it were taken back */
interface Log<F extends Form> {
  steps: readonly F[];
  at: number;
}

export interface History {
  /** Undefined: there is nothing to take back. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/**
 * Undoes and redoes changes of a draft, also by Ctrl+Z and Ctrl+Shift+Z outside of fields. Text that is typed without a
 * pause is one step.
 *
 * @param settled  the draft after a pause
 */
export function useHistory<F extends Form>(draft: F, settled: F, onChange: (draft: F) => void): History {
  const [log, setLog] = useState<Log<F>>({ steps: [settled], at: 0 });
  const [seen, setSeen] = useState(settled);
  if (seen !== settled) {
    setSeen(settled);
    setLog(noted(log, settled));
  }
  const go = (to: number, from: Log<F>): void => {
    const step = from.steps[to];
    if (step) {
      setLog({ ...from, at: to });
      // The launch stays the one of this draft, whatever it says.
      onChange({ ...step, key: draft.key });
    }
  };
  const hasTyped = draft !== settled && !isSeen(log, draft);
  const undo = hasTyped || log.at > 0 ? () => undoFrom(noted(log, draft)) : undefined;
  const redo = !hasTyped && log.at < log.steps.length - 1 ? () => go(log.at + 1, log) : undefined;
  const undoFrom = (from: Log<F>): void => go(from.at - 1, from);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      const isField = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null;
      if (isField || event.altKey || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) {
        return;
      }
      event.preventDefault();
      (key === 'y' || event.shiftKey ? redo : undo)?.();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  });
  return { undo, redo };
}

/** True where a draft equals the shown step. */
function isSeen<F extends Form>({ steps, at }: Log<F>, draft: F): boolean {
  const step = steps[at];
  return step !== undefined && isSameForm(step, { ...draft, key: step.key });
}

/** With a draft as the newest step, where it says something else than the step in sight. */
function noted<F extends Form>(log: Log<F>, draft: F): Log<F> {
  if (isSeen(log, draft)) {
    return log;
  }
  const steps = [...log.steps.slice(0, log.at + 1), draft].slice(-MAX_STEPS);
  return { steps, at: steps.length - 1 };
}
