import type { Caller } from '#libs/tenancy';
import type { ConsentOrigin } from '#libs/users/consent';

/** The key of a request, as the history of consent names it. */
export function originOf({ by }: Caller): ConsentOrigin {
  return { source: 'API', by: by.name };
}
