import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { toComparableToken } from '#platform/spelling';
import { ConcurrentWriteError, retryOnConflict } from '#libs/users/identities';
import type { AuthenticatedInstallation } from '../model/device.types.js';
import { ActivityTokenRepository, type ActivityToken, type ActivityTurn } from './activity-token.repository.js';
import { takeTurn } from './activity-turn.js';

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
    const isSame = (entry: ActivityToken): boolean =>
      entry.kind === kind && entry.type === type && entry.activity === activity;
    await this.change(appId, device, (tokens) => {
      const last = tokens.findLast(isSame)?.last;
      return [
        ...tokens.filter((entry) => toComparableToken(entry.token) !== token && !isSame(entry)).slice(1 - MAX_TOKENS),
        { kind, type, ...(activity !== undefined && { activity }), token, at, ...(last && { last }) },
      ];
    });
  }

  /** Forgets a token: its activity has ended, or its user allows none any more. An unknown one changes nothing. */
  async end(appId: number, device: AuthenticatedInstallation, token: string): Promise<void> {
    const ended = toComparableToken(token);
    await this.change(appId, device, (tokens) => tokens.filter((entry) => toComparableToken(entry.token) !== ended));
  }

  /** Finds the tokens that `takeTurns` would find, and takes no turn. */
  async findChosen(
    appId: number,
    instIds: readonly number[],
    choose: (tokens: readonly ActivityToken[]) => ActivityToken | undefined,
  ): Promise<Map<number, { token: ActivityToken; turn?: ActivityTurn }>> {
    const found = instIds.length > 0 ? await this.tokens.find(appId, instIds) : [];
    return new Map(
      [...found].flatMap(([instId, tokens]): [number, { token: ActivityToken }][] => {
        const token = choose(tokens);
        return token ? [[instId, { token }]] : [];
      }),
    );
  }

  /**
   * Takes the next turn of a message at activities, one for each installation. A repeat of the message gets its turn again.
   *
   * @param choose  the token for the message among those of an installation
   * @returns by installation; `turn` is absent where a message that was accepted later had its turn before. Installations
   *   without a token are absent
   * @throws ContentionError when the tokens of an installation change with every attempt
   */
  async takeTurns(
    appId: number,
    instIds: readonly number[],
    message: ActivityTurn,
    choose: (tokens: readonly ActivityToken[]) => ActivityToken | undefined,
  ): Promise<Map<number, { token: ActivityToken; turn?: ActivityTurn }>> {
    const turns = new Map<number, { token: ActivityToken; turn?: ActivityTurn }>();
    let openIds = instIds;
    await retryOnConflict(async () => {
      const changes = [];
      openIds.forEach((instId) => turns.delete(instId));
      for (const [instId, from] of openIds.length > 0 ? await this.tokens.find(appId, openIds) : []) {
        const token = choose(from);
        const result = token && takeTurn(from, token, message);
        if (token) {
          turns.set(instId, { token, ...(result && { turn: result.turn }) });
        }
        if (result && result.tokens !== from) {
          changes.push({ instId, from, to: result.tokens });
        }
      }
      const stored = new Set(changes.length > 0 ? await this.tokens.exchange(appId, changes) : []);
      openIds = changes.flatMap(({ instId }) => (stored.has(instId) ? [] : [instId]));
      if (openIds.length > 0) {
        throw new ConcurrentWriteError();
      }
    });
    return turns;
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
