import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS, bucketOf, bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts, Raced } from '../attempts.js';
import { AttributeService } from '../attributes/attribute.service.js';
import { DeviceWriter, lossOf } from '../writing/device-writer.service.js';
import { fromInstallationId, toInstallationId } from './installation-id.js';
import { readInstallation, type InstallationRequest } from './installation-request.js';
import { InstallationRepository, type KnownInstallation } from '../devices/installation.repository.js';
import { LocationRepository } from '../devices/location.repository.js';
import { OneUserWriter } from '../writing/one-user-writer.service.js';
import { TOLD, toldAttributes, type Told } from './told-attributes.js';
import { TokenRepository, type TokenClaim } from '../devices/token.repository.js';
import { UidAllocator } from '../numbers/uid-allocator.js';
import { UserChanges } from '../user-changes.js';
import { UserMerger, type OnMerge } from '../writing/user-merger.service.js';
import { UserRepository } from '../user.repository.js';
import { UserWriter } from '../writing/user-writer.service.js';
import type {
  InstallationProof,
  ProvenInstallation,
  RegisteredInstallation,
  RegisterInstallation,
} from '../users.types.js';

const SECRET_BYTES = 32;

/**
 * What is to be written.
 *
 * @property uid        the user of the extId given, or a new nameless one; undefined: whoever has the installation
 * @property isNewUser  whether `uid` is a nameless user that is not written yet
 * @property isNew      whether the installation is not written yet
 * @property told       attributes that the user gets by it
 */
interface Planned {
  request: InstallationRequest;
  instId: number;
  isNew: boolean;
  uid: number | undefined;
  isNewUser: boolean;
  secretHash: Buffer | undefined;
  told: Told;
}

