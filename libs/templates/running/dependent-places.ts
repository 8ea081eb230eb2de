import { parseTemplate } from '../syntax/parse-template.js';
import type { Expression, TemplateNode } from '../syntax/tree.types.js';
import { listExpressions, listPathsIn, listRendered } from './list-names.js';
import type { TemplateBlock } from './program.types.js';
import type { TemplateGap } from './template-gap.js';

/** Filters that print something of every text. */
const KEEPING: ReadonlySet<string> = new Set(['upcase', 'downcase', 'capitalize', 'escape', 'escape_once']);

/** Places where a template could lack something, depending on values that are not known yet. */
export interface DependentPlaces {
  readonly isEmpty: boolean;
  has(gap: Pick<TemplateGap, 'at' | 'block' | 'name'>): boolean;
}

/**
 * Finds the places of a template whose gaps depend on some names: they print them, stand in a condition or loop about them, or
 * use a variable made of them. In doubt a place depends, whatever the order in which a template runs.
 *
 * @param isAsked  tests a name from outside
 * @throws TemplateError
 */
export function findDependentPlaces(
  source: string,
  blocks: ReadonlyMap<string, TemplateBlock>,
  isAsked: (name: string) => boolean,
): DependentPlaces {
  const search = new DependenceSearch(blocks, isAsked);
  return search.run(source);
}

/** Findings about a template or block. @property names  variables and parameters that depend */
interface Part {
  block: string | undefined;
  nodes: readonly TemplateNode[];
  names: Set<string>;
  dependsWhole: boolean;
}

class DependenceSearch {
  private readonly parts = new Map<string | undefined, Part>();
  private readonly places = new Set<string>();
  /** Placeholders in texts. */
  private readonly placeholders = new Set<string>();
  /** A loop ends early: what follows depends. */
  private dependsAll = false;

  constructor(
    private readonly blocks: ReadonlyMap<string, TemplateBlock>,
    private readonly isAsked: (name: string) => boolean,
  ) {}

  /** Looks again until nothing is added: a loop may use what it makes later. */
  run(source: string): DependentPlaces {
    this.parts.set(undefined, {
      block: undefined,
      nodes: parseTemplate(source),
      names: new Set(),
      dependsWhole: false,
    });
    for (let known = -1; known < this.size;) {
      known = this.size;
      for (const part of this.parts.values()) {
        this.walk(part.nodes, part, part.dependsWhole);
      }
    }
    return {
      isEmpty: this.places.size + this.placeholders.size === 0 && !this.dependsAll,
      has: ({ at, block, name }) =>
        this.dependsAll || this.places.has(placeOf(block, at)) || this.placeholders.has(name),
    };
  }

  private get size(): number {
    const parts = [...this.parts.values()];
    const inParts = parts.reduce((sum, { names, dependsWhole }) => sum + 1 + names.size + Number(dependsWhole), 0);
    return inParts + this.places.size + this.placeholders.size + Number(this.dependsAll);
  }

  private walk(nodes: readonly TemplateNode[], part: Part, depends: boolean): void {
    nodes.forEach((node) => this.visit(node, part, depends));
  }

  private visit(node: TemplateNode, part: Part, depends: boolean): void {
    switch (node.kind) {
      case 'text':
        for (const [, name = ''] of depends ? node.text.matchAll(/@\{([^{}|]+)\}/g) : []) {
          this.placeholders.add(name.trim());
        }
        return;
      case 'output':
        if (canLack(node.value)) {
          this.note(node.value, part, depends);
        }
        return;
      case 'assign':
        if (this.note(node.value, part, depends)) {
          part.names.add(node.name);
        }
        return;
      case 'capture': {
        this.walk(node.body, part, depends);
        if (depends || this.hasDependent(node.body, part)) {
          part.names.add(node.name);
        }
        return;
      }
      case 'if': {
        let inBranch = depends;
        for (const { condition, body } of node.branches) {
          inBranch = (condition !== undefined && this.note(condition, part, inBranch)) || inBranch;
          this.walk(body, part, inBranch);
        }
        return;
      }
      case 'case': {
        const values = [node.subject, ...node.branches.flatMap((branch) => branch.values)];
        const inBranch = values.map((value) => this.note(value, part, depends)).includes(true);
        node.branches.forEach(({ body }) => this.walk(body, part, inBranch));
        this.walk(node.otherwise, part, inBranch);
        return;
      }
      case 'for': {
        const values = [node.collection, node.offset, node.limit].flatMap((value) => value ?? []);
        const inLoop = values.map((value) => this.note(value, part, depends)).includes(true);
        if (inLoop) {
          part.names.add(node.variable);
        }
        this.walk(node.body, part, inLoop);
        this.walk(node.otherwise, part, inLoop);
        return;
      }
      case 'break':
      case 'continue':
        this.dependsAll ||= depends;
        return;
      case 'abort':
        if (depends) {
          this.places.add(placeOf(part.block, node.at));
        }
        return;
      case 'render': {
        const called = this.partOf(node.name);
        called.dependsWhole ||= depends;
        for (const [param, value] of node.values) {
          if (this.note(value, part, depends)) {
            called.names.add(param);
          }
        }
      }
    }
  }

  private partOf(name: string): Part {
    const known = this.parts.get(name);
    if (known) {
      return known;
    }
    const nodes = parseTemplate(this.blocks.get(name)?.text ?? '');
    const part = { block: name, nodes, names: new Set<string>(), dependsWhole: false };
    this.parts.set(name, part);
    return part;
  }

  /** Notes the places of an expression that depends, or stands where something depends. */
  private note(value: Expression, part: Part, depends: boolean): boolean {
    const isDependent = depends || this.depends(value, part);
    if (isDependent && canLack(value)) {
      listPathsIn(value).forEach(({ at }) => this.places.add(placeOf(part.block, at)));
    }
    return isDependent;
  }

  private hasDependent(nodes: readonly TemplateNode[], part: Part): boolean {
    return (
      listExpressions(nodes).some((value) => this.depends(value, part)) ||
      listRendered(nodes).some((name) => {
        const called = this.partOf(name);
        return called.dependsWhole || listExpressions(called.nodes).some((value) => this.depends(value, called));
      })
    );
  }

  private depends(value: Expression, part: Part): boolean {
    return listPathsIn(value).some(({ name }) => part.names.has(name) || this.isAsked(name));
  }
}

/** Tests if a value could lack: a literal never does, and a literal stands for others behind `default`. */
function canLack(value: Expression): boolean {
  const [input, calls] = value.kind === 'filtered' ? [value.input, value.calls] : [value, []];
  const hasDefault = calls.some(({ name, values: [stead] }) => name === 'default' && stead?.kind === 'literal');
  const isKept = calls.every(({ name }) => name === 'default' || KEEPING.has(name));
  return input.kind !== 'literal' && !(hasDefault && isKept);
}

function placeOf(block: string | undefined, at: number): string {
  return `${block ?? ''} ${at}`;
}
