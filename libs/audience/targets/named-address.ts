import { isAddressKind } from '#libs/channels/definitions';
import type { AddressColumn, Target } from './target.js';

/** The one address that a direct message goes to. */
export interface NamedAddress {
  column: AddressColumn;
  address: string;
}

/** The address that a request names as its target, such as `target.email`; undefined for every other form of a target. */
export function namedAddress(target: Target): NamedAddress | undefined {
  if (target.type !== 'profile' || !isAddressKind(target.code)) {
    return undefined;
  }
  return target.field === `target.${target.code}`
    ? { column: target.code, address: String(target.values[0]) }
    : undefined;
}
