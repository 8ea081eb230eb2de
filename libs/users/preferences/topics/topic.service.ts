import { Injectable } from '@nestjs/common';
import { TOPIC_CHANNELS, type TopicChannel } from '#libs/channels/definitions';
import { declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { retryOnConflict } from '#libs/users/identities';
import { TopicChoiceRepository, type StoredChoice } from '#libs/users/profiles';
import { SingleUserRepository } from '#libs/users/registry';
import { Database, type Statements, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { CategoryRepository } from './category.repository.js';
import { OptInRequestService } from './opt-in-request.service.js';
import { isOffered, lastChoices, statesOf } from './topic-states.js';
import { TopicWriterService } from './topic-writer.service.js';
import type { OptInAsk, PersonTopic, Topic, TopicChoice } from './topic.types.js';

/** Topics of an application, and what persons chose of them by channel. */
@Injectable()
export class TopicService {
  constructor(
    private readonly db: Database,
    private readonly categories: CategoryRepository,
    private readonly choices: TopicChoiceRepository,
    private readonly users: SingleUserRepository,
    private readonly writer: TopicWriterService,
    private readonly requests: OptInRequestService,
  ) {}

  /** The topics of an application, oldest first. @param on  the open transaction of the caller, if any */
  async listTopics(appId: number, on?: Statements): Promise<Topic[]> {
    return this.categories.findTopics(appId, on);
  }

  /** Every topic with its states for one person. A user that does not exist said nothing. */
  async readStates(appId: number, uid: number): Promise<PersonTopic[]> {
    const [topics, choices] = await Promise.all([
      this.listTopics(appId),
      this.choices.findChoices(this.db, appId, [uid]),
    ]);
    return topics.map((topic) => statesOf(topic, choices));
  }

  /**
   * Writes what a person chose, in one transaction with the change feed and the history of consent. Of two choices the
   * later one counts. Choices of undefined topics, of channels that a topic is not offered on, and of a user that does
   * not exist are left out.
   */
  async setStates(appId: number, uid: number, choices: readonly TopicChoice[], origin: ConsentOrigin): Promise<void> {
    await this.setStatesOf(appId, [uid], choices, origin);
  }

  /** Sets states of topics of some hundred users, in one transaction. */
  async setStatesOf(
    appId: number,
    uids: readonly number[],
    choices: readonly TopicChoice[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const topics = new Map((await this.listTopics(appId)).map((topic) => [topic.categoryId, topic]));
    const wanted = choices.filter(({ categoryId, channel }) => {
      const topic = topics.get(categoryId);
      return topic !== undefined && isOffered(topic, channel);
    });
    if (wanted.length === 0) {
      return;
    }
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        await declareConsentOrigin(tx, origin);
        const present: number[] = [];
        for (const uid of uids.toSorted((a, b) => bucketOfId(a) - bucketOfId(b) || a - b)) {
          if (await this.users.lock(tx, appId, uid)) {
            present.push(uid);
          }
        }
        await this.write(
          tx,
          appId,
          present.map((uid) => ({ uid, choices: wanted })),
        );
      }),
    );
  }

  /** Finds those of some recipients that get nothing of at least one of some topics by the channel of their message. */
  async findRefusing<T extends { uid: number; channel: TopicChannel | null }>(
    appId: number,
    recipients: readonly T[],
    categoryIds: readonly number[],
  ): Promise<T[]> {
    const positions = await this.categories.findRefusingTopics(appId, recipients, categoryIds);
    return positions.flatMap((position) => recipients[position - 1] ?? []);
  }

  /**
   * Writes choices of existing users, which the caller checked, and their change feed. Opt-ins that need a confirmation
   * wait for it. The origin is declared.
   */
  async write(
    tx: Tx,
    appId: number,
    people: readonly { uid: number; choices: readonly TopicChoice[] }[],
    ask?: OptInAsk,
  ): Promise<void> {
    const stored = people.flatMap(({ uid, choices }) =>
      lastChoices(choices).map(({ categoryId, channel, wants }): StoredChoice => {
        const number = channel === null ? 0 : TOPIC_CHANNELS[channel];
        return { uid, categoryId, channel: number, state: wants ? 'on' : 'off' };
      }),
    );
    await this.writer.write(tx, appId, await this.requests.hold(tx, appId, stored, ask));
  }
}
