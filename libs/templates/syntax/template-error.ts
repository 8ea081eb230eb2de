/** A fault of a template, with its place. */
export class TemplateError extends Error {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters of the line. */
  readonly column: number;

  /**
   * @param reason  without the place
   * @param at      of the fault in the source, in characters
   */
  constructor(
    readonly reason: string,
    source: string,
    at: number,
  ) {
    const before = source.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    super(`${reason} (line ${line}, column ${column})`);
    this.line = line;
    this.column = column;
  }
}
