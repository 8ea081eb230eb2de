import type { Caller } from '#libs/tenancy';
import type { ConsentOrigin } from '#libs/users';

/** The key of a request, as the history of consent names it. */
export function originOf({ by }: Caller): ConsentOrigin {
  return { source: 'API', by: by.name };
}
