import { Injectable } from '@nestjs/common';
import { withUsedBlocks, type Message } from '#libs/content';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { findBlocks, type Block } from '../blocks/block.sql.js';
import { findNewest } from '../blocks/find-newest.js';
import { NotificationDefinitionService } from '../definitions/notification-definition.service.js';
import type { DefinitionWriter } from '../model/notifications.types.js';
import { BlockUseRepository } from './block-use.repository.js';
import { TextComparison, type ChangedText } from './text-comparison.js';

/**
 * A definition whose texts render a block.
 *
 * @property version   with which it was stored
 * @property isNewest  the newest block has the same text
 * @property texts     that the newest version changes, by their fields, for a person without values
 */
export interface BlockUse {
  notificationKey: number;
  name: string | null;
  title: string | null;
  version: number;
  isNewest: boolean;
  texts: ChangedText[];
}

/** A block. @property uses  definitions that render it. @property outdated  of these, those with another version */
export interface ListedBlock {
  name: string;
  version: number;
  uses: number;
  outdated: number;
}

/** Shows where blocks are used and what a new version changes there, and brings it there. */
@Injectable()
export class BlockUsesService {
  constructor(
    private readonly db: Database,
    private readonly uses: BlockUseRepository,
    private readonly definitions: NotificationDefinitionService,
  ) {}

  /** The newest version of each block, by name, with how many definitions render it. */
  async listBlocks(appId: number): Promise<ListedBlock[]> {
    const [blocks, counts] = await Promise.all([findBlocks(this.db, appId), this.uses.count(appId)]);
    return [...findNewest(blocks).values()].map(({ name, version }) => {
      const counted = counts.filter((count) => count.name === name);
      const older = counted.filter((count) => count.version !== version);
      return { name, version, uses: sumUses(counted), outdated: sumUses(older) };
    });
  }

  /** @throws AppError unknown_key for a block that there is not */
  async list(appId: number, name: string): Promise<{ newest: number; uses: BlockUse[] }> {
    const blocks = await this.findBlocks(appId, name);
    const comparison = new TextComparison();
    const uses: BlockUse[] = [];
    for await (const { notificationKey, name: ownName, message } of this.uses.read(appId, name)) {
      uses.push({
        notificationKey,
        name: ownName,
        title: message.title ?? null,
        version: message.blocks?.[name]?.version ?? 0,
        isNewest: message.blocks?.[name]?.text === blocks.newest.text,
        texts: await comparison.compare(message, withNewest(message, blocks.all)),
      });
    }
    return { newest: blocks.newest.version, uses };
  }

  /**
   * Stores definitions with the newest version of a block and of what it renders.
   *
   * @returns how many have changed
   * @throws AppError as `list` and `NotificationDefinitionService.rewrite`: those before stay changed
   */
  async renew(caller: DefinitionWriter, name: string, keys: readonly number[]): Promise<number> {
    const { all } = await this.findBlocks(caller.appId, name);
    let changed = 0;
    for (const key of keys) {
      await this.definitions.rewrite(caller, key, (message) => {
        if (!message.blocks || !Object.hasOwn(message.blocks, name)) {
          throw new AppError('malformed', `The definition ${key} does not render '${name}'`, {
            field: 'notificationKeys',
          });
        }
        changed += 1;
        return withNewest(message, all);
      });
    }
    return changed;
  }

  private async findBlocks(appId: number, name: string): Promise<{ all: ReadonlyMap<string, Block>; newest: Block }> {
    const all = findNewest(await findBlocks(this.db, appId));
    const newest = all.get(name);
    if (!newest) {
      throw new AppError('unknown_key', `There is no block '${name.slice(0, 80)}'`, { field: 'name' });
    }
    return { all, newest };
  }
}

function sumUses(counts: readonly { uses: number }[]): number {
  return counts.reduce((sum, { uses }) => sum + uses, 0);
}

/** Every block of the application, as at the time of the request: those that a new version renders are among them. */
function withNewest(message: Message, all: ReadonlyMap<string, Block>): Message {
  const blocks = Object.fromEntries(
    [...all].map(([name, { version, params, text }]) => [name, { version, params, text }]),
  );
  return withUsedBlocks(message, blocks);
}
