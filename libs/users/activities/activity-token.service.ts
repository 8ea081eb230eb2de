import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { toComparableToken } from '#platform/spelling';
import type { AuthenticatedInstallation } from '../model/users.types.js';
import { ActivityTokenRepository, type ActivityToken } from './activity-token.repository.js';

/** More than an app runs at a time: iOS allows some five. */
const MAX_TOKENS = 20;

/** A token as a device registers it. */
export type ActivityRegistration = Pick<ActivityToken, 'kind' | 'type' | 'token'> & { activity?: string | undefined };

/** Tokens of live activities. They stand in the row of their installation and go with it, to another user or for good. */
@Injectable()
export class ActivityTokenService {
  constructor(
    private readonly db: Database,
    private readonly tokens: ActivityTokenRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * Registers a token in place of the former one of its activity. With too many the oldest goes.
   *
   * @throws AppError malformed for an installation that is none of iOS
   */
  async register(appId: number, device: AuthenticatedInstallation, registration: ActivityRegistration): Promise<void> {
    const { kind, type, activity } = registration;
    const token = toComparableToken(registration.token);
    if (device.platform !== PLATFORMS.IOS.number) {
      throw malformed('Live activities are for installations of IOS alone');
    }
    const at = this.clock.now().toISOString();
    await this.change(appId, device, (tokens) => [
      ...tokens
        .filter(
          (entry) =>
            toComparableToken(entry.token) !== token &&
            (entry.kind !== kind || entry.type !== type || entry.activity !== activity),
        )
        .slice(1 - MAX_TOKENS),
      { kind, type, ...(activity !== undefined && { activity }), token, at },
    ]);
  }

  /** Forgets a token: its activity has ended, or its user allows none any more. An unknown one changes nothing. */
  async end(appId: number, device: AuthenticatedInstallation, token: string): Promise<void> {
    const ended = toComparableToken(token);
    await this.change(appId, device, (tokens) => tokens.filter((entry) => toComparableToken(entry.token) !== ended));
  }

  /** The tokens of some installations, oldest first. Installations without any are absent. */
  async findTokens(appId: number, instIds: readonly number[]): Promise<Map<number, readonly ActivityToken[]>> {
    return this.tokens.find(appId, instIds);
  }

  /** Forgets tokens that Apple reported as dead, with the results that say so. */
  async dropDead(tx: Tx, appId: number, dead: readonly { instId: number; token: string }[]): Promise<void> {
    await this.tokens.drop(tx, appId, dead);
  }

  private async change(
    appId: number,
    { uid, instId }: AuthenticatedInstallation,
    change: (tokens: readonly ActivityToken[]) => readonly ActivityToken[],
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const tokens = await this.tokens.lock(tx, appId, uid, instId);
      if (!tokens) {
        throw new AppError('key_not_allowed', 'The installation was deleted or moved to another user meanwhile');
      }
      await this.tokens.store(tx, appId, uid, instId, change(tokens));
    });
  }
}
