import { listPathsIn } from './list-names.js';
import type { Expression, PathExpression } from '../syntax/tree.types.js';

/** `missing`: a name has no value; `blank`: nothing is printed; `wrong_type`: a filter cannot read the value. */
export const GAP_KINDS = ['missing', 'blank', 'wrong_type', 'aborted'] as const;

/**
 * A place of a text that may lack something for a person. It is made once, and every run notes the same object.
 *
 * @property name    path as the author wrote it; empty: of an abort
 * @property source  text in which it stands: of the template or of a block
 * @property at      in the source, in characters
 * @property block   name of the block; absent: of the template itself
 */
export interface TemplateGap {
  kind: (typeof GAP_KINDS)[number];
  name: string;
  source: string;
  at: number;
  block?: string;
}

/** The path that an expression is about: its input, before filters. */
export function subjectOf(expression: Expression): PathExpression | undefined {
  const input = expression.kind === 'filtered' ? expression.input : expression;
  return input.kind === 'path' ? input : listPathsIn(expression)[0];
}

/** A path in the form of texts. */
export function writePath({ name, keys }: PathExpression): string {
  return name + keys.map(writeKey).join('');
}

function writeKey(key: Expression): string {
  if (key.kind !== 'literal') {
    return '[…]';
  }
  return typeof key.value === 'string' && /^[\w-]+$/.test(key.value)
    ? `.${key.value}`
    : `[${JSON.stringify(key.value)}]`;
}
