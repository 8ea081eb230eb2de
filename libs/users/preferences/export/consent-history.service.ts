import { Injectable } from '@nestjs/common';
import {
  TOPIC_CHANNEL_NAMES,
  TOPIC_CHANNELS,
  type ChosenFrequency,
  type ConsentSubject,
  type TopicChannel,
} from '#libs/channels/definitions';
import { malformed } from '#platform/errors';
import { DeviceService } from '#libs/users/devices';
import { ConsentEventRepository, type ConsentEventRow, type ConsentSource } from '#libs/users/consent';
import { toInstallationId } from '#libs/users/identities';
import { OptInProofRepository, type OptIn, type OptInProof } from '#libs/users/profiles';
import { CategoryRepository } from '../topics/category.repository.js';

/**
 * One change of a user's consent.
 *
 * @property category        name; the number of a category that is no longer defined
 * @property channel         of the category; absent: all of it
 * @property installationId  of the device, for push
 * @property frequency       how often marketing by e-mail may come, of that subject alone
 * @property proof           of a confirmed opt-in: `by` is the id of the message that asked for it
 */
export interface ConsentEvent {
  at: Date;
  subject: ConsentSubject;
  category?: string;
  channel?: TopicChannel;
  installationId?: string;
  frequency?: ChosenFrequency;
  permitted: boolean;
  source: ConsentSource;
  by: string;
  proof?: { askedAt: Date; textHash: string };
}

/** The proof of a confirmed opt-in. @property channel  absent: all of the category */
export interface ConfirmedOptIn extends OptInProof {
  category: string;
  channel?: TopicChannel;
}

/**
 * One change of a user's consent, for a proof.
 *
 * @property position   its time in microseconds since 1970
 * @property statedUid  the user that it was said about: another one where that user was merged since
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
    private readonly proofs: OptInProofRepository,
  ) {}

  /** All changes of a user, newest first: a person has tens of them. */
  async listAll(appId: number, uid: number): Promise<ConsentEvent[]> {
    const rows = await this.events.findPage(appId, uid, null, MAX_EXPORTED);
    return this.toEvents(appId, uid, rows);
  }

  /** Lists the changes with their exact times and users. */
  async listStatements(appId: number, uid: number): Promise<ConsentStatement[]> {
    const rows = await this.events.findPage(appId, uid, null, MAX_EXPORTED);
    const events = await this.toEvents(appId, uid, rows);
    return rows.flatMap(({ position, statedUid }, index) => {
      const event = events[index];
      return event ? [{ ...event, position: Number(position), statedUid }] : [];
    });
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
    const last = rows.length > max ? rows[max - 1] : undefined;
    return { list: await this.toEvents(appId, uid, rows.slice(0, max)), ...(last && { next: last.position }) };
  }

  /** The proofs of what a user has confirmed, newest first. */
  async listProofs(appId: number, uid: number): Promise<ConfirmedOptIn[]> {
    const proofs = await this.proofs.find(appId, uid);
    const names = proofs.length > 0 ? await this.findCategoryNames(appId) : new Map<number, string>();
    return proofs.map(({ uid: _uid, categoryId, channel, ...proof }) => {
      const name = TOPIC_CHANNEL_NAMES.find((candidate) => TOPIC_CHANNELS[candidate] === channel);
      return { category: names.get(categoryId) ?? String(categoryId), ...(name && { channel: name }), ...proof };
    });
  }

  private async toEvents(appId: number, uid: number, rows: readonly ConsentEventRow[]): Promise<ConsentEvent[]> {
    const names = await this.findCategoryNames(appId);
    const isConfirmed = rows.some(({ source, categoryId }) => source === 'LINK' && categoryId !== null);
    const proofs = isConfirmed ? await this.proofs.find(appId, uid) : [];
    return rows.map((row) => toEvent(row, names, proofs));
  }

  private async findCategoryNames(appId: number): Promise<ReadonlyMap<number, string>> {
    return new Map((await this.categories.findActive(appId)).map(({ categoryId, name }) => [categoryId, name]));
  }
}

function toEvent(
  row: ConsentEventRow,
  names: ReadonlyMap<number, string>,
  proofs: readonly (OptIn & OptInProof)[],
): ConsentEvent {
  const proof = proofs.find((candidate) => candidate.categoryId === row.categoryId && candidate.messageId === row.by);
  const { at, subject, value, categoryId, channel, instId, frequency, source, by } = row;
  return {
    at,
    subject,
    ...(categoryId !== null && { category: names.get(categoryId) ?? String(categoryId) }),
    ...(channel !== null && { channel }),
    ...(instId !== null && { installationId: toInstallationId(instId) }),
    ...(frequency !== null && { frequency }),
    permitted: value,
    source,
    by,
    ...(proof && value && { proof: { askedAt: proof.askedAt, textHash: proof.textHash } }),
  };
}
