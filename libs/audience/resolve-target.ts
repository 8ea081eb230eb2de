import type { AttributeDefinition } from '#libs/users';
import { AppError, malformed } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import type { ResolvedTarget, Target } from './target.js';
import { typedValue } from './typed-value.js';

/** What the names of a target stand for in one application. */
export interface Names {
  appId: number;
  attributes: ReadonlyMap<string, AttributeDefinition>;
  tagIds: ReadonlyMap<string, number>;
  instIds: readonly number[];
}

/** Tag names of a target. */
export function tagNamesOf(target: Target): string[] {
  return target.type === 'tag' ? target.names : partsOf(target).flatMap(tagNamesOf);
}

/** Device tokens of a target. */
export function tokensOf(target: Target): string[] {
  return target.type === 'tokens' ? target.tokens : partsOf(target).flatMap(tokensOf);
}

function partsOf(target: Target): readonly Target[] {
  return target.type === 'and' || target.type === 'or' ? target.of : [];
}

/**
 * Puts numbers for names. An unknown tag is one that nobody has; an unknown attribute, a value that its type cannot have
 * and an unknown segment are refused.
 *
 * @throws AppError malformed, bad_address, segment_unusable
 */
export function resolveTarget(target: Target, names: Names): ResolvedTarget {
  switch (target.type) {
    case 'all':
      return target;
    case 'and':
    case 'or':
      return { type: target.type, of: target.of.map((part) => resolveTarget(part, names)) };
    case 'tag': {
      const tagIds = target.names.flatMap((name) => names.tagIds.get(name) ?? []);
      const isImpossible = target.mode === 'all' && tagIds.length < target.names.length;
      return isImpossible ? { type: 'never' } : { type: 'tag', mode: target.mode, tagIds };
    }
    case 'segment':
      throw new AppError('segment_unusable', `Segment '${(target.names[0] ?? '').slice(0, 80)}' does not exist`);
    case 'location':
      throw malformed("Field 'target.location' cannot be used: no location of any installation is known");
    case 'profile':
      return resolveValues(target, names);
    case 'exists': {
      const { attrId, column } = attributeOf(target.code, names);
      const { exists } = target;
      return column ? { type: 'addressExists', column, exists } : { type: 'attributeExists', attrId, exists };
    }
    case 'extIds':
      return {
        type: 'extIds',
        vbs: target.extIds.map((extId) => bucketOf(names.appId, extId)),
        extIds: target.extIds,
      };
    case 'tokens':
      return { type: 'installations', instIds: [...names.instIds] };
  }
}

function resolveValues({ code, values }: Target & { type: 'profile' }, names: Names): ResolvedTarget {
  const definition = attributeOf(code, names);
  const typed = values.map((value) => typedValue(definition, value));
  const { column, attrId } = definition;
  return column ? { type: 'address', column, values: typed.map(String) } : { type: 'attribute', attrId, values: typed };
}

function attributeOf(code: string, names: Names): AttributeDefinition {
  const definition = names.attributes.get(code);
  if (!definition) {
    throw malformed(`Profile attribute '${code.slice(0, 80)}' is not defined`);
  }
  return definition;
}
