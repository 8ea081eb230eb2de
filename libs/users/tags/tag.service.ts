import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { malformed } from '#platform/errors';
import { TagRepository } from './tag.repository.js';

/** Names that an application may have before its devices can make no new ones. */
const MAX_TAGS_FROM_DEVICES = 1000;

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
  async ensureIds(appId: number, names: ReadonlySet<string>): Promise<Map<string, number>> {
    if (names.size === 0) {
      return new Map();
    }
    const existing = await this.tags.findIds(appId, [...names]);
    const missing = [...names].filter((name) => !existing.has(name));
    if (missing.length === 0) {
      return existing;
    }
    await this.db.outsideTransaction(() => this.db.tx((tx) => this.tags.insert(tx, appId, missing)));
    return this.tags.findIds(appId, [...names]);
  }

  /**
   * The same for names that a device gives. The limit is no lock: requests at the same time may pass it by a few.
   *
   * @throws AppError malformed for a new name when the application has many
   */
  async ensureIdsFromDevice(appId: number, names: ReadonlySet<string>): Promise<Map<string, number>> {
    const existing = await this.findIds(appId, names);
    const unknown = [...names].find((name) => !existing.has(name));
    if (unknown === undefined) {
      return existing;
    }
    if ((await this.tags.count(appId, MAX_TAGS_FROM_DEVICES)) + names.size - existing.size > MAX_TAGS_FROM_DEVICES) {
      throw malformed(
        `Tag '${unknown.slice(0, 100)}' is new, and the application has too many for devices to make more`,
      );
    }
    return this.ensureIds(appId, names);
  }

  /** Numbers of those names that exist. */
  async findIds(appId: number, names: ReadonlySet<string>): Promise<Map<string, number>> {
    return names.size === 0 ? new Map() : this.tags.findIds(appId, [...names]);
  }
}
