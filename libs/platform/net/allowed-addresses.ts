import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { AddressList } from './address-list.js';
import { createPublicLookup, isPublicAddress, type ResolveAll } from './public-address.js';

/** Networks to which a host of an application may lead: the public internet, and networks that the operator adds. */
export class AllowedAddresses {
  private readonly added: AddressList;
  /** Looks a host up, as `createPublicLookup` does, among these addresses. */
  readonly lookup: LookupFunction;

  /** @param added  a setting, see `AddressList.parse` */
  constructor(added = '', resolve: ResolveAll = dnsLookup) {
    this.added = AddressList.parse(added);
    this.lookup = createPublicLookup(resolve, (address) => this.includes(address));
  }

  includes(address: string): boolean {
    return isPublicAddress(address) || this.added.has(address);
  }
}
