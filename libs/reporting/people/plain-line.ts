/** Longer lines are cut. */
const MAX_LINE = 160;
/** A value of a person, with its default behind the bar, or a tag of a template. */
const PLACEHOLDER = /@\{[^{}|]*(?:\|([^{}]*))?\}|\{\{[^{}]*\}\}|\{%[^{}]*%\}/g;

/** A text with the defaults of its placeholders, for whoever may not see the values; undefined without a text. */
export function withoutPlaceholders(text: string | undefined): string | undefined {
  return text?.replaceAll(PLACEHOLDER, (_, byDefault: string | undefined) => byDefault ?? '…');
}

/** The beginning of a text in one line. */
export function firstLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1).trimEnd()}…` : line;
}
