import { parseTemplate } from '../syntax/parse-template.js';
import { TemplateError } from '../syntax/template-error.js';
import { templateFault, type TemplateFault } from '../syntax/template-faults.js';
import type { Branch, Expression, LoopNode, TemplateNode } from '../syntax/tree.types.js';
import { ExpressionCompiler } from './expression-compiler.js';
import { BREAK, CONTINUE, GO, TemplateAbort, type Evaluate, type Step } from './frame.js';
import { listNames, listNamesIn, listPathsIn } from './list-names.js';
import { isLookup } from './lookup.js';
import { compileLoop } from './loop.js';
import { noteReads } from './note-reads.js';
import type { TemplateBlock } from './program.types.js';
import { Scope, type SlotTable } from './scope.js';
import { subjectOf, writePath, type TemplateGap } from './template-gap.js';
import { TextOutput } from './template-output.js';
import { isEqual, isNil, isTruthy, toPlain, toText } from '../values/values.js';

/** A block that is compiled once, however often it is rendered. */
export interface CompiledBlock {
  params: ReadonlyMap<string, number>;
  run: Step;
}

export interface BlockTable {
  sources: ReadonlyMap<string, TemplateBlock>;
  /** Undefined: it is being compiled, and renders itself. */
  compiled: Map<string, CompiledBlock | undefined>;
}

const ESCAPES = new Set(['escape', 'escape_once']);
/** Nodes that every person gets. */
const UNCONDITIONAL: ReadonlySet<string> = new Set(['text', 'output', 'render']);
/** Filters that make a text of every text, and nothing of none. */
const KEEPING: ReadonlySet<string> = new Set(['upcase', 'downcase', 'capitalize', ...ESCAPES]);
type Filtered = Extract<Expression, { kind: 'filtered' }>;

function isEscapedLast(value: Expression): value is Filtered {
  return value.kind === 'filtered' && ESCAPES.has(value.calls.at(-1)?.name ?? '');
}

function withoutLast({ calls, ...value }: Filtered): Filtered {
  return { ...value, calls: calls.slice(0, -1) };
}

/** Tests if filters, and the figures of defaults, tell of the presence of a value alone. */
function keepsPresence(calls: Filtered['calls']): boolean {
  const last = calls.findLastIndex(({ name }) => name === 'default');
  const isKeeping = ({ name }: Filtered['calls'][number]): boolean =>
    name === 'default' || name === 'date' || KEEPING.has(name);
  const isFilled = calls[last]?.values[0]?.kind === 'literal';
  return calls.slice(0, isFilled ? last + 1 : undefined).every(isKeeping);
}

/** Makes closures of the tree of a template. */
export class TemplateCompiler {
  private readonly scope: Scope;
  private readonly expressions: ExpressionCompiler;
  /** Variables that the template makes, by their slots. */
  private readonly assigned = new Map<string, number>();

  constructor(
    private readonly source: string,
    private readonly table: SlotTable,
    private readonly blocks: BlockTable,
    params: ReadonlyMap<string, number> = new Map(),
    private readonly block?: string,
  ) {
    this.scope = new Scope(table);
    this.expressions = new ExpressionCompiler(
      this.scope,
      (fault, at) => new TemplateError(fault, source, at),
      (expression) => this.gapOf('wrong_type', expression),
    );
    params.forEach((slot, name) => this.scope.declare(name, slot));
  }

  compile(): Step {
    const nodes = parseTemplate(this.source);
    for (const name of listNames(nodes)) {
      const slot = this.table.allocate();
      this.assigned.set(name, slot);
      this.scope.declare(name, slot);
    }
    const outer = [...this.assigned].map(([name, slot]) => ({ slot, from: this.table.global(name) }));
    const body = this.compileBody(nodes);
    return (frame) => {
      for (const { slot, from } of outer) {
        frame.slots[slot] = frame.slots[from];
      }
      return body(frame);
    };
  }

  private compileBody(nodes: readonly TemplateNode[]): Step {
    const steps = nodes.map((node) => this.compileNode(node));
    const [only] = steps;
    const count = steps.length;
    if (only && count === 1) {
      return (frame) => {
        frame.budget.spend(1);
        return only(frame);
      };
    }
    return (frame) => {
      frame.budget.spend(count);
      for (const step of steps) {
        const signal = step(frame);
        if (signal !== GO) {
          return signal;
        }
      }
      return GO;
    };
  }

