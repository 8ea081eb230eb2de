/** The headers of a question as a request has them: what messages share, and what is of this one alone. */
export function splitFields(
  fields: Readonly<Record<string, string>>,
  personal: readonly string[],
): { fields: Record<string, string>; personal: Record<string, string> } {
  const isPersonal = ([name]: [string, string]): boolean => personal.includes(name);
  const entries = Object.entries(fields);
  return {
    fields: Object.fromEntries(entries.filter((entry) => !isPersonal(entry))),
    personal: Object.fromEntries(entries.filter(isPersonal)),
  };
}

/** A body of single bytes in one of the two forms that a client takes. */
export function toBody(text: string): string | Buffer {
  return text.length % 2 === 0 && /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'latin1');
}
