import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS, bucketOf, bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts, Raced } from './attempts.js';
import { DeviceWriter, lossOf } from './device-writer.service.js';
import { fromInstallationId, toInstallationId } from './installation-id.js';
import { readInstallation, type InstallationRequest } from './installation-request.js';
import { InstallationRepository, type KnownInstallation } from './installation.repository.js';
import { TokenRepository, type TokenClaim } from './token.repository.js';
import { UidAllocator } from './uid-allocator.js';
import { UserChanges } from './user-changes.js';
import { UserRepository } from './user.repository.js';
import { UserWriter } from './user-writer.service.js';
import type { RegisteredInstallation, RegisterInstallation } from './users.types.js';

const SECRET_BYTES = 32;

/** What is to be written, with its numbers. */
interface Planned {
  request: InstallationRequest;
  /** As it was before; absent for a new installation. */
  known: KnownInstallation | undefined;
  uid: number;
  isNewUser: boolean;
  instId: number;
  secretHash: Buffer | undefined;
}

/** Installations that speak for themselves. A device proves which one it is by the secret of its first registration. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly writer: UserWriter,
    private readonly installations: InstallationRepository,
    private readonly tokens: TokenRepository,
    private readonly devices: DeviceWriter,
    private readonly ids: UidAllocator,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Registers a new installation, or refreshes the one whose id and secret are given. With an extId it belongs to that
   * user from now on; a new one without is a user of its own. A token that a server registered, and no device has
   * claimed yet, brings its installation along: who holds the token is that device.
   *
   * @throws AppError key_not_allowed when id and secret do not go together; missing_field, malformed
   */
  async register(appId: number, request: RegisterInstallation): Promise<RegisteredInstallation> {
    const refreshed = request.installationId === undefined ? undefined : await this.authenticate(appId, request);
    const read = readInstallation(request, refreshed);
    if (read.extId !== undefined) {
      const changes = new UserChanges(appId);
      changes.of(read.extId);
      await this.writer.write(appId, changes.list(), new Map());
    }
    const secret = refreshed ? undefined : randomBytes(SECRET_BYTES).toString('base64url');
    return inAttempts(async () => {
      const planned = await this.plan(appId, read, refreshed?.instId, secret);
      await this.db.tx((tx) => this.write(tx, appId, planned));
      return { installationId: toInstallationId(planned.instId), ...(secret !== undefined && { secret }) };
    });
  }

  /** Unknown installations and wrong secrets get one answer, so that ids cannot be probed. */
  private async authenticate(
    appId: number,
    { installationId = '', secret = '' }: RegisterInstallation,
  ): Promise<KnownInstallation> {
    const instId = fromInstallationId(installationId);
    const known = instId === undefined ? undefined : await this.installations.find(appId, instId);
    if (!known?.secretHash || !timingSafeEqual(known.secretHash, sha256(secret))) {
      throw new AppError('key_not_allowed', "Fields 'installationId' and 'secret' do not belong together");
    }
    return known;
  }

  private async plan(
    appId: number,
    request: InstallationRequest,
    refreshedId: number | undefined,
    secret: string | undefined,
  ): Promise<Planned> {
    const known =
      refreshedId === undefined
        ? await this.findClaimable(appId, request)
        : await this.installations.find(appId, refreshedId);
    if (refreshedId !== undefined && !known) {
      throw new Raced('The installation vanished');
    }
    const uid = request.extId === undefined ? known?.uid : await this.uidOf(appId, request.extId);
    const vb = uid === undefined ? randomInt(BUCKETS) : bucketOfId(uid);
    const [newUid] = uid === undefined ? await this.ids.allocate(appId, 'user', [vb]) : [];
    const [newInstId] = known ? [] : await this.ids.allocate(appId, 'installation', [vb]);
    const numbers = { uid: uid ?? newUid, instId: known?.instId ?? newInstId };
    if (numbers.uid === undefined || numbers.instId === undefined) {
      throw new Raced('The user vanished');
    }
    return {
      request,
      known,
      uid: numbers.uid,
      isNewUser: uid === undefined,
      instId: numbers.instId,
      secretHash: secret === undefined ? undefined : sha256(secret),
    };
  }

  private async findClaimable(
    appId: number,
    { token, platform }: InstallationRequest,
  ): Promise<KnownInstallation | undefined> {
    const [owner] = token ? await this.tokens.findOwners(appId, [token.key]) : [];
    const known =
      owner && owner.uid !== null && !owner.claimed ? await this.installations.find(appId, owner.instId) : undefined;
    return known?.platform === platform && known.secretHash === null ? known : undefined;
  }

  private async uidOf(appId: number, extId: string): Promise<number> {
    const [user] = await this.users.findByExtIds(appId, [bucketOf(appId, extId)], [extId]);
    if (!user) {
      throw new Raced('The user vanished');
    }
    return user.uid;
  }

  private async write(tx: Tx, appId: number, planned: Planned): Promise<void> {
    const { request, known, uid, isNewUser, instId, secretHash } = planned;
    const touched = new Set<number>();
    if (isNewUser) {
      await this.users.insertAnonymous(tx, appId, bucketOfId(uid), uid);
    }
    const claim = request.token && { key: request.token.key, instId };
    for (const loser of claim ? await this.claim(tx, appId, claim) : []) {
      touched.add(loser);
    }
    const row = { uid, instId, platform: request.platform, token: request.token?.text ?? null };
    if (!known) {
      await this.installations.insert(tx, appId, [row]);
      touched.add(uid);
    } else if (known.uid !== uid) {
      await this.moveUser(tx, appId, known, uid);
      touched.add(known.uid).add(uid);
    }
    const refreshed = known && request.token ? await this.installations.giveTokens(tx, appId, [row]) : [];
    if (!(await this.installations.describe(tx, appId, uid, instId, { ...request.details, secretHash }))) {
      throw new Raced('The installation went to another user or device');
    }
    if (refreshed.length > 0 || (known && tellsNews(request, known))) {
      touched.add(uid);
    }
    await this.outbox.add(tx, { appId, kind: 'user', uids: isNewUser ? [uid] : [], keys: [] });
    await this.outbox.add(tx, { appId, kind: 'installation', uids: [...touched].toSorted((a, b) => a - b), keys: [] });
  }

  /** Makes the token this installation's. @returns uids of those that had it */
  private async claim(tx: Tx, appId: number, claim: TokenClaim): Promise<number[]> {
    await this.tokens.insertOrLock(tx, appId, [claim]);
    const [owner] = await this.tokens.findOwners(appId, [claim.key], tx);
    if (!owner || owner.instId === claim.instId) {
      return [];
    }
    return this.devices.apply(tx, appId, { insert: [], refresh: [], move: [claim], lose: lossOf(owner) });
  }

  private async moveUser(tx: Tx, appId: number, known: KnownInstallation, uid: number): Promise<void> {
    if (!(await this.installations.changeUser(tx, appId, known.instId, known.uid, uid))) {
      throw new Raced('The installation went to another user');
    }
    if (await this.users.deleteForsaken(tx, appId, known.uid)) {
      await this.outbox.add(tx, { appId, kind: 'user', uids: [known.uid], keys: [] });
    }
  }
}

/** Whether a refresh says anything but that the device is alive. */
function tellsNews({ details }: InstallationRequest, known: KnownInstallation): boolean {
  return (Object.keys(details) as (keyof typeof details)[]).some((name) => details[name] !== known[name]);
}
