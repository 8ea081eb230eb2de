import { TemplateError } from '../syntax/template-error.js';
import { templateFault } from '../syntax/template-faults.js';
import { Frame } from './frame.js';
import type { TemplateBlock, TemplateProgram, TemplateRun } from './program.types.js';
import { SlotTable } from './scope.js';
import { StepBudget } from '../values/step-budget.js';
import { TemplateCompiler, type CompiledBlock } from './template-compiler.js';
import { TextOutput } from './template-output.js';
import type { ItemReader, TemplatePlace } from '../filters/filter.types.js';

/** Names that are looked up for each person before a run. */
const MAX_NAMES = 1000;

/**
 * Makes a program of a template.
 *
 * @param blocks  parts that it may render, by name
 * @param params  names of its parameters: it is a block itself
 * @throws TemplateError for everything that is not in the lists of tags and filters
 */
export function compileTemplate(
  source: string,
  blocks: ReadonlyMap<string, TemplateBlock> = new Map(),
  params: readonly string[] = [],
): TemplateProgram {
  const table = new SlotTable();
  const blockTable = { sources: blocks, compiled: new Map<string, CompiledBlock | undefined>() };
  const slots = new Map(params.map((name) => [name, table.allocate()]));
  const start = new TemplateCompiler(source, table, blockTable, slots).compile();
  const globals = [...table.globals];
  if (globals.length > MAX_NAMES) {
    throw new TemplateError(templateFault('too_many_names'), source, 0);
  }
  return {
    names: globals.map(([name]) => name),
    uses: table.uses,
    // A block is compiled once, so one that is captured anywhere counts as captured.
    reads: table.reads.map((read) =>
      table.capturesBlocks && read.isInBlock ? { ...read, decides: true, decidesByField: true } : read,
    ),
    lookups: table.lookups,
    itemFields: table.itemFields,
    literals: table.literals,
    blocks: [...blockTable.compiled.keys()],
    canLack: table.canLack,
    readsValues: table.readsValues,
    dependsOnPlace: table.dependsOnPlace,
    run(valueOf, { budget, place, output, items }: TemplateRun) {
      const slots = Array.from<unknown>({ length: table.size });
      for (const [name, slot] of globals) {
        slots[slot] = valueOf(name);
      }
      start(new Frame(slots, budget, place, output, items));
    },
  };
}

/** Runs a program into one text, without escapes. @throws TemplateAbort, TemplateTooLongError */
export function renderText(
  program: TemplateProgram,
  data: Readonly<Record<string, unknown>>,
  place: TemplatePlace,
  items?: ItemReader,
): string {
  const output = new TextOutput();
  const valueOf = (name: string): unknown => (Object.hasOwn(data, name) ? data[name] : undefined);
  program.run(valueOf, { budget: new StepBudget(), place, output, items });
  return output.written;
}
