import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { Raced } from '../attempts.js';
import type { AttributeScalar } from '../attributes/attribute.types.js';
import { ContactRepository, type ContactOfUser } from '../addresses/contact.repository.js';
import { RemovalService } from '../attributes/removal.service.js';
import { STANDARD } from '../attributes/standard-attributes.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { MAX_EXT_ID, storableName } from '../texts.js';
import { UserEditRepository, type EditedUser, type Taking } from './user-edit.repository.js';
import { UserRepository, type KnownUser } from '../user.repository.js';

/** What is to be taken from one user: attributes by id as `Taking` has them, and addresses. */
export interface Wanted {
  attrs: Map<number, readonly AttributeScalar[] | null>;
  email?: boolean;
  msisdn?: boolean;
}

/** Changes of users that exist; whoever does not is left out. Each call is one transaction, to be run in attempts. */
@Injectable()
export class UserEditor {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly edits: UserEditRepository,
    private readonly contacts: ContactRepository,
    private readonly removals: RemovalService,
    private readonly suppressions: SuppressionRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Takes attributes, elements of array attributes and addresses from users.
   *
   * @param wanted  by extId
   * @throws Raced
   */
  async take(appId: number, wanted: ReadonlyMap<string, Wanted>): Promise<void> {
    const known = await this.find(appId, [...wanted.keys()]);
    const takings = known.map((user): Taking => {
      const { attrs = new Map(), email = false, msisdn = false } = wanted.get(user.extId) ?? {};
      return { uid: user.uid, vb: bucketOf(appId, user.extId), extId: user.extId, attrs, email, msisdn };
    });
    if (takings.length > 0) {
      await this.db.tx((tx) => this.write(tx, appId, takings, known));
    }
  }

  /**
   * Opts users in or out of e-mail or SMS. Who is opted in again has not unsubscribed any more; what else keeps messages
   * from an address (a complaint, STOP, a bounce) stays.
   *
   * @throws Raced
   */
  async permit(appId: number, kind: 'email' | 'msisdn', permitted: boolean, extIds: readonly string[]): Promise<void> {
    const known = await this.find(appId, extIds);
    const found = known.map(({ uid, extId }) => ({ uid, extId, vb: bucketOf(appId, extId) }));
    if (found.length > 0) {
      await this.db.tx(async (tx) => {
        const uids = uidsOf(await this.edits.setOptIn(tx, appId, kind, permitted, found));
        await this.outbox.add(tx, { appId, kind: 'user', uids, keys: [] });
        const addresses = permitted ? known.flatMap((user) => user[kind] ?? []) : [];
        if (addresses.length > 0) {
          const channel = kind === 'email' ? 'email' : 'sms';
          await this.suppressions.delete(tx, appId, channel, addresses, ['UNSUBSCRIBED']);
        }
      });
    }
  }

  private async write(tx: Tx, appId: number, takings: readonly Taking[], known: readonly KnownUser[]): Promise<void> {
    const keys = new Set(takings.flatMap(({ attrs }) => [...attrs.keys()]));
    const settled = await this.removals.settle(
      tx,
      appId,
      [...keys],
      takings.map(({ uid }) => uid),
    );
    const uids = uidsOf(await this.edits.take(tx, appId, takings));
    await this.removals.survive(
      tx,
      appId,
      settled,
      takings.map(({ uid }) => uid),
    );
    const gone = takings.flatMap((taking) => addressesOf(taking, known));
    if (gone.length > 0) {
      await this.contacts.delete(tx, appId, gone);
    }
    for (const kind of ['email', 'msisdn'] as const) {
      if (takings.some((taking) => taking[kind])) {
        keys.add(STANDARD[kind]);
      }
    }
    await this.outbox.add(tx, {
      appId,
      kind: 'attribute',
      uids: [...new Set([...uids, ...settled.uids])].toSorted((a, b) => a - b),
      keys: [...keys].toSorted((a, b) => a - b),
    });
  }

  private async find(appId: number, extIds: readonly string[]): Promise<KnownUser[]> {
    const names = extIds.map((extId) => storableName(extId, 'extId', MAX_EXT_ID));
    return this.users.findByExtIds(
      appId,
      names.map((extId) => bucketOf(appId, extId)),
      names,
    );
  }
}

function addressesOf(taking: Taking, known: readonly KnownUser[]): ContactOfUser[] {
  const before = taking.email || taking.msisdn ? known.find(({ uid }) => uid === taking.uid) : undefined;
  return (['email', 'msisdn'] as const).flatMap((kind) => {
    const address = before?.[kind];
    return taking[kind] && address ? [{ uid: taking.uid, kind, address }] : [];
  });
}

/** @throws Raced when a user was gone and the statement made it again */
function uidsOf(edited: readonly EditedUser[]): number[] {
  if (edited.some(({ created }) => created)) {
    throw new Raced('A user was deleted meanwhile');
  }
  return edited.map(({ uid }) => uid).toSorted((a, b) => a - b);
}
