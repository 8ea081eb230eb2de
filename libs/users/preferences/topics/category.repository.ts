import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { TOPIC_CHANNEL_NAMES, TOPIC_CHANNELS, type TopicChannel } from '#libs/channels/definitions';
import { Database, ONE_EACH, type Statements, type Tx } from '#platform/db';
import { CategoryEntity } from './category.entity.js';
import { refusesTopicSql, topicsSql } from './topic.sql.js';
import type { NewTopic, Topic, TopicTexts } from './topic.types.js';

/** First key of this advisory lock; no other lock has it. */
const CATEGORY_LOCK = 3_005;

export interface Category {
  categoryId: number;
  name: string;
}

/** Rows of `users.category`, and in SQL reads of what users said of them, of which there is much. */
@Injectable()
export class CategoryRepository {
  constructor(private readonly db: Database) {}

  /** Active categories of an application, oldest first. */
  async findActive(appId: number, on: Statements = this.db): Promise<Category[]> {
    return on.repository(CategoryEntity).find({
      select: { categoryId: true, name: true },
      where: { appId, retiredAt: IsNull() },
      order: { categoryId: 'ASC' },
    });
  }

  /** The active categories as topics, oldest first. */
  async findTopics(appId: number, on: Statements = this.db): Promise<Topic[]> {
    const rows = await on.repository(CategoryEntity).find({
      where: { appId, retiredAt: IsNull() },
      order: { categoryId: 'ASC' },
    });
    return rows.map(({ categoryId, name, title, description, defaultOn, channels, doubleOptIn, confirmation }) => ({
      categoryId,
      name,
      title: title ?? {},
      description: description ?? {},
      default: defaultOn ? 'on' : 'off',
      channels: channels ?? TOPIC_CHANNEL_NAMES,
      doubleOptIn,
      confirmation,
    }));
  }

  /** Lets one transaction at a time change the categories of an application. */
  async lock(tx: Tx, appId: number): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [CATEGORY_LOCK, appId]);
  }

  /** Writes a category under the lock: a new one, or a present or retired one of the name with its opt-outs. */
  async write(tx: Tx, appId: number, { name, ...topic }: NewTopic): Promise<void> {
    const categories = tx.repository(CategoryEntity);
    const { title, description, channels, doubleOptIn, confirmation } = topic;
    const row = {
      title: isEmpty(title) ? null : title,
      description: isEmpty(description) ? null : description,
      defaultOn: topic.default === 'on',
      channels: channels.length === TOPIC_CHANNEL_NAMES.length ? null : [...channels],
      doubleOptIn,
      confirmation,
      retiredAt: null,
    };
    const { affected } = await categories.update({ appId, name }, row);
    if (affected === 0) {
      const lastId = (await categories.maximum('categoryId', { appId })) ?? 0;
      await categories.insert({ appId, categoryId: lastId + 1, name, ...row });
    }
  }

  async retire(tx: Tx, appId: number, categoryId: number): Promise<void> {
    await tx.repository(CategoryEntity).update({ appId, categoryId }, { retiredAt: () => 'now()' });
  }

  /**
   * Users that opted out of at least one of some categories · a batch of users · primary key, one probe for each user and
   * category (a join would read the whole table of a young application) · no locks.
   */
  async findOptedOut(appId: number, uids: readonly number[], categoryIds: readonly number[]): Promise<number[]> {
    const rows = await this.db.rows<{ uid: number }>(
      `SELECT DISTINCT found.uid FROM unnest($2::bigint[]) AS q (uid)
        CROSS JOIN LATERAL (SELECT o.uid FROM users.category_optout AS o
                             WHERE o.vb = q.uid % 1024 AND o.app_id = $1 AND o.uid = q.uid
                               AND o.category_id = ANY ($3::integer[]) ${ONE_EACH}) AS found`,
      [appId, uids, categoryIds],
    );
    return rows.map(({ uid }) => uid);
  }

  /**
   * Finds those of some recipients that get nothing of at least one of some topics · a batch of recipients · primary keys,
   * some probes for each · no locks.
   *
   * @returns their positions, from 1
   */
  async findRefusingTopics(
    appId: number,
    recipients: readonly { uid: number; channel: TopicChannel | null }[],
    categoryIds: readonly number[],
  ): Promise<number[]> {
    const ids = '$4::integer[]';
    const rows = await this.db.rows<{ position: number }>(
      `WITH ${topicsSql('$1', ids)}
       SELECT q.position FROM topics AS d
        CROSS JOIN unnest($2::bigint[], $3::smallint[]) WITH ORDINALITY AS q (uid, channel, position)
        CROSS JOIN LATERAL (SELECT n.vb, n.app_id, n.uid FROM users.app_user AS n
                             WHERE n.vb = q.uid % 1024 AND n.app_id = $1 AND n.uid = q.uid ${ONE_EACH}) AS u
        WHERE ${refusesTopicSql({ categoryIds: ids, defaultOff: 'd.default_off', channel: 'q.channel' })}`,
      [
        appId,
        recipients.map(({ uid }) => uid),
        recipients.map((recipient) => (recipient.channel === null ? null : TOPIC_CHANNELS[recipient.channel])),
        categoryIds,
      ],
    );
    return rows.map(({ position }) => position);
  }
}

function isEmpty(texts: TopicTexts): boolean {
  return Object.keys(texts).length === 0;
}
