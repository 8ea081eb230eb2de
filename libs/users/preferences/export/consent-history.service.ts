import { Injectable } from '@nestjs/common';
import type { ConsentSubject, TopicChannel } from '#libs/channels';
import { malformed } from '#platform/errors';
import { DeviceService } from '#libs/users/devices';
import { ConsentEventRepository, type ConsentEventRow, type ConsentSource } from '#libs/users/consent';
import { toInstallationId } from '#libs/users/identities';
import { CategoryRepository } from '../opt-ins/category.repository.js';

/**
 * One change of a user's consent.
 *
 * @property category        name; the number of a category that is no longer defined
 * @property channel         of the category; absent: all of it
 * @property installationId  of the device, for push
 */
export interface ConsentEvent {
  at: Date;
  subject: ConsentSubject;
  category?: string;
  channel?: TopicChannel;
  installationId?: string;
  permitted: boolean;
  source: ConsentSource;
  by: string;
}

/**
 * One change of a user's consent, for a proof.
 *
 * @property position   its time in microseconds since 1970
 * @property statedUid  the user whom it was said about: another one where that user was merged since
 */
export interface ConsentStatement extends ConsentEvent {
  position: number;
  statedUid: number;
}

/** Newest first; `next` is absent on the last page. */
export interface ConsentHistoryPage {
  list: ConsentEvent[];
  next?: string;
}

/** Changes of one person in an export. */
const MAX_EXPORTED = 10_000;

/** Reads how the consent of a user came to be what it is. */
@Injectable()
export class ConsentHistoryService {
  constructor(
    private readonly events: ConsentEventRepository,
    private readonly categories: CategoryRepository,
    private readonly devices: DeviceService,
  ) {}

  /** All changes of a user, newest first: a person has tens of them. */
  async listAll(appId: number, uid: number): Promise<ConsentEvent[]> {
    const rows = await this.events.findPage(appId, uid, null, MAX_EXPORTED);
    const names = await this.findCategoryNames(appId);
    return rows.map((row) => toEvent(row, names));
  }

  /** The same with their exact times, and about whom each was said. */
  async listStatements(appId: number, uid: number): Promise<ConsentStatement[]> {
    const rows = await this.events.findPage(appId, uid, null, MAX_EXPORTED);
    const names = await this.findCategoryNames(appId);
    return rows.map((row) => ({
      ...toEvent(row, names),
      position: Number(row.position),
      statedUid: row.statedUid,
    }));
  }

  /** Names some categories as changes do. */
  async nameCategories(appId: number, categoryIds: readonly number[]): Promise<string[]> {
    const names = categoryIds.length > 0 ? await this.findCategoryNames(appId) : new Map<number, string>();
    return categoryIds.map((id) => names.get(id) ?? String(id));
  }

  /** @param after  `next` of the page before. @throws AppError unknown_subject, malformed */
  async listPage(appId: number, extId: string, max: number, after?: string): Promise<ConsentHistoryPage> {
    if (after !== undefined && !/^\d{1,18}$/.test(after)) {
      throw malformed("Field 'offset' should be one that a page gave");
    }
    const uid = await this.devices.getUid(appId, extId);
    const rows = await this.events.findPage(appId, uid, after ?? null, max + 1);
    const names = await this.findCategoryNames(appId);
    const last = rows.length > max ? rows[max - 1] : undefined;
    return { list: rows.slice(0, max).map((row) => toEvent(row, names)), ...(last && { next: last.position }) };
  }

  private async findCategoryNames(appId: number): Promise<ReadonlyMap<number, string>> {
    return new Map((await this.categories.findActive(appId)).map(({ categoryId, name }) => [categoryId, name]));
  }
}

function toEvent(row: ConsentEventRow, names: ReadonlyMap<number, string>): ConsentEvent {
  const { at, subject, value, categoryId, channel, instId, source, by } = row;
  return {
    at,
    subject,
    ...(categoryId !== null && { category: names.get(categoryId) ?? String(categoryId) }),
    ...(channel !== null && { channel }),
    ...(instId !== null && { installationId: toInstallationId(instId) }),
    permitted: value,
    source,
    by,
  };
}
