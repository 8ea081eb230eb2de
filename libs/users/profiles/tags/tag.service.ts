import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { malformed } from '#platform/errors';
import { TagRepository } from './tag.repository.js';

/** Devices cannot create new tags once an application has this many. */
const MAX_TAGS_FROM_DEVICES = 1000;

/** Names and ids of an application's tags. A tag exists from its first use. */
@Injectable()
export class TagService {
  constructor(
    private readonly db: Database,
    private readonly tags: TagRepository,
  ) {}

  /**
   * Returns the ids of tags and creates the new ones, in a short transaction of its own and not in the caller's. An
   * unused tag is harmless, and a batch of users must not block every other batch that uses the same new name.
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
   * Gives the ids of tags that a device names, and adds the missing ones. Concurrent requests may exceed the limit by a few.
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

  /** Ids of the names that exist. */
  async findIds(appId: number, names: ReadonlySet<string>): Promise<Map<string, number>> {
    return names.size === 0 ? new Map() : this.tags.findIds(appId, [...names]);
  }
}
