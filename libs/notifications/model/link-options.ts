import type { DispatchOptions } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';

/** The base of the links in a message: where the request reached this installation. */
export function toLinkOptions({ linkBase }: Caller): Pick<DispatchOptions, 'linkBase'> {
  return linkBase === undefined ? {} : { linkBase };
}
