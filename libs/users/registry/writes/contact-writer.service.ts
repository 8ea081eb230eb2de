import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { ContactRepository, type Contact } from '#libs/users/identities';
import { OptInRequestRepository } from '#libs/users/profiles';
import { UserEraserService } from '../erasure/user-eraser.service.js';

/** Keeps the address look-up in step with the addresses of users, and lets opt-ins be asked that waited for one. */
@Injectable()
export class ContactWriterService {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly eraser: UserEraserService,
    private readonly requests: OptInRequestRepository,
  ) {}

  /** Replaces addresses in the look-up. An uploaded address that a user has now is no longer a user of its own. */
  async replaceContacts(tx: Tx, appId: number, removed: readonly Contact[], added: readonly Contact[]): Promise<void> {
    if (removed.length > 0) {
      await this.contacts.delete(tx, appId, removed);
    }
    if (added.length > 0) {
      await this.contacts.lock(tx, appId, 'shared');
      await this.contacts.insert(tx, appId, added);
      await this.requests.awakeWithoutAddress(tx, appId, [...new Set(added.map(({ uid }) => uid))]);
      await this.eraser.eraseUsers(tx, appId, await this.contacts.findUploaded(tx, appId, added));
    }
  }
}
