import type { Operator } from '../values/values.js';

/** The tree of a template: the only form that is ever run. Everything in it is in the lists of tags and filters. */

/**
 * A path to a value: a name, then keys. `at`: its place in the source, in characters.
 */
export interface PathExpression {
  kind: 'path';
  name: string;
  keys: readonly Expression[];
  at: number;
}

export interface FilterCall {
  name: string;
  values: readonly Expression[];
  /** Arguments with names, such as `allow_false: true`. */
  named: ReadonlyMap<string, Expression>;
  at: number;
}

/** A literal that only comparisons know: `empty`, `blank` and `nil`. */
export type Special = 'empty' | 'blank' | 'nil';

export type Expression =
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'special'; name: Special }
  | PathExpression
  | { kind: 'range'; from: Expression; to: Expression }
  | { kind: 'compare'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'logic'; operator: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; operand: Expression }
  | { kind: 'filtered'; input: Expression; calls: readonly FilterCall[] };

export interface Branch {
  /** Absent: of an `else`. */
  condition?: Expression;
  /** True for an `unless`. */
  isNegated?: true;
  body: readonly TemplateNode[];
}

export interface LoopNode {
  kind: 'for';
  variable: string;
  collection: Expression;
  offset: Expression | undefined;
  limit: Expression | undefined;
  isReversed: boolean;
  body: readonly TemplateNode[];
  otherwise: readonly TemplateNode[];
}

export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Expression }
  | { kind: 'if'; branches: readonly Branch[] }
  | {
      kind: 'case';
      subject: Expression;
      branches: readonly { values: readonly Expression[]; body: readonly TemplateNode[] }[];
      otherwise: readonly TemplateNode[];
    }
  | LoopNode
  | { kind: 'break' | 'continue' }
  | { kind: 'abort'; at: number }
  | { kind: 'assign'; name: string; value: Expression }
  | { kind: 'capture'; name: string; body: readonly TemplateNode[] }
  | { kind: 'render'; name: string; values: ReadonlyMap<string, Expression>; at: number };
