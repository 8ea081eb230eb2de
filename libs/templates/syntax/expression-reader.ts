import { isFilter } from '../filters/filter-table.js';
import { readQuoted } from './quoted-text.js';
import { TemplateError } from './template-error.js';
import { templateFault, type TemplateFault } from './template-faults.js';
import type { Operator } from '../values/values.js';
import type { Expression, FilterCall, Special } from './tree.types.js';

/** Names of variables and keys: letters of any script. */
const NAME = /[\w?\u00aa-\u1fff\u2c00-\ud7ff\uf900-\ufdcf\ufdf0-\ufefe\ufe70-\uffef\ud800-\udfff-]+/y;
const NUMBER = /[+-]?\d+(?:\.(?!\.)\d*)?(?![\w?-])/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;
const OPERATOR = /(?:==|!=|<=|>=|<|>|contains(?![\w?-]))/y;
const LOGIC = /(?:and|or)(?![\w?-])/y;
const NOT = /not(?![\w?-])/y;
const BLANKS = /\s*/y;
const SPECIALS: Readonly<Record<string, Special>> = { empty: 'empty', blank: 'blank', nil: 'nil', null: 'nil' };
/** Expressions inside an expression, far from the end of the stack. */
const MAX_DEPTH = 50;
/** Names that mean something to JavaScript: no data has them. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads the expressions of a tag or an output, one after another. */
export class ExpressionReader {
  private at = 0;
  private depth = 0;

  /**
   * @param text   that is read
   * @param start  of the text in the source
   */
  constructor(
    private readonly text: string,
    private readonly source: string,
    private readonly start: number,
  ) {}

  get isAtEnd(): boolean {
    this.match(BLANKS);
    return this.at >= this.text.length;
  }

  /** @throws TemplateError */
  fail(fault: TemplateFault, at = this.at): never {
    throw new TemplateError(fault, this.source, this.start + at);
  }

  expectEnd(): void {
    if (!this.isAtEnd) {
      this.fail(templateFault('unexpected', JSON.stringify(this.text.slice(this.at, this.at + 20))));
    }
  }

  /** Reads a sign if it comes next. */
  takes(sign: string): boolean {
    this.match(BLANKS);
    const isNext = this.text.startsWith(sign, this.at);
    this.at += isNext ? sign.length : 0;
    return isNext;
  }

  /** Reads a name; undefined: none comes next. */
  readName(): string | undefined {
    this.match(BLANKS);
    const name = this.match(NAME)?.[0];
    if (name !== undefined && RESERVED.has(name)) {
      this.fail(templateFault('reserved_name', name), this.at - name.length);
    }
    return name;
  }

  readQuoted(): string | undefined {
    this.match(BLANKS);
    const quoted = this.match(QUOTED);
    return quoted && readQuoted(quoted[1] ?? quoted[2] ?? '');
  }

  /** An expression, and the filters that it passes through. */
  readFiltered(): Expression {
    const input = this.readExpression();
    const calls: FilterCall[] = [];
    while (this.takes('|')) {
      calls.push(this.readFilter());
    }
    return calls.length === 0 ? input : { kind: 'filtered', input, calls };
  }

  /** A value: a literal, a range or a path. */
  readValue(): Expression {
    this.match(BLANKS);
    return this.nested(() => this.readLiteral() ?? this.readRange() ?? this.readPath());
  }

  /** `and` and `or` bind alike, from the right, as in Liquid. */
  private readExpression(): Expression {
    const left = this.nested(() => this.readNegation());
    this.match(BLANKS);
    const operator = this.match(LOGIC)?.[0];
    return operator === undefined
      ? left
      : { kind: 'logic', operator: operator as 'and' | 'or', left, right: this.nested(() => this.readExpression()) };
  }

  private readNegation(): Expression {
    this.match(BLANKS);
    if (this.match(NOT)) {
      return { kind: 'not', operand: this.nested(() => this.readNegation()) };
    }
    const left = this.readValue();
    this.match(BLANKS);
    const operator = this.match(OPERATOR)?.[0];
    return operator === undefined
      ? left
      : { kind: 'compare', operator: operator as Operator, left, right: this.readValue() };
  }

  private readLiteral(): Expression | undefined {
    const text = this.readQuoted();
    if (text !== undefined) {
      return { kind: 'literal', value: text };
    }
    const number = this.match(NUMBER)?.[0];
    return number === undefined ? undefined : { kind: 'literal', value: Number(number) };
  }

  private readRange(): Expression | undefined {
    if (!this.takes('(')) {
      return undefined;
    }
    const from = this.readValue();
    if (!this.takes('..')) {
      this.fail(templateFault('not_a_range'));
    }
    const to = this.readValue();
    if (!this.takes(')')) {
      this.fail(templateFault('range_open'));
    }
    return { kind: 'range', from, to };
  }

  private readPath(): Expression {
    const begin = this.at;
    const isBracket = this.text[this.at] === '[';
    const name = isBracket ? this.readFirstKey() : this.readName();
    if (name === undefined) {
      this.fail(
        this.isAtEnd
          ? templateFault('value_expected')
          : templateFault('unexpected', JSON.stringify(this.text.slice(begin, begin + 20))),
      );
    }
    const keys = this.readKeys();
    if (keys.length === 0 && !isBracket) {
      const special = Object.hasOwn(SPECIALS, name) ? SPECIALS[name] : undefined;
      if (special) {
        return { kind: 'special', name: special };
      }
      if (name === 'true' || name === 'false') {
        return { kind: 'literal', value: name === 'true' };
      }
    }
    return { kind: 'path', name, keys, at: this.start + begin };
  }

  /** A name with blanks: `["first name"]`. */
  private readFirstKey(): string {
    this.takes('[');
    const name = this.readQuoted();
    if (name === undefined || name === '' || !this.takes(']')) {
      this.fail(templateFault('quoted_name_expected'));
    }
    return name;
  }

  private readKeys(): Expression[] {
    const keys: Expression[] = [];
    for (;;) {
      if (this.text[this.at] === '[') {
        this.at += 1;
        keys.push(this.readValue());
        if (!this.takes(']')) {
          this.fail(templateFault('bracket_open'));
        }
      } else if (this.text[this.at] === '.' && this.text[this.at + 1] !== '.') {
        this.at += 1;
        const key = this.readName();
        if (key === undefined) {
          this.fail(templateFault('field_expected'));
        }
        keys.push({ kind: 'literal', value: key });
      } else {
        return keys;
      }
    }
  }

  private readFilter(): FilterCall {
    this.match(BLANKS);
    const begin = this.at;
    const name = this.match(NAME)?.[0];
    if (name === undefined || !isFilter(name)) {
      this.fail(name === undefined ? templateFault('filter_expected') : templateFault('filter_unknown', name), begin);
    }
    const values: Expression[] = [];
    const named = new Map<string, Expression>();
    if (this.takes(':')) {
      do {
        const value = this.readValue();
        if (value.kind === 'path' && value.keys.length === 0 && this.takes(':')) {
          named.set(value.name, this.readValue());
        } else {
          values.push(value);
        }
      } while (this.takes(','));
    }
    return { name, values, named, at: this.start + begin };
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      this.fail(templateFault('too_deep'));
    }
    const result = read();
    this.depth -= 1;
    return result;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    this.at += match?.[0].length ?? 0;
    return match ?? undefined;
  }
}
