import { findFilter } from '../filters/filter-table.js';
import { NUMBER_FILTERS } from '../filters/number-filters.js';
import { readNumber } from '../filters/read-number.js';
import type { FilterRun } from '../filters/filter.types.js';
import { LOCAL_FILTERS } from '../filters/local-filters.js';
import { isBlankForDefault } from '../filters/text-filters.js';
import { compileItem, compileSelection, isLookup, literalOf, nameOfLookup, readLookup } from './lookup.js';
import type { TemplateError } from '../syntax/template-error.js';
import { templateFault, type TemplateFault } from '../syntax/template-faults.js';
import type { Expression, FilterCall, PathExpression } from '../syntax/tree.types.js';
import { LoopState, type Evaluate, type Frame } from './frame.js';
import type { Scope } from './scope.js';
import type { TemplateGap } from './template-gap.js';
import { BLANK, compare, EMPTY, isTruthy, NIL, readField, toNumber, toPlain } from '../values/values.js';

const SPECIAL_VALUES = { empty: EMPTY, blank: BLANK, nil: NIL } as const;
const NOTHING: Readonly<Record<string, unknown>> = {};
const LOOP_FIELDS: Readonly<Record<string, (state: LoopState) => unknown>> = {
  index: ({ index }) => index + 1,
  index0: ({ index }) => index,
  rindex: ({ index, length }) => length - index,
  rindex0: ({ index, length }) => length - index - 1,
  first: ({ index }) => index === 0,
  last: ({ index, length }) => index === length - 1,
  length: ({ length }) => length,
};

/** Makes closures of expressions. */
export class ExpressionCompiler {
  /**
   * @param faultAt  makes a fault with its place in the source
   * @param gapOf    a place where the value of an expression is of a wrong type
   */
  constructor(
    private readonly scope: Scope,
    private readonly faultAt: (fault: TemplateFault, at: number) => TemplateError,
    private readonly gapOf: (expression: Expression) => TemplateGap | undefined,
  ) {}

