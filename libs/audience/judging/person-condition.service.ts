import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import { EventDefinitionService } from '#libs/events';
import type { Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { isJsonObject } from '#platform/collections';
import type { Statements, Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { refuseUnknownNames } from '#platform/validation';
import { PastCondition } from './past-condition.js';
import { AudienceService, UserSelectionService } from '#libs/audience/recipients';
import { MemberMatcherService } from '../segment-updates/member-matcher.service.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import { refuseComparedValues } from '../segments/compared-values.js';
import { readSegmentTarget } from '../targets/read-target.js';
import { checkTarget, collectNames } from '../targets/resolve-target.js';
import { sealSegmentTarget } from '../targets/seal-target.js';
import type { ResolvedTarget } from '../targets/target.js';
import { SegmentTargetDto } from '../targets/target.dto.js';

/** A condition on persons, in the form of a segment, for those who ask about some persons at a time. */
@Injectable()
export class PersonConditionService {
  constructor(
    private readonly audience: AudienceService,
    private readonly matcher: MemberMatcherService,
    private readonly selection: UserSelectionService,
    private readonly segments: SegmentRepository,
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Checks a condition of a file.
   *
   * @param path  its place, for errors
   * @returns the condition as it may be stored: values of sealed attributes are sealed
   * @throws AppError malformed, bad_address, segment_unusable; key_not_allowed or permission_missing where it compares values that
   *   the editor may not see
   */
  async seal(tx: Tx, appId: number, raw: unknown, path: string, editor: Viewer): Promise<unknown> {
    if (!isJsonObject(raw)) {
      throw malformed(`${path} should be a map`);
    }
    refuseUnknownNames(SegmentTargetDto, raw, path);
    const attributes = await this.users.findAttributes(tx, appId);
    const events = await this.events.findCatalogue(tx, appId);
    try {
      const target = readSegmentTarget(raw);
      const known = new Set((await this.segments.listDefinitions(tx, appId)).map(({ name }) => name));
      const absent = collectNames(target).segments.find((name) => !known.has(name));
      if (absent !== undefined) {
        throw malformed(`Segment '${absent.slice(0, 80)}' does not exist`);
      }
      checkTarget(target, attributes, events, this.clock.now(), known);
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.refusal, `${path}: ${error.message}`) : error;
    }
    refuseComparedValues(raw, { attributes, events }, path, editor);
    return sealSegmentTarget(raw, attributes);
  }

  /** Ids of the segments of an application by name, which rows of the change feed have. */
  async findSegmentIds(on: Statements, appId: number): Promise<Map<string, number>> {
    return new Map((await this.segments.listDefinitions(on, appId)).map(({ name, segmentId }) => [name, segmentId]));
  }

  /**
   * Resolves a condition for immediate use. It takes a connection, so it belongs before a transaction.
   *
   * @returns undefined for one that cannot be judged now: it names a segment or an attribute that is gone or was never calculated
   */
  async resolve(appId: number, raw: unknown): Promise<ResolvedTarget | undefined> {
    try {
      return await this.audience.resolve(appId, readSegmentTarget(raw));
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        return undefined;
      }
      throw error;
    }
  }

  /** @throws AppError key_not_allowed or permission_missing for a condition that compares values that the viewer may not see */
  async refuseHidden(appId: number, raw: JsonObject, path: string, viewer: Viewer): Promise<void> {
    const { codes, events: names } = collectNames(readSegmentTarget(raw));
    const attributes = await this.users.getAttributesByCode(appId, codes);
    refuseComparedValues(raw, { attributes, events: await this.events.getCatalogueFor(appId, names) }, path, viewer);
  }

  /** Prepares a condition for moments of the past. @returns as `resolve` */
  async resolvePast(appId: number, raw: unknown): Promise<PastCondition | undefined> {
    try {
      const target = readSegmentTarget(raw);
      const events = await this.events.getCatalogueFor(appId, collectNames(target).events);
      return await PastCondition.create(target, events, (part) => this.audience.resolve(appId, part));
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        return undefined;
      }
      throw error;
    }
  }

  /**
   * Finds all users who meet a condition. It takes connections, so it belongs before a transaction.
   *
   * @throws AppError as `UserSelectionService.findUids`
   */
  async findAll(appId: number, raw: unknown): Promise<number[]> {
    const parts = await this.selection.findUids(appId, readSegmentTarget(raw), new AbortController().signal);
    return parts.flatMap((part) => [...part]);
  }

  /**
   * Reads the users who meet a condition, a part at a time. It takes connections, so no transaction is open while it is asked
   * for the next part.
   *
   * @param after  the last user that the caller had, or null
   * @returns uids in the order of bucket and uid
   * @throws AppError as `AudienceService.resolve`
   */
  readAfter(appId: number, raw: unknown, after: number | null): AsyncGenerator<number[]> {
    return this.selection.readAfter(appId, readSegmentTarget(raw), after);
  }

  /** Finds those of some persons who meet a condition, with one statement. */
  async findMatching(
    on: Statements,
    appId: number,
    condition: ResolvedTarget,
    uids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    return this.matcher.findMatching(on, appId, condition, uids);
  }
}