/** Installations that speak for themselves. A device proves which one it is by the secret of its first registration. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly db: Database,
    private readonly users: UserRepository,
    private readonly writer: UserWriter,
    private readonly installations: InstallationRepository,
    private readonly locations: LocationRepository,
    private readonly tokens: TokenRepository,
    private readonly devices: DeviceWriter,
    private readonly ids: UidAllocator,
    private readonly merger: UserMerger,
    private readonly outbox: OutboxRepository,
    private readonly attributes: AttributeService,
    private readonly ofOne: OneUserWriter,
    private readonly clock: ClockService,
  ) {}

  /**
   * Registers a new installation, or refreshes the one whose id and secret are given. With an extId it belongs to that
   * user from now on; a new one without is a user of its own. A token that a server registered, and no device has
   * claimed yet, brings its installation along: who holds the token is that device.
   *
   * @param onMerge  runs in the transaction in which the installation's nameless user becomes the one of the extId
   * @throws AppError key_not_allowed when id and secret do not go together; missing_field, malformed
   */
  async register(appId: number, request: RegisterInstallation, onMerge?: OnMerge): Promise<RegisteredInstallation> {
    return inAttempts(async (attempt) => {
      const refreshed = request.installationId === undefined ? undefined : await this.authenticate(appId, request);
      const read = readInstallation(request, refreshed);
      if (read.extId !== undefined) {
        const changes = new UserChanges(appId);
        changes.of(read.extId);
        await this.writer.write(appId, changes.list(), new Map());
      }
      const secret = refreshed ? undefined : randomBytes(SECRET_BYTES).toString('base64url');
      const definitions = await this.attributes.definitionsOf(appId, TOLD, attempt);
      const told = toldAttributes(definitions, read, this.clock.now().getTime());
      const planned = { ...(await this.plan(appId, read, refreshed?.instId, secret)), told };
      await this.db.tx((tx) => this.write(tx, appId, planned, onMerge));
      return { installationId: toInstallationId(planned.instId), ...(secret !== undefined && { secret }) };
    });
  }

  /**
   * Proves that a device is the installation that it says it is.
   *
   * @throws AppError key_not_allowed when id and secret do not go together. Unknown installations and wrong secrets get
   *   one answer, so that ids cannot be probed
   */
  async prove(appId: number, proof: InstallationProof): Promise<ProvenInstallation> {
    const { instId, uid, platform } = await this.authenticate(appId, proof);
    return { instId, uid, platform };
  }

  private async authenticate(
    appId: number,
    { installationId = '', secret = '' }: Partial<InstallationProof>,
  ): Promise<KnownInstallation> {
    const instId = fromInstallationId(installationId);
    const known = instId === undefined ? undefined : await this.installations.find(appId, instId);
    if (!known?.secretHash || !timingSafeEqual(known.secretHash, sha256(secret))) {
      throw new AppError('key_not_allowed', "Fields 'installationId' and 'secret' do not belong together");
    }
    return known;
  }

  /** Takes the numbers that a new installation needs; those of a known one are read in the transaction, under its lock. */
  private async plan(
    appId: number,
    request: InstallationRequest,
    refreshedId: number | undefined,
    secret: string | undefined,
  ): Promise<Omit<Planned, 'told'>> {
    const knownId = refreshedId ?? (await this.findClaimable(appId, request));
    const userId = request.extId === undefined ? undefined : await this.uidOf(appId, request.extId);
    const secretHash = secret === undefined ? undefined : sha256(secret);
    if (knownId !== undefined) {
      return { request, instId: knownId, isNew: false, uid: userId, isNewUser: false, secretHash };
    }
    const vb = userId === undefined ? randomInt(BUCKETS) : bucketOfId(userId);
    const [instId] = await this.ids.allocate(appId, 'installation', [vb]);
    const [newUserId] = userId === undefined ? await this.ids.allocate(appId, 'user', [vb]) : [];
    if (instId === undefined) {
      throw new Error('An installation got no number');
    }
    return { request, instId, isNew: true, uid: userId ?? newUserId, isNewUser: userId === undefined, secretHash };
  }

  private async findClaimable(appId: number, { token, platform }: InstallationRequest): Promise<number | undefined> {
    const [owner] = token ? await this.tokens.findOwners(appId, [token.key]) : [];
    if (!owner || owner.uid === null || owner.claimed) {
      return undefined;
    }
    const known = await this.installations.find(appId, owner.instId);
    return known?.platform === platform && known.secretHash === null ? known.instId : undefined;
  }

  private async uidOf(appId: number, extId: string): Promise<number> {
    const [user] = await this.users.findByExtIds(appId, [bucketOf(appId, extId)], [extId]);
    if (!user) {
      throw new Raced('The user vanished');
    }
    return user.uid;
  }

  private async write(tx: Tx, appId: number, planned: Planned, onMerge?: OnMerge): Promise<void> {
    const { request, instId, isNew, isNewUser, secretHash, told } = planned;
    const known = isNew ? undefined : await this.installations.lock(tx, appId, instId);
    const uid = planned.uid ?? known?.uid;
    if (uid === undefined || (!isNew && !known)) {
      throw new Raced('The installation vanished');
    }
    const touched = new Set<number>();
    if (isNewUser) {
      await this.users.insertAnonymous(tx, appId, bucketOfId(uid), uid);
    } else if (!(await this.users.hold(tx, appId, uid))) {
      throw new Raced('The user was deleted meanwhile');
    }
    await this.ofOne.write(tx, appId, uid, { attrs: told.always, tags: [] }, false);
    if (told.absent.size > 0) {
      await this.ofOne.write(tx, appId, uid, { attrs: told.absent, tags: [] }, true);
    }
    for (const loser of request.token ? await this.claim(tx, appId, { key: request.token.key, instId }) : []) {
      touched.add(loser);
    }
    const row = { uid, instId, platform: request.platform, token: request.token?.text ?? null };
    if (!known) {
      await this.installations.insert(tx, appId, [row]);
      touched.add(uid);
    } else if (known.uid !== uid) {
      await this.moveUser(tx, appId, known, uid, onMerge);
      touched.add(known.uid).add(uid);
    }
    const refreshed = known && request.token ? await this.installations.giveTokens(tx, appId, [row]) : [];
    if (!(await this.installations.describe(tx, appId, uid, instId, { ...request.details, secretHash }))) {
      throw new Raced('Another device has claimed the installation');
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

  private async moveUser(
    tx: Tx,
    appId: number,
    known: KnownInstallation,
    uid: number,
    onMerge?: OnMerge,
  ): Promise<void> {
    if (!(await this.installations.changeUser(tx, appId, known.instId, known.uid, uid))) {
      throw new Raced('The installation went to another user');
    }
    await this.locations.changeUser(tx, appId, known.instId, known.uid, uid);
    const merged = await this.merger.leave(tx, appId, known.instId, { uid: known.uid, toUid: uid });
    if (merged) {
      await onMerge?.(tx, merged);
    }
  }
}

/** Whether a refresh says anything but that the device is alive. */
function tellsNews({ details }: InstallationRequest, known: KnownInstallation): boolean {
  return (Object.keys(details) as (keyof typeof details)[]).some((name) => details[name] !== known[name]);
}