  private compileNode(node: TemplateNode): Step {
    this.table.readsValues ||= !UNCONDITIONAL.has(node.kind);
    switch (node.kind) {
      case 'text': {
        const { text } = node;
        this.table.literals.push(text);
        return ({ budget, output }) => {
          budget.write(text.length);
          output.literal(text);
          return GO;
        };
      }
      case 'output':
        return this.compileOutput(node.value);
      case 'if':
        return this.compileIf(node.branches);
      case 'case':
        return this.compileCase(node);
      case 'for':
        return this.compileFor(node);
      case 'break':
        return () => BREAK;
      case 'continue':
        return () => CONTINUE;
      case 'abort': {
        this.table.canLack = true;
        const gap = this.createGap('aborted', '', node.at);
        return () => {
          throw new TemplateAbort(gap);
        };
      }
      case 'assign': {
        const [slot, value] = [this.slotOf(node.name), this.evaluate(node.value)];
        return (frame) => {
          frame.slots[slot] = toPlain(value(frame));
          return GO;
        };
      }
      case 'capture':
        return this.compileCapture(this.slotOf(node.name), this.compileCaptured(node.body));
      case 'render':
        return this.compileRender(node.name, node.values, node.at);
    }
  }

  private compileOutput(value: Expression): Step {
    const [input, defaults] =
      value.kind === 'filtered' ? [value.input, value.calls.filter(({ name }) => name === 'default')] : [value, []];
    const hasDefault = defaults.length > 0;
    // Another value may lack too.
    const isFilled = defaults.some(({ values: [stead] }) => stead?.kind === 'literal');
    const global = this.expressions.globalOf(input);
    const evaluate = this.evaluate(value, 'print');
    const bare = isEscapedLast(value) ? this.expressions.compile(withoutLast(value)) : evaluate;
    const lookup = hasDefault ? undefined : this.expressions.lookupOf(input);
    const readItem = lookup === undefined ? undefined : this.expressions.compile(input);
    const slot = global === undefined || hasDefault ? undefined : this.table.global(global);
    const whole = input.kind === 'path' ? this.wholeSlot(input.name, input.keys) : undefined;
    const missing = this.gapOf('missing', value);
    const blank = isFilled ? undefined : this.gapOf('blank', value);
    this.noteSource(value, blank);
    return (frame) => {
      const { slots, output, budget } = frame;
      if (
        slot !== undefined &&
        slots[slot] === undefined &&
        (whole === undefined || slots[whole] === undefined) &&
        output.missing(global ?? '')
      ) {
        if (missing) {
          output.noteGap(missing);
        }
        return GO;
      }
      if (readItem && isNil(readItem(frame)) && output.missing(lookup ?? '')) {
        if (missing) {
          output.noteGap(missing);
        }
        return GO;
      }
      const text = toText(output.escapesHtml ? bare(frame) : evaluate(frame), budget);
      budget.write(text.length);
      if (text === '' && blank) {
        output.noteGap(blank);
      }
      output.value(text);
      return GO;
    };
  }

  /** The slot of a parameter whose name has a point. */
  private wholeSlot(name: string, [key]: readonly Expression[]): number | undefined {
    return key?.kind === 'literal' && typeof key.value === 'string'
      ? this.table.globals.get(`${name}.${key.value}`)
      : undefined;
  }

  private compileIf(branches: readonly Branch[]): Step {
    const compiled = branches.map(({ condition, isNegated = false, body }) => {
      const test = condition && this.evaluate(condition);
      this.scope.guard(condition ? listNamesIn(condition) : [], 1);
      return { test, isNegated, run: this.compileBody(body) };
    });
    branches.forEach(({ condition }) => this.scope.guard(condition ? listNamesIn(condition) : [], -1));
    return (frame) => {
      for (const { test, isNegated, run } of compiled) {
        if (!test || isTruthy(test(frame)) !== isNegated) {
          return run(frame);
        }
      }
      return GO;
    };
  }

  /** Every branch with an equal value is run, as in Liquid. */
  private compileCase({ subject, branches, otherwise }: Extract<TemplateNode, { kind: 'case' }>): Step {
    const readSubject = this.evaluate(subject);
    this.scope.guard(listNamesIn(subject), 1);
    const tests = branches.flatMap(({ values, body }) => {
      const run = this.compileBody(body);
      return [{ values: values.map((value) => this.evaluate(value)), run }];
    });
    const last = this.compileBody(otherwise);
    this.scope.guard(listNamesIn(subject), -1);
    return (frame) => {
      const value = toPlain(readSubject(frame));
      let isHit = false;
      for (const { values, run } of tests) {
        if (values.some((read) => isEqual(value, read(frame), frame.budget))) {
          isHit = true;
          const signal = run(frame);
          if (signal !== GO) {
            return signal;
          }
        }
      }
      return isHit ? GO : last(frame);
    };
  }

