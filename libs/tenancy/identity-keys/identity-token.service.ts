import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { LruCache } from '#platform/collections';
import { MasterKey } from '#platform/crypto';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { trimInvisible } from '#platform/spelling';
import { ApplicationRepository } from '../applications/application.repository.js';
import type { IdentityAlgorithm, IdentityMode } from '../model/tenancy.types.js';
import { IdentityKeyRepository } from './identity-key.repository.js';
import { sealContext } from './identity-keys.section.js';
import { toVerificationKey } from './read-identity-key.js';

/** Bounds how long a process uses a key that another one has removed. */
const CACHE_TTL_MS = 5000;
const CACHE_SIZE = 10_000;
/** Difference that the clock of an application's server may have, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 10;
const MAX_EXT_ID_LENGTH = 255;

/** The proof that an application demands of its devices. */
export interface IdentitySettings {
  mode: IdentityMode;
  /** Numbers of the present keys. What other keys have proved counts no more. */
  keyIds: readonly number[];
  /** Devices of one user that may register themselves for push. */
  maxInstallations: number;
}

/** The user that a valid token names. */
export interface ProvenUser {
  extId: string;
  /** Number of the key that signed. */
  keyId: number;
  /** End of the token. */
  until: Date;
}

interface CachedKey {
  id: number;
  algorithm: IdentityAlgorithm;
  /** Opened at the first token: workers ask for the numbers alone. */
  open(): KeyObject;
}

interface CachedSettings extends IdentitySettings {
  /** The `aud` of tokens. */
  application: string;
  keys: ReadonlyMap<string, CachedKey>;
}

/**
 * Checks the tokens by which the server of an application says who the user of a device is: JWT (RFC 7519) with `sub`,
 * `exp`, `aud` and a `kid`. The key alone says which algorithm is right (RFC 8725, section 3.1).
 */
@Injectable()
export class IdentityTokenService {
  private readonly cache = new LruCache<number, Promise<CachedSettings>>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });

  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationRepository,
    private readonly keys: IdentityKeyRepository,
    private readonly masterKey: MasterKey,
    private readonly clock: ClockService,
  ) {}

  async getSettings(appId: number): Promise<IdentitySettings> {
    return this.getCached(appId);
  }

  /** Called after the commit that changed an application. Other processes see the change within five seconds. */
  clearCache(appId: number): void {
    this.cache.delete(appId);
  }

  /** @throws AppError user_unproven, naming what is wrong with the token */
  async verifyToken(appId: number, token: string): Promise<ProvenUser> {
    const { application, keys } = await this.getCached(appId);
    const name = readKeyName(token);
    const key = name === undefined ? undefined : keys.get(name);
    if (!key) {
      throw refuse(
        name === undefined ? 'has no kid in its header' : `names the key '${name.slice(0, 100)}', which is unknown`,
      );
    }
    const options = {
      algorithms: [key.algorithm],
      audience: application,
      requiredClaims: ['sub', 'exp'],
      currentDate: this.clock.now(),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    };
    try {
      return { ...readClaims((await jwtVerify(token, key.open(), options)).payload), keyId: key.id };
    } catch (error) {
      throw error instanceof errors.JOSEError ? refuse(describeFault(error), error) : error;
    }
  }

  private async getCached(appId: number): Promise<CachedSettings> {
    const cached = this.cache.get(appId);
    if (cached) {
      return cached;
    }
    const reading = this.read(appId);
    this.cache.set(appId, reading);
    reading.catch(() => this.cache.delete(appId));
    return reading;
  }

  /** For all requests of the application, so outside the transaction of one of them. */
  private async read(appId: number): Promise<CachedSettings> {
    const [app, rows] = await this.db.outsideTransaction(() =>
      Promise.all([this.applications.findById(appId), this.keys.listKeys(appId)]),
    );
    if (!app) {
      throw new Error(`There is no application ${appId}`);
    }
    return {
      mode: app.settings.identity,
      maxInstallations: app.settings.maxInstallations,
      application: app.name,
      keyIds: rows.map(({ id }) => id),
      keys: new Map(
        rows.map((row) => {
          const { id, name, algorithm, sealed } = row;
          let key: KeyObject | undefined;
          const open = (): KeyObject =>
            (key ??= toVerificationKey(algorithm, this.masterKey.open(sealed, sealContext(row))));
          return [name, { id, algorithm, open }];
        }),
      ),
    };
  }
}

function readKeyName(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch (error) {
    throw refuse('is no signed JWT', error);
  }
}

function readClaims({ sub, exp }: JWTPayload): Omit<ProvenUser, 'keyId'> {
  const extId = typeof sub === 'string' ? trimInvisible(sub) : '';
  if (extId === '' || extId.length > MAX_EXT_ID_LENGTH) {
    throw refuse(`should have the extId as sub, a text of 1 to ${MAX_EXT_ID_LENGTH} characters`);
  }
  // A moment far beyond what a date can be is a moment without end.
  return { extId, until: new Date(Math.min((exp ?? 0) * 1000, Date.UTC(9999, 0, 1))) };
}

function describeFault(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) {
    return 'has run out';
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `has no ${error.claim} that is valid here`;
  }
  return error instanceof errors.JWSSignatureVerificationFailed
    ? 'has a signature of another key'
    : 'is no token of the algorithm of its key';
}

function refuse(fault: string, cause?: unknown): AppError {
  return new AppError('user_unproven', `Field 'identityToken' ${fault}`, { cause });
}
