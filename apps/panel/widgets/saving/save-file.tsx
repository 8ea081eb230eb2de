import type { FileSource } from '../../api/client.js';
import type { FileProgress } from '../../api/files.js';
import { Button } from '../../kit/controls/button.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './saving.module.css';
import { useSaving, type SavingState } from './use-saving.js';
import { useSavingMessages } from './messages.js';

interface SaveFileProps {
  /** The label of the button. */
  label: string;
  /** Undefined: it cannot be saved yet. */
  source: FileSource | undefined;
  /** The name of the file. */
  name: string;
}

/** Saves a file of any length: how far it is, and a stop. Nothing is saved before it is whole. */
export function SaveFile({ label, source, name }: SaveFileProps) {
  const messages = useSavingMessages();
  const { state, progress, save, stop } = useSaving();
  const isSaving = state === 'saving';
  const text = useText(state, progress);
  return (
    <div className={css['saving']}>
      <Button
        isDisabled={source === undefined && !isSaving}
        onPress={isSaving ? stop : () => source && void save(source, name)}
      >
        {isSaving ? messages.stop : label}
      </Button>
      <span role="status">{text}</span>
    </div>
  );
}

function useText(state: SavingState | undefined, progress: FileProgress | undefined): string {
  const { f } = useI18n();
  const messages = useSavingMessages();
  const lines = progress?.lines ?? 0;
  if (state === 'saving') {
    return progress === undefined
      ? messages.begins
      : progress.of === undefined
        ? messages.lines(lines)
        : messages.linesOf(f.number(lines), f.number(progress.of));
  }
  if (state === 'saved') {
    const asOf = progress?.asOf;
    return asOf === undefined ? messages.saved(lines) : `${messages.saved(lines)} ${messages.asOf(f.moment(asOf))}`;
  }
  return state === undefined ? '' : typeof state === 'string' ? messages[state] : state.fault;
}
