import type { ReactNode } from 'react';
import { Field } from '../../kit/controls/field.js';

interface DigitsFieldProps {
  label: string;
  value: string;
  onChange: (digits: string) => void;
  help?: ReactNode;
  fault?: string | undefined;
}

/** Takes an amount: only the digits of the typed text. */
export function DigitsField({ onChange, ...rest }: DigitsFieldProps) {
  return <Field {...rest} inputMode="numeric" onChange={(text) => onChange(text.replaceAll(/\D/g, ''))} />;
}
