import type { TemplateItemField, TemplateLookup, TemplateRead, TemplateUse } from './program.types.js';

/** Places of variables in a frame. */
export class SlotTable {
  size = 0;
  /** Values from outside: parameters and attributes, by name. */
  readonly globals = new Map<string, number>();
  readonly uses: TemplateUse[] = [];
  readonly reads: TemplateRead[] = [];
  readonly lookups: TemplateLookup[] = [];
  readonly itemFields: TemplateItemField[] = [];
  readonly literals: string[] = [];
  dependsOnPlace = false;
  /** Something of it could lack for a person. */
  canLack = false;
  /** Gaps depend on more than the presence of names. */
  readsValues = false;
  /** Tests if the compiled part is captured: it is a value then, and no text yet. */
  isCaptured = false;
  /** A block is rendered into such a value. */
  capturesBlocks = false;

  allocate(): number {
    this.size += 1;
    return this.size - 1;
  }

  global(name: string): number {
    const slot = this.globals.get(name) ?? this.allocate();
    this.globals.set(name, slot);
    return slot;
  }
}

/** The names that a part of a template may read. */
export class Scope {
  private readonly variables = new Map<string, number>();
  /** Lists from outside, by the variables of loops over them. */
  private readonly lists = new Map<string, string>();
  /** Slots of the states of the loops around, innermost last. */
  readonly loops: number[] = [];
  /** Conditions around that ask for a name. */
  private readonly guards = new Map<string, number>();

  constructor(readonly table: SlotTable) {}

  find(name: string): number | undefined {
    return this.variables.get(name);
  }

  /** @returns undoes it */
  declare(name: string, slot: number): () => void {
    const before = this.variables.get(name);
    this.variables.set(name, slot);
    return () => {
      if (before === undefined) {
        this.variables.delete(name);
      } else {
        this.variables.set(name, before);
      }
    };
  }

  /** The list from outside whose elements a variable holds. */
  listOf(name: string): string | undefined {
    return this.lists.get(name);
  }

  /** @param list  undefined: no list from outside @returns undoes it */
  declareElement(name: string, slot: number, list: string | undefined): () => void {
    const undo = this.declare(name, slot);
    const before = this.lists.get(name);
    this.setList(name, list);
    return () => {
      this.setList(name, before);
      undo();
    };
  }

  private setList(name: string, list: string | undefined): void {
    if (list === undefined) {
      this.lists.delete(name);
    } else {
      this.lists.set(name, list);
    }
  }

  isGuarded(name: string): boolean {
    return (this.guards.get(name) ?? 0) > 0;
  }

  /** @param change  1 where a condition begins, -1 where it ends */
  guard(names: readonly string[], change: 1 | -1): void {
    for (const name of names) {
      this.guards.set(name, (this.guards.get(name) ?? 0) + change);
    }
  }
}
