import type { ReactNode } from 'react';
import { Field } from '../../../kit/controls/field.js';
import { Select } from '../../../kit/controls/select.js';
import { textOf } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';

interface TextProps {
  label: string;
  value: unknown;
  onChange: (value: string | undefined) => void;
  help?: ReactNode;
}

/** A text; an empty one is left out of the definition. */
export function OptionalText({ label, value, onChange, help }: TextProps) {
  return (
    <Field
      label={label}
      value={textOf(value)}
      onChange={(text) => onChange(text === '' ? undefined : text)}
      help={help}
    />
  );
}

interface NumberProps extends Omit<TextProps, 'onChange'> {
  onChange: (value: number | string | undefined) => void;
}

/** A whole number. What is none stays as it was typed, and the server says so. */
export function NumberText({ onChange, ...props }: NumberProps) {
  return (
    <OptionalText
      {...props}
      onChange={(text) => onChange(text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : text)}
    />
  );
}

const UNITS = ['s', 'm', 'h', 'd'] as const;
type Unit = (typeof UNITS)[number];

/** A duration as a number and its unit. */
export function Span({
  label,
  value,
  onChange,
}: {
  label: string;
  value: unknown;
  onChange: (value: string | undefined) => void;
}) {
  const messages = useFieldMessages();
  const [, number = '', written] = /^(.*?)([smhd])?$/.exec(textOf(value)) ?? [];
  const unit = UNITS.find((each) => each === written) ?? 'h';
  const write = (text: string, next: Unit): void => onChange(text === '' ? undefined : `${text}${next}`);
  return (
    <div className={css['pair']}>
      <Field label={label} value={number} inputMode="numeric" onChange={(text) => write(text, unit)} />
      <Select
        label={messages.unitOf(label)}
        isBare
        value={unit}
        options={UNITS.map((each) => [each, messages.units[each]] as const)}
        onChange={(next) => write(number, UNITS.find((each) => each === next) ?? 'h')}
      />
    </div>
  );
}

interface NamedProps {
  label: string;
  value: unknown;
  /** Choices, with their names for people. */
  options: readonly (readonly [code: string, name: string])[];
  onChange: (value: string) => void;
}

/** A choice among what the application has; something else that the definition names stays. */
export function Named({ label, value, options, onChange }: NamedProps) {
  const messages = useFieldMessages();
  const code = textOf(value);
  if (options.length === 0) {
    return <Field label={label} value={code} onChange={onChange} />;
  }
  const all = options.some(([each]) => each === code)
    ? options
    : [[code, code === '' ? messages.choose : code] as const, ...options];
  return <Select label={label} value={code} options={all} onChange={onChange} />;
}
