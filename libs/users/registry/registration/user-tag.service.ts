import { Injectable } from '@nestjs/common';
import { retryOnConflict, MAX_EXT_ID_LENGTH, MAX_TAG_LENGTH, readName, uniqueExtIds } from '#libs/users/identities';
import { TagRepository, UserRepository } from '#libs/users/profiles';
import { Database } from '#platform/db';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { UserChanges } from '../writes/user-changes.js';
import { UserWriterService } from '../writes/user-writer.service.js';
import type { TagAssignment } from './registration.types.js';

/** Adds tags to users and removes them, for servers. Each call is one transaction. */
@Injectable()
export class UserTagService {
  constructor(
    private readonly db: Database,
    private readonly writer: UserWriterService,
    private readonly users: UserRepository,
    private readonly tags: TagRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Adds tags to users. A tag exists from its first use; missing users are created. */
  async tagUsers(appId: number, { tag, extIds }: TagAssignment): Promise<void> {
    const names = readTagNames(tag);
    const changes = new UserChanges(appId);
    for (const extId of uniqueExtIds(extIds)) {
      const { tags } = changes.getOrCreate(extId);
      names.forEach((name) => tags.add(name));
    }
    await this.writer.write(appId, changes.list(), new Map());
  }

  /** Removes tags from users. Users without them, and unknown extIds, stay as they are. */
  async untagUsers(appId: number, { tag, extIds }: TagAssignment): Promise<void> {
    const names = readTagNames(tag);
    const unique = uniqueExtIds(extIds).map((extId) => readName(extId, 'extId', MAX_EXT_ID_LENGTH));
    const tagIds = [...(await this.tags.findIds(appId, names)).values()].toSorted((a, b) => a - b);
    if (tagIds.length === 0) {
      return;
    }
    const vbs = unique.map((extId) => bucketOf(appId, extId));
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        const uids = await this.users.removeTags(tx, appId, vbs, unique, tagIds);
        await this.outbox.add(tx, { appId, kind: 'tag', uids: uids.toSorted((a, b) => a - b), keys: tagIds });
      }),
    );
  }
}

function readTagNames(tag: TagAssignment['tag']): string[] {
  return [...new Set([tag].flat().map((name) => readName(name, 'tag', MAX_TAG_LENGTH)))];
}
