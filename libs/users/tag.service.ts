import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { TagRepository } from './tag.repository.js';

/** Names and numbers of an application's tags. A tag exists from its first use on. */
@Injectable()
export class TagService {
  constructor(
    private readonly db: Database,
    private readonly tags: TagRepository,
  ) {}

  /**
   * Numbers of tags, made for names that are new. They get a short transaction of their own: a tag that nobody has is
   * harmless, and a batch of users must not hold up every other batch that uses the same new name; so it is no part of
   * whatever the caller has open.
   */
  async idsOf(appId: number, names: ReadonlySet<string>): Promise<Map<string, number>> {
    if (names.size === 0) {
      return new Map();
    }
    const found = await this.tags.findIds(appId, [...names]);
    const missing = [...names].filter((name) => !found.has(name));
    if (missing.length === 0) {
      return found;
    }
    await this.db.outside(() => this.db.tx((tx) => this.tags.insert(tx, appId, missing)));
    return this.tags.findIds(appId, [...names]);
  }
}
