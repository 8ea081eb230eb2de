import { type ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  SearchField as AriaSearchField,
  Text,
  TextArea as AriaTextArea,
  TextField,
} from 'react-aria-components';
import { Icon } from '../layout/icon.js';
import { join } from '../layout/join.js';
import css from './field.module.css';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Below the field: what belongs into it. */
  help?: ReactNode;
  /** The refusal of the server; it replaces the help. */
  fault?: string | undefined;
  isDisabled?: boolean;
  isRequired?: boolean;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  autoComplete?: string;
  /** It has the focus as soon as it is there: in a dialog that asks for nothing else. */
  autoFocus?: boolean;
  className?: string | undefined;
}

/** One line of text with its label. A fault is the server's, so it does not keep the form from being sent again. */
export function Field({
  label,
  help,
  fault,
  className,
  inputMode = 'text',
  autoComplete = 'off',
  ...rest
}: FieldProps) {
  return (
    <TextField
      {...rest}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      autoComplete={autoComplete}
      className={join(css['field'], className)}
    >
      <Label className={css['label']}>{label}</Label>
      <Input className={css['input']} inputMode={inputMode} />
      {fault === undefined && help !== undefined && (
        <Text slot="description" className={css['help']}>
          {help}
        </Text>
      )}
      <FieldError className={css['fault']}>{fault}</FieldError>
    </TextField>
  );
}

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  fault?: string | undefined;
  rows: number;
  isReadOnly?: boolean;
}

/** Several lines, each character as wide as the others: for what has a form, such as YAML. */
export function TextArea({ label, help, fault, rows, ...rest }: TextAreaProps) {
  return (
    <TextField
      {...rest}
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      autoComplete="off"
      className={css['field'] ?? ''}
    >
      <Label className={css['label']}>{label}</Label>
      <AriaTextArea className={join(css['input'], css['lines'])} rows={rows} spellCheck={false} wrap="off" />
      {fault === undefined && help !== undefined && (
        <Text slot="description" className={css['help']}>
          {help}
        </Text>
      )}
      <FieldError className={css['fault']}>{fault}</FieldError>
    </TextField>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** It has the focus as soon as it is there: on a screen that begins with it. */
  autoFocus?: boolean;
  className?: string | undefined;
}

/** A field that filters what stands below it; its label is in it. */
export function SearchField({ label, className, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={join(css['search'], className)}>
      <Icon name="search" />
      <Input className={css['input']} placeholder={label} />
    </AriaSearchField>
  );
}
