import type { AddressColumn, Target } from './target.js';

/** The one address that a direct message goes to. */
export interface NamedAddress {
  column: AddressColumn;
  address: string;
}

/** The address that `target.email` or `target.msisdn` of a request names; undefined for every other form of a target. */
export function namedAddress(target: Target): NamedAddress | undefined {
  if (target.type !== 'profile' || (target.code !== 'email' && target.code !== 'msisdn')) {
    return undefined;
  }
  return target.field === `target.${target.code}`
    ? { column: target.code, address: String(target.values[0]) }
    : undefined;
}
