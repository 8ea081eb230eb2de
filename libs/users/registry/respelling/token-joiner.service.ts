import { Injectable } from '@nestjs/common';
import { channelOf, platformByNumber } from '#libs/content';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { toComparableToken } from '#platform/spelling';
import { tokenKey, InstallationRepository, TokenRepository } from '#libs/users/devices';
import { BY_HERALD, declareConsentOrigin } from '#libs/users/consent';
import { lookupKey } from '#libs/users/identities';
import { sortUnique } from '../writes/user-batch.js';
import { RespellingRepository, type BucketStep, type TokenHolder } from './respelling.repository.js';

/** Joins devices that earlier releases took for two, because their token came in upper and in lower case. */
@Injectable()
export class TokenJoinerService {
  constructor(
    private readonly repository: RespellingRepository,
    private readonly tokens: TokenRepository,
    private readonly installations: InstallationRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Gives the tokens of some buckets their one form. Of several installations the one that registered the token last
   * keeps it. Of one user a refusal of push stays, whichever of them had it.
   */
  async join(tx: Tx, step: BucketStep): Promise<void> {
    const { appId } = step;
    const holders = await this.repository.findUpperCase(tx, step);
    if (holders.length === 0) {
      return;
    }
    const contenders = await this.lockContenders(tx, appId, holders);
    const winners = contenders.map(({ holders }) => holders[0]);
    const losers = contenders.flatMap(({ holders }) => holders.slice(1));
    await this.tokens.reassign(
      tx,
      appId,
      contenders.map(({ key, holders }) => ({ key, instId: holders[0].instId })),
    );
    const lost = losers.length > 0 ? await this.installations.clearTokens(tx, appId, losers) : [];
    await this.repository.lowerTokens(tx, appId, winners.filter(needsLowerCase));
    const refused = contenders.flatMap(({ holders: [winner, ...losers] }) =>
      winner.pushPermitted && losers.some(({ uid, pushPermitted }) => uid === winner.uid && !pushPermitted)
        ? [winner]
        : [],
    );
    if (refused.length > 0) {
      await declareConsentOrigin(tx, BY_HERALD);
    }
    for (const { uid, instId } of refused) {
      await this.installations.setPushPermitted(tx, appId, uid, false, instId);
    }
    // Look-ups use these keys no longer.
    await this.repository.deleteTokenKeys(
      tx,
      appId,
      holders.map(({ token }) => lookupKey(token)),
    );
    const uids = sortUnique([...lost, ...refused.map(({ uid }) => uid)]);
    await this.outbox.add(tx, { appId, kind: 'installation', uids, keys: [] });
  }

  /** The installations that have each token, the last registered first. The look-ups of the tokens are locked then. */
  private async lockContenders(
    tx: Tx,
    appId: number,
    found: readonly TokenHolder[],
  ): Promise<{ key: ReturnType<typeof tokenKey>; holders: [TokenHolder, ...TokenHolder[]] }[]> {
    const byToken = [...groupBy(found, ({ token }) => toComparableToken(token))];
    const claims = byToken.map(([token, [first]]) => ({ key: tokenKey(token), instId: first?.instId ?? Number.NaN }));
    await this.tokens.claimOrLock(tx, appId, claims);
    const owners = await this.tokens.findOwners(
      appId,
      claims.map(({ key }) => key),
      tx,
    );
    const places = owners.flatMap(({ uid, instId, token }) =>
      uid !== null && token !== null ? [{ uid, instId }] : [],
    );
    const present = await this.repository.findHolders(tx, appId, places);
    const presentByToken = groupBy(present, ({ token }) => toComparableToken(token));
    return byToken.flatMap(([token, candidates]) => {
      const all = new Map(
        [...(presentByToken.get(token) ?? []), ...candidates].map((holder) => [holder.instId, holder]),
      );
      const [winner, ...others] = [...all.values()].toSorted(lastFirst);
      return winner ? [{ key: tokenKey(token), holders: [winner, ...others] }] : [];
    });
  }
}

function lastFirst(a: TokenHolder, b: TokenHolder): number {
  return (b.registeredAt?.getTime() ?? 0) - (a.registeredAt?.getTime() ?? 0) || b.instId - a.instId;
}

/** Tokens of other services may differ by case. */
function needsLowerCase({ platform, token }: TokenHolder): boolean {
  const name = platformByNumber(platform);
  return name !== undefined && channelOf(name, token) === 'apns' && token !== toComparableToken(token);
}
