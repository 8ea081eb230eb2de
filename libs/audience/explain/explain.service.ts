import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { AudienceService, PrivateTargetService } from '#libs/audience/recipients';
import { BehaviourRepository } from '../sql-engine/behaviour.repository.js';
import { PredictorService } from '../prediction/predictor.service.js';
import type { Prediction } from '../prediction/prediction.types.js';
import { collectNames } from '../targets/resolve-target.js';
import { ALL_PLATFORMS, hasMember, sliceOfMember } from '../segment-store/member-slices.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { matches, type Person, type ResolvedTarget, type SegmentVersion, type Target } from '../targets/target.js';
import { ExplainRepository, type ExplainableSegment } from './explain.repository.js';
import { MASK, type ExplainedClause, type ExplainedSegment } from './explain.types.js';
import { describeFound, maskSealed, type Subject } from './describe-found.js';

/** Explains for one user why a target matches or not, with the same tree and meaning as the engines. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly audience: AudienceService,
    private readonly privateTargets: PrivateTargetService,
    private readonly users: UserLookupService,
    private readonly explainRepository: ExplainRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly behaviours: BehaviourRepository,
    private readonly predictor: PredictorService,
  ) {}

  /**
   * Ids of a user's installations, including retired ones.
   *
   * @throws AppError unknown_subject
   */
  async findInstallations(appId: number, uid: number): Promise<readonly number[]> {
    return (await this.loadPerson(appId, uid)).instIds;
  }

  /**
   * Explains a target that the viewer wrote: each clause answers a question of the viewer.
   *
   * @throws AppError unknown_subject, and as `AudienceService.resolve` and `PrivateTargetService.refuseAsked`
   */
  async explainWritten(appId: number, uid: number, target: Target, viewer: Viewer): Promise<ExplainedClause> {
    await this.privateTargets.refuseAsked(appId, target, viewer);
    return this.explain(appId, uid, target, viewer);
  }

  /**
   * Explains a stored target. Where it looks at what the viewer may not see, it is one clause `private` without parts.
   *
   * @throws AppError unknown_subject, and as `AudienceService.resolve`
   */
  async explain(appId: number, uid: number, target: Target, viewer: Viewer): Promise<ExplainedClause> {
    const resolved = await this.audience.resolve(appId, target);
    const explained = await this.explainClause(await this.loadSubject(appId, uid, target), target, resolved);
    const isHidden = !viewer.seesPrivate && (await this.privateTargets.findAsked(appId, target)) !== undefined;
    return isHidden ? { clause: 'private', matches: explained.matches } : explained;
  }

  /** @throws AppError segment_unusable for one that does not exist, unknown_subject */
  async explainSegment(appId: number, uid: number, name: string, viewer: Viewer): Promise<ExplainedSegment> {
    const segment = await this.explainRepository.findSegment(appId, name);
    if (!segment) {
      throw new AppError('segment_unusable', `Segment '${name.slice(0, 80)}' does not exist`);
    }
    const { tree, prediction } = parseSegmentTarget(segment.target);
    const { segmentId, type, version, calculatedAt } = segment;
    return {
      name: segment.name,
      type,
      member: version === null ? null : (await this.findMemberships(appId, uid, [{ segmentId, version }])).length > 0,
      calculatedAt,
      rule: await this.explain(appId, uid, tree, viewer),
      ...(prediction && { score: await this.explainScore(appId, uid, prediction, segment, viewer) }),
    };
  }

  private async explainScore(
    appId: number,
    uid: number,
    prediction: Prediction,
    { model }: ExplainableSegment,
    viewer: Viewer,
  ): Promise<NonNullable<ExplainedSegment['score']>> {
    const condition = { ...prediction };
    if ('attribute' in prediction) {
      const attributes = await this.users.getAttributesByCode(appId, [prediction.attribute]);
      const definition = attributes.get(prediction.attribute);
      const value = definition && (await this.loadPerson(appId, uid)).attrs[definition.attrId];
      const isPrivate = definition?.privateInfo === true;
      const score = typeof value === 'number' ? (isPrivate ? MASK : value) : null;
      // The model has the least score among the members, which is the value of one of them.
      return { score, wanted: condition, model: isPrivate && !viewer.seesPrivate ? null : model };
    }
    const result = model && (await this.predictor.findScore(appId, uid, prediction, model));
    return { score: result?.score ?? null, wanted: condition, model };
  }

  private async loadSubject(appId: number, uid: number, target: Target): Promise<Subject> {
    const attributes = await this.users.getAttributesByCode(appId, collectNames(target).codes);
    return { appId, uid, attributes, person: await this.loadPerson(appId, uid) };
  }

  private async loadPerson(appId: number, uid: number): Promise<Person> {
    const row = await this.explainRepository.findPerson(appId, uid);
    if (!row) {
      throw new AppError('unknown_subject', 'The user does not exist');
    }
    const { firstSeen, lastSeen, ...person } = row;
    return { ...person, uid, segmentIds: [], seen: { first: firstSeen, last: lastSeen } };
  }

  private async explainClause(subject: Subject, target: Target, resolved: ResolvedTarget): Promise<ExplainedClause> {
    if ('of' in target && 'of' in resolved) {
      const clauses: ExplainedClause[] = [];
      for (const [index, part] of target.of.entries()) {
        clauses.push(await this.explainClause(subject, part, resolved.of[index] ?? { type: 'never' }));
      }
      const isAny = clauses.some((clause) => clause.matches);
      const isMatch =
        target.type === 'and' ? clauses.every((clause) => clause.matches) : target.type === 'not' ? !isAny : isAny;
      return { clause: target.type, matches: isMatch, of: clauses };
    }
    const person = await this.loadLeafData(subject, resolved);
    const { type: clause, ...condition } = maskSealed(target);
    return {
      clause,
      matches: matches(resolved, person),
      ...(target.type !== 'all' && { wanted: target.type === 'uids' ? { users: target.uids.length } : condition }),
      ...describeFound(subject, target, resolved, person),
    };
  }

  /** Adds the segments or events that a leaf looks at. */
  private async loadLeafData({ appId, uid, person }: Subject, leaf: ResolvedTarget): Promise<Person> {
    switch (leaf.type) {
      case 'segment':
        return { ...person, segmentIds: await this.findMemberships(appId, uid, leaf.segments) };
      case 'event':
        return { ...person, events: await this.behaviours.findUserEvents(appId, uid, leaf) };
      default:
        return person;
    }
  }

  private async findMemberships(appId: number, uid: number, versions: readonly SegmentVersion[]): Promise<number[]> {
    const segmentIds: number[] = [];
    for (const { segmentId, version } of versions) {
      const stored = await this.slices.findMembersOfSlice(appId, segmentId, version, ALL_PLATFORMS, sliceOfMember(uid));
      if (stored && hasMember(stored, uid)) {
        segmentIds.push(segmentId);
      }
    }
    return segmentIds;
  }
}
