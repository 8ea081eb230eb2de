import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { SetupService, type Application, type SetupEditor } from '#libs/tenancy';
import { groupBy } from '#platform/collections';
import { sha256 } from '#platform/crypto';
import { Database, type Statements } from '#platform/db';
import { AppError } from '#platform/errors';
import { ALL_PLATFORMS } from '../segment-store/member-slices.js';
import { SegmentRepository, type DefinedSegment, type SegmentSize } from '../segment-store/segment.repository.js';
import { segmentTypeOf } from '../segment-store/segment-target.js';
import {
  describeCampaigns,
  SegmentUsesService,
  usesOf,
  type SegmentUse,
} from '../segment-store/segment-uses.service.js';
import type { Segment } from '../segment-store/segment.types.js';
import { SegmentService } from './segment.service.js';
import { SegmentsSection } from './segments.section.js';

/** Days of sizes that are shown. */
const SHOWN_DAYS = 90;

const EDIT = { prune: false, isDeferred: true, reveal: () => undefined, warn: () => undefined } as const;

/** A segment as its list shows it. @property sizes  of the last 90 days, by day; days without a calculation are missing */
export interface SegmentOverview extends Segment {
  uses: SegmentUse[];
  sizes: Pick<SegmentSize, 'day' | 'users'>[];
}

/**
 * A segment that someone edits.
 *
 * @property target  as the application file has it; values of sealed attributes are sealed
 * @property base    of which version it is; an edit of another version is refused
 */
export interface EditedSegment extends SegmentOverview {
  target: unknown;
  base: string;
}

/** Segments for people: what they have, what names them, and changes through the section of the application file. */
@Injectable()
export class SegmentEditService {
  constructor(
    private readonly db: Database,
    private readonly segments: SegmentService,
    private readonly repository: SegmentRepository,
    private readonly uses: SegmentUsesService,
    private readonly section: SegmentsSection,
    private readonly setup: SetupService,
  ) {}

  /** All segments of an application, by name. */
  async list(appId: number): Promise<SegmentOverview[]> {
    const uses = await this.uses.list(this.db, appId);
    const sizes = groupBy(await this.repository.listSizes(appId, SHOWN_DAYS), ({ segmentId }) => segmentId);
    return (await this.segments.list(appId, ALL_PLATFORMS))
      .map((segment) => ({
        ...segment,
        uses: usesOf(segment.name, uses),
        sizes: sizes.get(segment.id) ?? [],
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** @throws AppError unknown_id */
  async get(appId: number, segmentId: number): Promise<EditedSegment> {
    const { target, name } = await this.find(this.db, appId, segmentId);
    const overview = (await this.list(appId)).find((segment) => segment.id === segmentId);
    if (!overview) {
      throw unknown(segmentId);
    }
    return { ...overview, name, target, base: hashOf(target) };
  }

  /**
   * Gives a segment another target. Its members are calculated within moments; until then the old ones are served.
   *
   * @param base  the version that was edited
   * @throws AppError unknown_id; changed_meanwhile for another version; malformed; section_locked where the application
   *   file alone changes segments; permission_missing for a target that compares what the editor may not see
   */
  async change(
    { origin, editor }: { origin: Origin; editor: SetupEditor },
    app: Application,
    segmentId: number,
    target: object,
    base: string,
  ): Promise<void> {
    await this.setup.edit(origin, app, 'segments', async (tx) => {
      const { name, target: present } = await this.find(tx, app.id, segmentId);
      if (hashOf(present) !== base) {
        throw new AppError('changed_meanwhile', `${name} was changed since this was read`, { field: 'base' });
      }
      return this.section.apply(tx, app, [{ name, type: segmentTypeOf(target), target }], { ...EDIT, editor });
    });
  }

  /**
   * Removes a segment that no campaign waits with. Drafts that name it cannot be sent until they name another one.
   *
   * @throws AppError unknown_id; wrong_state where a campaign names it that has not read its recipients yet;
   *   section_locked as `change`
   */
  async remove(origin: Origin, app: Application, segmentId: number): Promise<void> {
    await this.setup.edit(origin, app, 'segments', async (tx) => {
      const { name } = await this.find(tx, app.id, segmentId);
      const waiting = describeCampaigns(usesOf(name, await this.uses.list(tx, app.id)));
      if (waiting !== undefined) {
        throw new AppError('wrong_state', `${name} stays: ${waiting} would have no recipients without it`, {
          field: 'uses',
        });
      }
      await this.section.remove(tx, app, name);
      return [{ change: 'remove', subject: `segments: ${name}` }];
    });
  }

  private async find(on: Statements, appId: number, segmentId: number): Promise<DefinedSegment> {
    const segment = (await this.repository.listDefinitions(on, appId)).find((row) => row.segmentId === segmentId);
    if (!segment) {
      throw unknown(segmentId);
    }
    return segment;
  }
}

function hashOf(target: unknown): string {
  return sha256(JSON.stringify(target)).toString('base64url');
}

function unknown(segmentId: number): AppError {
  return new AppError('unknown_id', `There is no segment ${segmentId}`);
}
