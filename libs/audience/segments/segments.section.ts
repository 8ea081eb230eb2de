import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { isJsonObject } from '#platform/collections';
import { ClockService } from '#platform/runtime';
import type { Statements, Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { refuseUnknownNames } from '#platform/validation';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { Form, joinPath, namesOf } from '#platform/forms';
import type { EventCatalogue } from '../targets/resolve-behaviour.js';
import { checkPrediction } from '../prediction/predictor.service.js';
import { checkTarget, collectNames, type Attributes } from '../targets/resolve-target.js';
import { refuseComparedValues } from './compared-values.js';
import { MAX_NAME_LENGTH, PREDICT_FIELDS, SEGMENT_FIELDS, SEGMENTS_REFERENCE } from './segments-reference.js';
import { SegmentCalculatorService } from './segment-calculator.service.js';
import { SegmentRepository, type DefinedSegment } from '../segment-store/segment.repository.js';
import { describeCampaigns, SegmentUsesService, usesOf } from '../segment-store/segment-uses.service.js';
import { SegmentTargetDto } from '../targets/target.dto.js';
import { sealSegmentTarget } from '../targets/seal-target.js';
import { checkType, parseSegmentTarget } from '../segment-store/segment-target.js';
import { SEGMENT_TYPES } from '../segment-store/segment.types.js';

type SegmentInput = Omit<DefinedSegment, 'segmentId'> & { path: string };

/** The section `segments` of an application file. Segments are identified by name. */
@Injectable()
export class SegmentsSection implements ApplySection {
  readonly section = 'segments';
  readonly reference = SEGMENTS_REFERENCE;

  constructor(
    private readonly segments: SegmentRepository,
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly clock: ClockService,
    private readonly calculator: SegmentCalculatorService,
    private readonly uses: SegmentUsesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** New and changed segments are calculated after the commit; until then the old members are served. */
  async apply(
    tx: Tx,
    app: Application,
    value: unknown,
    { prune, isDeferred, warn, editor }: ApplyContext,
  ): Promise<Difference[]> {
    const inputs = parseSegments(value);
    inputs.forEach(({ target, path }) => refuseUnknownNamesOf(target, joinPath(path, 'target')));
    const present = new Map((await this.segments.listDefinitions(tx, app.id)).map((row) => [row.name, row]));
    const differences: Difference[] = [];
    const attributes = await this.users.findAttributes(tx, app.id);
    const events = await this.events.findCatalogue(tx, app.id);
    for (const segment of inputs.values()) {
      checkSegment(segment, attributes, events, this.clock.now());
      const stored = { ...segment, target: sealSegmentTarget(segment.target, attributes) };
      const row = present.get(segment.name);
      if (!row || !isDeepStrictEqual(row.target, stored.target)) {
        refuseComparedValues(segment.target, { attributes, events }, joinPath(segment.path, 'target'), editor);
      }
      differences.push(...(await this.applySegment(tx, app.id, stored, row)));
    }
    if (differences.length > 0 && !isDeferred) {
      tx.afterCommit(() => this.calculate(app.id));
    }
    const removed = prune ? [...present.values()].filter(({ name }) => !inputs.has(name)) : [];
    const uses = removed.length === 0 ? [] : await this.uses.list(tx, app.id);
    for (const row of removed) {
      await this.segments.delete(tx, app.id, row.segmentId);
      differences.push({ change: 'remove', subject: `segments: ${row.name}` });
      const waiting = describeCampaigns(usesOf(row.name, uses));
      if (waiting !== undefined) {
        warn(`segments: ${row.name} is removed, and ${waiting} will have no recipients without it`);
      }
    }
    return differences;
  }

  /** Values of sealed attributes stay sealed; `apply` takes them so. */
  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const rows = await this.segments.listDefinitions(on, id);
    return rows.length === 0 ? undefined : { value: rows.map(toEntry), withheld: [] };
  }

  async remove(tx: Tx, app: Application, name: string): Promise<boolean> {
    const segment = (await this.segments.listDefinitions(tx, app.id)).find((row) => row.name === name);
    if (segment) {
      await this.segments.delete(tx, app.id, segment.segmentId);
    }
    return segment !== undefined;
  }

  private async applySegment(
    tx: Tx,
    appId: number,
    input: SegmentInput,
    row: DefinedSegment | undefined,
  ): Promise<Difference[]> {
    const label = `segments: ${input.name}`;
    if (!row) {
      await this.segments.insert(tx, appId, input);
      return [{ change: 'add', subject: label }];
    }
    // One with products is a segment like any other; a prediction has a model of its own.
    if (row.type !== input.type && [row.type, input.type].includes('PREDICT_SEGMENT')) {
      throw malformed(`${joinPath(input.path, 'type')}: ${input.name} is ${row.type}`);
    }
    if (isDeepStrictEqual(row.target, input.target)) {
      return [];
    }
    await this.segments.updateTarget(tx, appId, row.segmentId, input);
    return [{ change: 'change', subject: `${label} target` }];
  }

  /** The file is already committed; after an error the scheduler calculates the segments. */
  private async calculate(appId: number): Promise<void> {
    try {
      await this.calculator.calculateDue(appId);
    } catch (error) {
      this.logger.warn({ appId, err: error }, 'failed to calculate segments after an apply; the scheduler will retry');
    }
  }
}

/** Checks a segment against the attributes and events of the applied file. */
function checkSegment(
  { type, target, path }: SegmentInput,
  attributes: Attributes,
  events: EventCatalogue,
  now: Date,
): void {
  try {
    checkType(type, target);
    const { tree, prediction } = parseSegmentTarget(target);
    if (collectNames(tree).segments.length > 0) {
      throw malformed('a segment cannot be made of segments');
    }
    checkTarget(tree, attributes, events, now);
    if (prediction) {
      checkPrediction(prediction, attributes, events);
    }
  } catch (error) {
    throw error instanceof AppError
      ? new AppError(error.refusal, `${joinPath(path, 'target')}: ${error.message}`)
      : error;
  }
}

/** Refuses names that a target does not have. Stored segments and requests are read without it. */
function refuseUnknownNamesOf(target: unknown, path: string): void {
  if (!isJsonObject(target)) {
    return;
  }
  const { predict, ...conditions } = target;
  refuseUnknownNames(SegmentTargetDto, conditions, path);
  if (predict !== undefined) {
    Form.read(predict, joinPath(path, 'predict'), namesOf(PREDICT_FIELDS));
  }
}

function toEntry({ name, type, target }: DefinedSegment): object {
  return { name, ...(type !== 'STANDARD' && { type }), target };
}

function parseSegments(value: unknown): Map<string, SegmentInput> {
  const inputs = new Map<string, SegmentInput>();
  for (const form of Form.readList(value, 'segments', namesOf(SEGMENT_FIELDS))) {
    const name = form.text('name');
    if (name.length > MAX_NAME_LENGTH) {
      throw malformed(`${joinPath(form.path, 'name')} should have at most ${MAX_NAME_LENGTH} characters`);
    }
    if (inputs.has(name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${name} is listed twice`);
    }
    const type = form.has('type') ? form.oneOf('type', SEGMENT_TYPES) : 'STANDARD';
    inputs.set(name, { name, type, target: form.value('target'), path: form.path });
  }
  return inputs;
}
