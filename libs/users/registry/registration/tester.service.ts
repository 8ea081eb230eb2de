import { Injectable } from '@nestjs/common';
import { bucketOf } from '#platform/ids';
import { FaultList, missing } from '#platform/errors';
import { ContactRepository, readEmailAddress } from '#libs/users/identities';
import { UserRepository } from '#libs/users/profiles';
import { UserTagService } from './user-tag.service.js';

/** The tag of users who get a message before all others. Targets and segments use it like any other tag. */
export const TESTER_TAG = 'testers';

/** A user by extId, or by the e-mail address. */
export interface Tester {
  extId?: string | undefined;
  email?: string | undefined;
}

/** Test users: people of the operator who look at a message before it goes to everyone. */
@Injectable()
export class TesterService {
  constructor(
    private readonly users: UserRepository,
    private readonly contacts: ContactRepository,
    private readonly tags: UserTagService,
  ) {}

  /**
   * Makes users testers. Entries that name no user are left out: no user is created.
   *
   * @throws AppError missing_field for an entry without either; bad_address
   */
  async addTesters(appId: number, entries: readonly Tester[]): Promise<void> {
    const extIds = await this.findExtIds(appId, entries);
    if (extIds.length > 0) {
      await this.tags.tagUsers(appId, { tag: TESTER_TAG, extIds });
    }
  }

  /** Makes testers usual users again. @throws AppError as `addTesters` */
  async removeTesters(appId: number, entries: readonly Tester[]): Promise<void> {
    const extIds = await this.findExtIds(appId, entries);
    if (extIds.length > 0) {
      await this.tags.untagUsers(appId, { tag: TESTER_TAG, extIds });
    }
  }

  private async findExtIds(appId: number, entries: readonly Tester[]): Promise<string[]> {
    const faults = new FaultList({ isBatch: entries.length > 1 });
    const addresses = entries.flatMap(
      ({ extId, email }, index) =>
        faults.check({ index }, () => {
          if (extId === undefined && email === undefined) {
            throw missing('extId or email');
          }
          return extId === undefined && email !== undefined ? [readEmailAddress(email)] : [];
        }) ?? [],
    );
    faults.throwFirst();
    const names = [...new Set(entries.flatMap(({ extId }) => extId ?? []))];
    const vbs = names.map((extId) => bucketOf(appId, extId));
    const known = names.length > 0 ? await this.users.findByExtIds(appId, vbs, names) : [];
    const holders = addresses.length > 0 ? await this.contacts.findByAddresses(appId, 'email', addresses) : [];
    const byAddress = await this.users.findExtIds(
      appId,
      holders.map(({ uid }) => uid),
    );
    return [...new Set([...known.map(({ extId }) => extId), ...byAddress.map(({ extId }) => extId)])];
  }
}
