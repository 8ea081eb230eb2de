import { Injectable } from '@nestjs/common';
import { OptInRequestRepository, TopicChoiceRepository, type OptIn, type StoredChoice } from '#libs/users/profiles';
import { UserAddressRepository } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { CategoryRepository } from './category.repository.js';
import { findAskedAddress } from './asked-address.js';
import type { OptInAsk } from './topic.types.js';

/** How long an opt-in waits: a mailbox may be read once a week, and a link that lies there for longer may leak. */
export const CONFIRM_WITHIN_MS = 7 * 24 * 3_600_000;

/** Holds opt-ins back until the person confirms them. */
@Injectable()
export class OptInRequestService {
  constructor(
    private readonly requests: OptInRequestRepository,
    private readonly choices: TopicChoiceRepository,
    private readonly addresses: UserAddressRepository,
    private readonly categories: CategoryRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * Turns opt-ins that need a confirmation into pending ones, and stores with them that the person has to be asked. What is
   * on stays on. A refusal ends what waits: links of before confirm nothing.
   *
   * @param choices  as `TopicChoiceRepository.write` takes them
   * @returns the choices to write in the same transaction
   */
  async hold(tx: Tx, appId: number, choices: readonly StoredChoice[], ask: OptInAsk = {}): Promise<StoredChoice[]> {
    const refused = choices.filter(({ state }) => state === 'off');
    if (refused.length > 0) {
      await this.requests.deleteWithdrawn(tx, appId, refused);
    }
    const optIns = choices.filter(({ state }) => state === 'on');
    const waiting = optIns.length === 0 ? [] : await this.findWaiting(tx, appId, optIns, ask);
    if (waiting.length > 0) {
      await this.store(tx, appId, waiting, ask);
    }
    const isWaiting = new Set(waiting);
    const isKept = ask.isForm ? new Set(optIns) : isWaiting;
    return choices.flatMap((choice) =>
      isWaiting.has(choice) ? [{ ...choice, state: 'pending' as const }] : isKept.has(choice) ? [] : [choice],
    );
  }

  /** Choices whose topic asks for a confirmation, or that came by a form, and that are not on already. */
  private async findWaiting(
    tx: Tx,
    appId: number,
    wanted: readonly StoredChoice[],
    { isForm }: OptInAsk,
  ): Promise<StoredChoice[]> {
    const topics = new Map((await this.categories.findTopics(appId, tx)).map((topic) => [topic.categoryId, topic]));
    const asking = wanted.filter(({ categoryId }) => isForm ?? topics.get(categoryId)?.doubleOptIn ?? false);
    if (asking.length === 0) {
      return [];
    }
    const uids = [...new Set(asking.map(({ uid }) => uid))];
    const stated = await this.choices.findChoicesOf(tx, appId, uids, [...topics.keys()]);
    const states = new Map(stated.map((choice) => [keyOf(choice), choice.state]));
    return asking.filter((choice) => {
      const whole = states.get(keyOf({ ...choice, channel: 0 })) ?? topics.get(choice.categoryId)?.default;
      return (states.get(keyOf(choice)) ?? whole) !== 'on';
    });
  }

  private async store(tx: Tx, appId: number, waiting: readonly OptIn[], ask: OptInAsk): Promise<void> {
    const users = await this.addresses.find(tx, appId, [...new Set(waiting.map(({ uid }) => uid))]);
    const byUid = new Map(users.map((user) => [user.uid, user]));
    const askedAt = this.clock.now();
    await this.requests.upsert(
      tx,
      appId,
      waiting.map((optIn) => {
        const user = byUid.get(optIn.uid);
        return {
          ...optIn,
          address: user ? findAskedAddress(optIn.channel, user) : null,
          language: ask.language ?? null,
        };
      }),
      { askedAt, expiresAt: new Date(askedAt.getTime() + CONFIRM_WITHIN_MS) },
    );
  }
}

function keyOf({ uid, categoryId, channel }: OptIn): string {
  return `${uid} ${categoryId} ${channel}`;
}
