const DAY = /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const WHOLE = /^-?\d{1,9}$/;
const LARGE = /^-?\d{10,15}$/;
const DECIMAL = /^-?\d+\.\d+$/;
/** A number with a leading zero is an id, such as a postal code. */
const ZERO_FIRST = /^0\d/;
const YES_OR_NO = /^(true|false)$/i;

/** The type of an attribute that the examples of a column suggest; a text where they do not agree. */
export function typeOfExamples(examples: readonly string[]): string {
  const words = examples.map((example) => example.trim()).filter((word) => word !== '');
  const all = (...forms: readonly RegExp[]): boolean =>
    words.length > 0 && words.every((word) => forms.some((form) => form.test(word)) && !ZERO_FIRST.test(word));
  const dated = (form: RegExp): boolean => words.length > 0 && words.every((word) => form.test(word));
  if (dated(DAY)) {
    return 'DATE';
  }
  if (dated(MOMENT)) {
    return 'TIME_STAMP';
  }
  if (all(YES_OR_NO)) {
    return 'BOOLEAN';
  }
  if (all(WHOLE)) {
    return 'INT';
  }
  if (all(WHOLE, LARGE)) {
    return 'LONG';
  }
  return all(WHOLE, LARGE, DECIMAL) ? 'DOUBLE' : 'STRING';
}
