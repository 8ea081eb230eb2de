import type { ItemReader, TemplatePlace } from '../filters/filter.types.js';
import type { TemplateError } from '../syntax/template-error.js';
import type { TemplateFault } from '../syntax/template-faults.js';
import type { StepBudget } from '../values/step-budget.js';
import type { TemplateOutput } from './template-output.js';

/**
 * A name that a template reads from outside.
 *
 * @property isPrinted  its value stands in the text
 * @property isGuarded  a condition around asks for it
 * @property at         in the source, in characters; of a block: where it is rendered
 */
export interface TemplateUse {
  name: string;
  isPrinted: boolean;
  hasDefault: boolean;
  isGuarded: boolean;
  at: number;
}

/**
 * A value from outside that a template reads. It decides by one where more than its presence matters: in a condition, a loop,
 * an argument, a capture, or behind filters that leave nothing.
 *
 * @property field           the key right behind the name, or of an element of the list; undefined: all of it, or any
 * @property decides         by the value of the name
 * @property decidesByField  by more than a field that is printed as it is
 * @property isInBlock       it stands in a part of several templates
 */
export interface TemplateRead {
  name: string;
  field: string | undefined;
  decides: boolean;
  decidesByField: boolean;
  isInBlock: boolean;
}

/**
 * A look-up in a catalog.
 *
 * @property key       as it is written, perhaps the name of a selection; undefined: known in the run alone
 * @property fields    behind the key; undefined: known in the run alone
 * @property isLooped  a loop runs over its value
 * @property refuse    a fault with its place
 */
export interface TemplateLookup {
  catalog: string;
  key: string | undefined;
  fields: readonly (string | undefined)[];
  isLooped: boolean;
  refuse(fault: TemplateFault): TemplateError;
}

/** A field of the elements of a list from outside, which a loop reads. @property at  in the source, in characters */
export interface TemplateItemField {
  list: string;
  field: string;
  at: number;
}

export interface TemplateRun {
  budget: StepBudget;
  place: TemplatePlace;
  output: TemplateOutput;
  /** Absent: no catalog has an item. */
  items?: ItemReader | undefined;
}

/** A template that is ready to run, any number of times. */
export interface TemplateProgram {
  /** Everything that it may read from outside. */
  names: readonly string[];
  uses: readonly TemplateUse[];
  reads: readonly TemplateRead[];
  lookups: readonly TemplateLookup[];
  itemFields: readonly TemplateItemField[];
  /** Names of the blocks that it renders, also inside blocks. */
  blocks: readonly string[];
  /** The words of the author, as they are written. */
  literals: readonly string[];
  /** A value, or the whole text, could lack for a person. */
  canLack: boolean;
  /** Its gaps depend on more than the presence of the names that it prints. */
  readsValues: boolean;
  /** Its text differs by language, zone or moment. */
  dependsOnPlace: boolean;
  /**
   * @param valueOf  JSON; undefined: there is none
   * @throws TemplateAbort, TemplateTooLongError
   */
  run(valueOf: (name: string) => unknown, run: TemplateRun): void;
}

/** A part of several templates, with the names of its parameters. */
export interface TemplateBlock {
  text: string;
  params: readonly string[];
}
