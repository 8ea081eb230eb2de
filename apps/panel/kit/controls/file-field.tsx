import { useId } from 'react';
import css from './field.module.css';

interface FileFieldProps {
  label: string;
  help: string;
  /** What the server said against the file; it takes the place of the help. */
  fault?: string | undefined;
  /** Endings and types that are offered first. */
  accept: string;
  onChoose: (file: File) => void;
}

/** A choice of one file. The browser's own control: it can be dropped upon, and readers know it. */
export function FileField({ label, help, fault, accept, onChoose }: FileFieldProps) {
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
        className={css['file']}
        aria-describedby={`${id}-help`}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) {
            onChoose(file);
          }
        }}
      />
      <span id={`${id}-help`} className={fault === undefined ? css['help'] : css['fault']} role="status">
        {fault ?? help}
      </span>
    </div>
  );
}
