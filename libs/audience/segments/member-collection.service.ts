import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { BUCKETS } from '#platform/ids';
import { type Logger, reportFault } from '#platform/runtime';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexEvaluatorService } from '../bitmap-index/query/index-evaluator.service.js';
import type { Prediction, PredictionModel, PredictionResult } from '../prediction/prediction.types.js';
import { PredictorService } from '../prediction/predictor.service.js';
import { AudienceService } from '#libs/audience/recipients';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import type { MemberCollector } from '../segment-store/member-slices.js';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { createMemberSet } from '../sql-engine/member-set.js';
import type { LeafMembers } from '../sql-engine/predicate.sql.js';
import type { BucketRange } from '../sql-engine/ranges.js';
import type { ResolvedTarget, SegmentLeaf } from '../targets/target.js';

/** The rule from which a segment is calculated. `prediction`: only of a PREDICT_SEGMENT. */
export interface SegmentRule {
  appId: number;
  target: ResolvedTarget;
  prediction: Prediction | undefined;
}

/** How members were collected. `model`: only of a PREDICT_SEGMENT. */
export interface CollectionResult {
  model: PredictionModel | null;
  isByIndex: boolean;
}

/** Collects the members of one segment: by the bitmap index if possible, else from the rows. */
@Injectable()
export class MemberCollectionService {
  constructor(
    private readonly audience: AudienceService,
    private readonly audienceRepository: AudienceRepository,
    private readonly leafMembers: LeafMembersService,
    private readonly predictor: PredictorService,
    private readonly indexReader: IndexReaderService,
    private readonly indexEvaluator: IndexEvaluatorService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param keepAlive  renews the claim of the segment; false ends the collection
   * @returns undefined when the claim is lost
   */
  async collect(
    { appId, target, prediction }: SegmentRule,
    collector: MemberCollector,
    keepAlive: () => Promise<boolean>,
  ): Promise<CollectionResult | undefined> {
    const predicted = prediction && (await this.predictor.predict(appId, prediction, keepAlive));
    if (prediction && !predicted) {
      return undefined;
    }
    if (!predicted && (await this.collectByIndex(appId, target, collector))) {
      return (await keepAlive()) ? { model: null, isByIndex: true } : undefined;
    }
    for (const range of await this.audience.listRanges(appId)) {
      const leafMembers = await this.leafMembers.readMembers(appId, target, range);
      const restricted = predicted
        ? restrictToPredicted(target, leafMembers, predicted, range)
        : { target, members: leafMembers };
      const groups = await this.audienceRepository.findMembers(appId, restricted.target, range, restricted.members);
      groups.forEach(({ platform, uids }) => collector.add(platform, uids));
      if (!(await keepAlive())) {
        return undefined;
      }
    }
    return { model: predicted?.model ?? null, isByIndex: false };
  }

  /**
   * Collects by an index that has every earlier commit. Leaves that are not in the index are read from the rows.
   *
   * @returns false when the index cannot answer; the collector is then empty
   */
  private async collectByIndex(appId: number, target: ResolvedTarget, collector: MemberCollector): Promise<boolean> {
    try {
      const index = await this.indexReader.findCurrent(appId);
      const isCollected =
        index !== undefined &&
        (await this.indexEvaluator.findMembers(appId, index, target, (platform, slice, uids) =>
          collector.addSlice(platform, slice, uids),
        ));
      if (isCollected) {
        return true;
      }
    } catch (error) {
      reportFault(this.logger, 'audience index failed to answer; the rows are read', error, { appId });
    }
    collector.clear();
    return false;
  }
}

/** The target and its leaf members, restricted to the predicted users of a range. */
function restrictToPredicted(
  target: ResolvedTarget,
  members: LeafMembers,
  { uids }: PredictionResult,
  { vbFrom, vbTo }: BucketRange,
): { target: ResolvedTarget; members: LeafMembers } {
  const leaf: SegmentLeaf = { type: 'segment', mode: 'any', segments: [] };
  const uidsInRange = Array.from(uids.filter((uid) => uid % BUCKETS >= vbFrom && uid % BUCKETS < vbTo));
  return {
    target: { type: 'and', of: [leaf, target] },
    members: new Map([...members, [leaf, createMemberSet(uidsInRange, vbFrom, vbTo)]]),
  };
}
