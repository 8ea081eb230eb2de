import { parseText } from './placeholders.js';
import { findValue, fillTemplate, readParam } from './template.js';

/**
 * Fills the placeholders of texts that belong to no single recipient. A text of which a value is missing is left out.
 *
 * @param values  parameters of the send
 */
export function fillParameters(
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const find = (placeholder: string) =>
    findValue(placeholder, (name) => {
      const text = readParam(values, name);
      return text === undefined ? undefined : { text, raw: text };
    });
  const filled = Object.entries(texts).map(([name, text]) => [name, fillTemplate(parseText(text).template, find)]);
  return Object.fromEntries(filled.filter(([, text]) => text !== undefined)) as Record<string, string>;
}
