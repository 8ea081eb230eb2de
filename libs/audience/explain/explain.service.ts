import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { isSealedText, type AttributeDefinition } from '#libs/users/profiles';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { AudienceService, PrivateTargetService } from '#libs/audience/recipients';
import { countMatchingEvents } from '../targets/behaviour.js';
import { BehaviourRepository } from '../sql-engine/behaviour.repository.js';
import { distanceKm } from '../targets/distance.js';
import { PredictorService } from '../prediction/predictor.service.js';
import type { Prediction } from '../prediction/prediction.types.js';
import type { ConditionTarget } from '../targets/conditions/condition.types.js';
import { installationAttributeOf } from '../targets/conditions/installation-attributes.js';
import { reachLeafOf } from '../targets/reach/reach.js';
import { collectNames } from '../targets/resolve-target.js';
import { ALL_PLATFORMS, hasMember, sliceOfMember } from '../segment-store/member-slices.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { matches, type Person, type ResolvedTarget, type SegmentVersion, type Target } from '../targets/target.js';
import { ExplainRepository, type ExplainableSegment } from './explain.repository.js';
import { MASK, type ExplainedClause, type ExplainedSegment } from './explain.types.js';

/** A user whose row was read once, and the attributes of the explained target. */
interface Subject {
  appId: number;
  uid: number;
  person: Person;
  attributes: ReadonlyMap<string, AttributeDefinition>;
}

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

/** A stored target has encrypted texts, which explain nothing. */
function maskSealed(target: Target): Target {
  return target.type === 'profile'
    ? { ...target, values: target.values.map((value) => (isSealedText(value) ? MASK : value)) }
    : target;
}

/** The column of devices that a condition looks at; undefined: it looks at the user's own values. */
function deviceColumnOf(target: ConditionTarget, attributes: Subject['attributes']): string | undefined {
  const isOnDevices = target.on === 'installation' || attributes.get(target.code)?.onDevices === true;
  return isOnDevices ? installationAttributeOf(target.code)?.column : undefined;
}

/** The values that decided a leaf. */
function describeFound(
  { attributes }: Subject,
  target: Target,
  resolved: ResolvedTarget,
  person: Person,
): Pick<ExplainedClause, 'found'> {
  switch (target.type) {
    case 'tag':
      return { found: resolved.type === 'tag' ? resolved.tagIds.filter((id) => person.tagIds.includes(id)).length : 0 };
    case 'segment':
      return {
        found:
          resolved.type === 'segment'
            ? target.names.filter((_, i) => person.segmentIds.includes(resolved.segments[i]?.segmentId ?? -1))
            : [],
      };
    case 'profile':
    case 'exists':
    case 'range':
    case 'contains': {
      const column = deviceColumnOf(target, attributes);
      if (column !== undefined) {
        return { found: [...new Set((person.devices ?? []).flatMap((device) => device[column] ?? []))] };
      }
      const definition = attributes.get(target.code);
      const value = definition && (definition.column ? person[definition.column] : person.attrs[definition.attrId]);
      const isMasked = definition?.privateInfo === true || definition?.sealed === true;
      return { found: (value ?? null) !== null && isMasked ? MASK : (value ?? null) };
    }
    case 'location': {
      const nearest = person.locations.reduce((least, place) => Math.min(least, distanceKm(target, place)), Infinity);
      return { found: { nearestKm: Number.isFinite(nearest) ? Math.round(nearest * 1000) / 1000 : null } };
    }
    case 'event': {
      if (resolved.type !== 'event') {
        return {};
      }
      const last = person.events?.[0];
      return {
        found: {
          times: countMatchingEvents(resolved, person.events ?? []),
          inWindow: person.events?.length ?? 0,
          last: last ? new Date(last.at).toISOString() : null,
        },
      };
    }
    case 'seen': {
      const at = person.seen?.[target.which] ?? null;
      return { found: at === null ? null : new Date(at).toISOString() };
    }
    case 'reachable':
      return { found: target.platforms.filter((platform) => matches(reachLeafOf(platform), person)) };
    case 'extIds':
      return { found: person.extId };
    default:
      return {};
  }
}
