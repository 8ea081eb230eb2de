import type { Expression, PathExpression } from '../syntax/tree.types.js';
import { listPathsIn } from './list-names.js';
import { isLookup } from './lookup.js';
import type { Scope } from './scope.js';

/**
 * The place of an expression.
 *
 * @property shown     path whose value is printed as it is; undefined: none
 * @property isLooped  a loop runs over it, and its elements are noted on their own
 * @property isInBlock  it is a part of several templates
 */
interface ReadPlace {
  shown: PathExpression | undefined;
  isLooped: boolean;
  isInBlock: boolean;
}

/** Notes which values from outside an expression reads, and if the template decides by them. */
export function noteReads(value: Expression, scope: Scope, { shown, isLooped, isInBlock }: ReadPlace): void {
  const { table } = scope;
  for (const path of listPathsIn(value)) {
    const { keys } = path;
    const list = scope.find(path.name) === undefined ? undefined : scope.listOf(path.name);
    const isOutside = scope.find(path.name) === undefined && path.name !== 'forloop' && !isLookup(path, scope);
    if (isOutside || list !== undefined) {
      const isShown = path === shown && !table.isCaptured;
      const [key] = keys;
      const field = key?.kind === 'literal' && typeof key.value === 'string' ? key.value : undefined;
      const isWhole = keys.length === 0;
      table.reads.push({
        name: list ?? path.name,
        field,
        decides: !(isShown && isWhole && isOutside),
        decidesByField: !(isLooped && isWhole) && !(isShown && (isWhole || (keys.length === 1 && field !== undefined))),
        isInBlock,
      });
    }
  }
}
