import type { AttributeDefinition } from './attribute.types.js';

/**
 * Tests if values of an attribute are shown only to those with a right to private ones: private and sealed attributes, and
 * addresses, whatever their definition says.
 */
export function isPrivateAttribute({
  privateInfo,
  sealed,
  column,
}: Pick<AttributeDefinition, 'privateInfo' | 'sealed' | 'column'>): boolean {
  return privateInfo || sealed === true || column !== undefined;
}