  private compileFor(node: LoopNode): Step {
    const { lookups } = this.table;
    const next = lookups.length;
    const isWhole = node.collection.kind === 'path' && node.collection.keys.length === 0;
    const list = isWhole ? this.expressions.globalOf(node.collection) : undefined;
    const collection = this.evaluate(node.collection, list === undefined ? 'decide' : 'loop');
    const looped = lookups[next];
    if (looped && this.expressions.lookupOf(node.collection) !== undefined) {
      looped.isLooped = true;
    }
    const [offset, limit] = [node.offset, node.limit].map((value) => value && this.evaluate(value));
    const [variable, state] = [this.table.allocate(), this.table.allocate()];
    const undo = this.scope.declareElement(node.variable, variable, list);
    this.scope.loops.push(state);
    const body = this.compileBody(node.body);
    this.scope.loops.pop();
    undo();
    const otherwise = this.compileBody(node.otherwise);
    return compileLoop({ collection, offset, limit, isReversed: node.isReversed, variable, state, body, otherwise });
  }

  private compileCaptured(body: readonly TemplateNode[]): Step {
    const { isCaptured } = this.table;
    this.table.isCaptured = true;
    const compiled = this.compileBody(body);
    this.table.isCaptured = isCaptured;
    return compiled;
  }

  private compileCapture(slot: number, body: Step): Step {
    return (frame) => {
      const { output } = frame;
      const captured = new TextOutput((gap) => output.noteGap(gap));
      frame.output = captured;
      const signal = body(frame);
      frame.output = output;
      frame.slots[slot] = captured.written;
      return signal;
    };
  }

  private compileRender(name: string, values: ReadonlyMap<string, Expression>, at: number): Step {
    this.table.capturesBlocks ||= this.table.isCaptured;
    const block = this.findBlock(name, at);
    const readers = [...values].map(([key, value]) => {
      const slot = block.params.get(key) ?? this.fail(templateFault('block_param_unknown', name, key), at);
      return { slot, read: this.evaluate(value) };
    });
    const slots = [...block.params.values()];
    return (frame) => {
      const assignments = readers.map(({ slot, read }) => ({ slot, value: toPlain(read(frame)) }));
      slots.forEach((slot) => (frame.slots[slot] = undefined));
      assignments.forEach(({ slot, value }) => (frame.slots[slot] = value));
      block.run(frame);
      return GO;
    };
  }

  private findBlock(name: string, at: number): CompiledBlock {
    const { sources, compiled } = this.blocks;
    const present = compiled.get(name);
    if (present) {
      return present;
    }
    const source = sources.get(name);
    if (!source || compiled.has(name)) {
      return this.fail(templateFault(source ? 'block_in_itself' : 'block_unknown', name), at);
    }
    compiled.set(name, undefined);
    const params = new Map(source.params.map((param) => [param, this.table.allocate()]));
    const block = { params, run: new TemplateCompiler(source.text, this.table, this.blocks, params, name).compile() };
    compiled.set(name, block);
    return block;
  }

  private evaluate(value: Expression, purpose: 'print' | 'loop' | 'decide' = 'decide'): Evaluate {
    const [input, calls] = value.kind === 'filtered' ? [value.input, value.calls] : [value, []];
    const hasDefault = calls.some(({ name }) => name === 'default');
    const printed = purpose === 'print' && input.kind === 'path' ? input : undefined;
    for (const path of listPathsIn(value)) {
      const { name, at } = path;
      if (this.scope.find(name) === undefined && name !== 'forloop' && !isLookup(path, this.scope)) {
        const isGuarded = this.scope.isGuarded(name);
        this.table.uses.push({ name, isPrinted: path === printed, hasDefault, isGuarded, at });
      }
    }
    const shown = keepsPresence(calls) ? printed : undefined;
    noteReads(value, this.scope, { shown, isLooped: purpose === 'loop', isInBlock: this.block !== undefined });
    return this.expressions.compile(value);
  }

  /** Notes that a printed value could lack: by its presence alone, or by more. */
  private noteSource(value: Expression, blank: TemplateGap | undefined): void {
    const [path, filters] = value.kind === 'filtered' ? [value.input, value.calls] : [value, []];
    const isWhole = path.kind === 'path' && path.keys.length === 0 && this.expressions.globalOf(path) !== undefined;
    this.table.canLack ||= blank !== undefined;
    this.table.readsValues ||= blank !== undefined && !(isWhole && filters.every(({ name }) => KEEPING.has(name)));
  }

  /** Undefined: it reads no value. */
  private gapOf(kind: TemplateGap['kind'], expression: Expression): TemplateGap | undefined {
    const subject = subjectOf(expression);
    return subject && this.createGap(kind, writePath(subject), subject.at);
  }

  private createGap(kind: TemplateGap['kind'], name: string, at: number): TemplateGap {
    return { kind, name, source: this.source, at, ...(this.block !== undefined && { block: this.block }) };
  }

  private slotOf(name: string): number {
    return this.assigned.get(name) ?? this.table.allocate();
  }

  private fail(fault: TemplateFault, at: number): never {
    throw new TemplateError(fault, this.source, at);
  }
}
