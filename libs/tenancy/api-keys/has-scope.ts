import type { Caller, Scope } from '../model/api-key.types.js';

/** Tests if a key may use a part of the interface. A key without a list of scopes has all. */
export function hasScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): boolean {
  return scopes === null || scopes.includes(scope);
}
