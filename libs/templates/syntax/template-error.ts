import { describeFault, type TemplateFault } from './template-faults.js';

/** Line and column of a character, from 1. */
export function findPlace(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** A fault of a template, with its place. */
export class TemplateError extends Error {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters of the line. */
  readonly column: number;

  /** @param at  of the fault in the source, in characters */
  constructor(
    readonly fault: TemplateFault,
    source: string,
    at: number,
  ) {
    const { line, column } = findPlace(source, at);
    super(`${describeFault(fault)} (line ${line}, column ${column})`);
    this.line = line;
    this.column = column;
  }
}
