import { Injectable } from '@nestjs/common';
import type { Caller } from '#libs/tenancy';
import { AddressService } from '#libs/users/registry';
import { PreferenceService } from '#libs/users/preferences';
import type { ContactKind } from '#libs/users/identities';
import { missing } from '#platform/errors';
import { originOf } from './consent-origin.js';

/** Changes consent as operations of every channel do: of users, of addresses, or of both. */
@Injectable()
export class OptInChangeService {
  constructor(
    private readonly preferences: PreferenceService,
    private readonly addresses: AddressService,
  ) {}

  /** @throws AppError missing_field without a list, bad_address */
  async change(
    caller: Caller,
    kind: ContactKind,
    permitted: boolean,
    extIds: readonly string[] | undefined,
    list: readonly string[] | undefined,
  ): Promise<void> {
    if (extIds === undefined && list === undefined) {
      throw missing('extIds');
    }
    const addresses = list === undefined ? [] : await this.addresses.readAddresses(caller.appId, kind, list);
    await this.preferences.setOptIns(caller.appId, kind, permitted, { extIds, addresses }, originOf(caller));
  }
}
