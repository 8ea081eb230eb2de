import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AliasRepository } from '../numbers/alias.repository.js';
import { inAttempts } from '../attempts.js';
import { contactKey, readContactKey } from '../lookup-key.js';
import { OneUserRepository } from '../writing/one-user.repository.js';
import { OneUserWriter } from '../writing/one-user-writer.service.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { KIND_OF_CHANNEL, type SuppressionChannel } from '../suppressions/suppression.types.js';

/** The wish of whoever got a message to get no more of its kind. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly db: Database,
    private readonly aliases: AliasRepository,
    private readonly users: OneUserRepository,
    private readonly writer: OneUserWriter,
    private readonly suppressions: SuppressionRepository,
  ) {}

  /**
   * Opts out the user who was written to, and puts the address on the list: it may have another user by now, or none that
   * is known any more. Asked for again it changes nothing.
   *
   * @param addressKey  of the address that was written to, as `contactKeyText` gave it
   * @throws Error for a text that is no key
   */
  async unsubscribe(appId: number, channel: SuppressionChannel, uid: number, addressKey: string): Promise<void> {
    const key = readContactKey(addressKey);
    if (!key) {
      throw new Error('The address of an unsubscription is named by its key');
    }
    await inAttempts(() =>
      this.db.tx(async (tx) => {
        const [alias] = (await this.aliases.findRelated(appId, [uid])).filter((each) => each.uid === uid);
        const today = alias?.toUid ?? uid;
        const user = await this.users.lock(tx, appId, today);
        if (user) {
          const consent = channel === 'email' ? { emailOptIn: false } : { smsOptIn: false };
          await this.writer.write(tx, appId, today, { attrs: new Map(), tags: [], ...consent }, false);
        }
        const known = user?.[KIND_OF_CHANNEL[channel]] ?? null;
        const address = known !== null && contactKey(known).hash.equals(key.hash) ? known : null;
        await this.suppressions.insert(tx, appId, [{ channel, key, address, reason: 'UNSUBSCRIBED', detail: null }]);
      }),
    );
  }
}
