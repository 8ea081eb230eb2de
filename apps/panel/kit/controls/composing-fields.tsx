import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import css from './field.module.css';

interface ComposingFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  /** The problem of the value; it replaces the help. */
  fault?: string | undefined;
}

/** Lines of text for people, with the spelling of the browser. */
export function ProseField({ rows, ...props }: ComposingFieldProps & { rows: number }) {
  return (
    <Framed {...props}>
      <TextArea className={css['input'] ?? ''} rows={rows} spellCheck />
    </Framed>
  );
}

/** A day and a time of it, as a clock shows it: `2030-02-01T15:30`. */
export function TimeField(props: ComposingFieldProps) {
  return (
    <Framed {...props}>
      <Input className={css['input'] ?? ''} type="datetime-local" />
    </Framed>
  );
}

/** A day, `2030-02-01`; empty while it is typed. */
export function DayField(props: ComposingFieldProps) {
  return (
    <Framed {...props}>
      <Input className={css['input'] ?? ''} type="date" />
    </Framed>
  );
}

function Framed({ label, help, fault, children, ...rest }: ComposingFieldProps & { children: ReactNode }) {
  return (
    <TextField
      {...rest}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      autoComplete="off"
      className={css['field'] ?? ''}
    >
      <Label className={css['label']}>{label}</Label>
      {children}
      {fault === undefined && help !== undefined && (
        <Text slot="description" className={css['help']}>
          {help}
        </Text>
      )}
      <FieldError className={css['fault']}>{fault}</FieldError>
    </TextField>
  );
}