  compile(expression: Expression): Evaluate {
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression;
        return () => value;
      }
      case 'special': {
        const value = SPECIAL_VALUES[expression.name];
        return () => value;
      }
      case 'path':
        return this.compilePath(expression);
      case 'range':
        return this.compileRange(expression.from, expression.to);
      case 'compare': {
        const [left, right] = [this.compile(expression.left), this.compile(expression.right)];
        const { operator } = expression;
        return (frame) => compare(operator, left(frame), right(frame), frame.budget);
      }
      case 'logic': {
        const [left, right] = [this.compile(expression.left), this.compile(expression.right)];
        return expression.operator === 'and'
          ? (frame) => isTruthy(left(frame)) && isTruthy(right(frame))
          : (frame) => isTruthy(left(frame)) || isTruthy(right(frame));
      }
      case 'not': {
        const operand = this.compile(expression.operand);
        return (frame) => !isTruthy(operand(frame));
      }
      case 'filtered':
        return expression.calls.reduce(
          (input, call) => this.compileFilter(input, call, expression.input),
          this.compile(expression.input),
        );
    }
  }

  /** The name from outside that a path begins with; undefined: it is a variable of the template. */
  globalOf(expression: Expression): string | undefined {
    return expression.kind === 'path' &&
      expression.name !== 'forloop' &&
      !isLookup(expression, this.scope) &&
      this.scope.find(expression.name) === undefined
      ? expression.name
      : undefined;
  }

  /** The name under which a report has a look-up without a value; undefined: the expression is none. */
  lookupOf(expression: Expression): string | undefined {
    return expression.kind === 'path' && isLookup(expression, this.scope) ? nameOfLookup(expression) : undefined;
  }

  private compilePath(path: PathExpression): Evaluate {
    const { name, keys, at } = path;
    if (isLookup(path, this.scope)) {
      const refuse = (fault: TemplateFault): TemplateError => this.faultAt(fault, at);
      const { catalog, key, fields } = readLookup(path, refuse);
      this.scope.table.readsValues = true;
      const lookup = { catalog, key: literalOf(key), fields: fields.map(literalOf), isLooped: false, refuse };
      this.scope.table.lookups.push(lookup);
      return key.kind === 'literal' && typeof key.value === 'string'
        ? compileSelection(
            catalog,
            key.value,
            fields.map((field) => this.compile(field)),
          )
        : this.compileKeys(compileItem(catalog, this.compile(key)), fields);
    }
    const [loop] = this.scope.loops.slice(-1);
    if (name === 'forloop' && loop !== undefined) {
      return this.compileLoopField(keys, loop, at);
    }
    const variable = this.scope.find(name);
    if (variable !== undefined) {
      this.noteItemField(path);
      return this.compileKeys((frame) => frame.slots[variable], keys);
    }
    const slot = this.scope.table.global(name);
    const [first, ...rest] = keys;
    if (first?.kind === 'literal' && typeof first.value === 'string') {
      // Parameters of journeys have names such as `event.price`.
      const whole = this.scope.table.global(`${name}.${first.value}`);
      const key = first.value;
      return this.compileKeys(({ slots }) => slots[whole] ?? readField(slots[slot], key), rest);
    }
    return this.compileKeys((frame) => frame.slots[slot], keys);
  }

  private noteItemField({ name, keys: [key], at }: PathExpression): void {
    const list = this.scope.listOf(name);
    if (list !== undefined && key?.kind === 'literal' && typeof key.value === 'string') {
      this.scope.table.itemFields.push({ list, field: key.value, at });
    }
  }

  private compileLoopField(keys: readonly Expression[], loop: number, at: number): Evaluate {
    const [key] = keys;
    const name = key?.kind === 'literal' ? String(key.value) : '';
    const read = Object.hasOwn(LOOP_FIELDS, name) ? LOOP_FIELDS[name] : undefined;
    if (!read || keys.length > 1) {
      throw this.faultAt(templateFault('loop_field_unknown', Object.keys(LOOP_FIELDS).join(', ')), at);
    }
    return ({ slots }) => {
      const state = slots[loop];
      return state instanceof LoopState ? read(state) : undefined;
    };
  }

  private compileKeys(base: Evaluate, keys: readonly Expression[]): Evaluate {
    return keys.reduce<Evaluate>((inner, key) => {
      if (key.kind === 'literal') {
        const { value } = key;
        return (frame) => readField(inner(frame), value);
      }
      const readKey = this.compile(key);
      return (frame) => readField(inner(frame), readKey(frame));
    }, base);
  }

  private compileRange(from: Expression, to: Expression): Evaluate {
    const [first, last] = [this.compile(from), this.compile(to)];
    return (frame) => {
      const [low, high] = [toNumber(first(frame)), toNumber(last(frame))];
      const count = Math.max(0, Math.floor(high - low) + 1);
      frame.budget.spend(count);
      return Array.from({ length: count }, (_none, index) => low + index);
    };
  }

  private compileFilter(input: Evaluate, { name, values, named }: FilterCall, source: Expression): Evaluate {
    const filter = findFilter(name);
    const isLocal = Object.hasOwn(LOCAL_FILTERS, name);
    this.scope.table.dependsOnPlace ||= isLocal;
    const readers = values.map((value) => this.compile(value));
    const readNamed = this.compileNamed(named);
    const gap = this.gapOf(source);
    const isOnNumbers = Object.hasOwn(NUMBER_FILTERS, name);
    if (gap && (isLocal || isOnNumbers)) {
      this.scope.table.canLack = true;
      this.scope.table.readsValues = true;
    }
    const global = name === 'default' ? (this.globalOf(source) ?? this.lookupOf(source)) : undefined;
    return (frame) => {
      frame.budget.spend(1);
      const value = toPlain(input(frame));
      const all = readNamed(frame);
      if (global !== undefined && isBlankForDefault(value, all['allow_false'])) {
        frame.output.noteDefault(global);
      }
      const list = readers.length === 0 ? [] : readers.map((read) => toPlain(read(frame)));
      const run: FilterRun = { budget: frame.budget, place: frame.place, named: all, isWrongType: false };
      const result = filter(value, list, run);
      if (gap && (run.isWrongType || (isOnNumbers && readNumber(value) === undefined))) {
        frame.output.noteGap(gap);
      }
      return result;
    };
  }

  private compileNamed(named: ReadonlyMap<string, Expression>): (frame: Frame) => Readonly<Record<string, unknown>> {
    if (named.size === 0) {
      return () => NOTHING;
    }
    const readers = [...named].map(([name, value]) => [name, this.compile(value)] as const);
    return (frame) => Object.fromEntries(readers.map(([name, read]) => [name, toPlain(read(frame))]));
  }
}
