import { useId } from 'react';
import css from './field.module.css';

interface FileFieldProps {
  label: string;
  help: string;
  /** The refusal of the file by the server; it replaces the help. */
  fault?: string | undefined;
  /** Endings and types that are offered first. */
  accept: string;
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** @param all  every chosen file, where several are allowed */
  onChoose: (file: File, all: readonly File[]) => void;
}

/** A choice of a file, or of several. The browser's own control: it can be dropped upon, and readers know it. */
export function FileField({
  label,
  help,
  fault,
  accept,
  isMultiple = false,
  isDisabled = false,
  onChoose,
}: FileFieldProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        className={css['file']}
        aria-describedby={`${id}-help`}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => {
          const all = [...(target.files ?? [])];
          const [file] = all;
          if (file) {
            onChoose(file, all);
          }
        }}
      />
      <span id={`${id}-help`} className={fault === undefined ? css['help'] : css['fault']} role="status">
        {fault ?? help}
      </span>
    </div>
  );
}
