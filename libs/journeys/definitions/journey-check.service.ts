import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import type { JsonObject } from '#libs/content';
import { WebhookEndpointService } from '#libs/delivery/webhooks';
import { EventDefinitionService, isMessageEvent } from '#libs/events';
import { type Application, requirePrivateView, type Viewer } from '#libs/tenancy';
import type { AttributeDefinition } from '#libs/users/profiles';
import { ProfileReader, UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import type { Awaited, AwaitedEvent, Journey, JourneyDefinition, Step } from '../model/journey.types.js';
import { listAwaited, segmentChangeOf } from '../model/matching.js';
import { listSteps } from '../model/program.js';
import { isSending, refuseUnapproved } from '../requests/approval-rule.js';
import { readReference } from '../model/references.js';
import { JourneyMessagesService } from './journey-messages.service.js';
import type { WrittenJourney } from './read-journey.js';

/** Checks journeys with the definitions of their application. */
@Injectable()
export class JourneyCheckService {
  constructor(
    private readonly events: EventDefinitionService,
    private readonly users: UserLookupService,
    private readonly conditions: PersonConditionService,
    private readonly messages: JourneyMessagesService,
    private readonly hooks: WebhookEndpointService,
  ) {}

  /**
   * The definition as it is stored: conditions have the values of sealed attributes sealed.
   *
   * @throws AppError as `PersonConditionService.seal`
   */
  async seal(tx: Tx, appId: number, { name, definition }: WrittenJourney, editor: Viewer): Promise<JourneyDefinition> {
    const seal = (place: string, raw: JsonObject) =>
      this.conditions.seal(tx, appId, raw, `journeys: ${name}: ${place}`, editor) as Promise<JsonObject>;
    const { entry, steps } = definition;
    const target = 'audience' in entry ? await seal('entry.audience.target', entry.audience.target) : undefined;
    return {
      ...definition,
      ...('audience' in entry && target && { entry: { ...entry, audience: { ...entry.audience, target } } }),
      steps: await sealSteps(steps, seal),
    };
  }

  /**
   * @returns warnings
   * @throws AppError malformed for an event, an attribute or a message that is not defined; wrong_state where a member or a key
   *   would let a journey send past the approvals; as `requirePrivateView` for a private attribute, whose values its
   *   figures would tell
   */
  async check(tx: Tx, app: Application, journey: WrittenJourney, editor: Viewer): Promise<string[]> {
    const { name, state, definition } = journey;
    await this.messages.checkContents(app.id, name, definition, editor);
    const warnings: string[] = [];
    if (isSending(state)) {
      refuseUnapproved(app.settings.approval, editor.by, name);
      warnings.push(...(await this.messages.check(tx, app.id, name, definition)));
    }
    await this.checkTimes(tx, app.id, journey, editor);
    await this.checkEntry(tx, app.id, journey);
    await this.checkSets(tx, app.id, journey);
    await this.checkNodes(tx, app.id, journey);
    const catalogue = await this.events.findCatalogue(tx, app.id);
    for (const { event, codes } of listCompared(definition)) {
      const found = catalogue.find(event);
      if (found && isMessageEvent(event)) {
        throw malformed(
          `journeys: ${name}: ${event} is an event of messages, and one of the application: rename that one`,
        );
      }
      if (isMessageEvent(event)) {
        continue;
      }
      if (!found) {
        throw malformed(`journeys: ${name}: no event is called '${event}'`);
      }
      for (const code of codes) {
        const attribute = found.attributeByKey.get(code);
        if (attribute?.code !== code) {
          throw malformed(`journeys: ${name}: the event ${event} has no attribute '${code}'`);
        }
        if (attribute.privateInfo) {
          requirePrivateView(editor, `journeys: ${name} compares '${code}', which is private`);
        }
      }
    }
    return warnings;
  }

  /**
   * Refuses to show what becomes of people where a journey compares values that the viewer may not see: they could be found
   * out by trying.
   *
   * @throws AppError as `requirePrivateView`, and as `PersonConditionService.refuseHidden`
   */
  async refuseHidden(
    appId: number,
    { name, definition }: Pick<Journey, 'name' | 'definition'>,
    viewer: Viewer,
  ): Promise<void> {
    const { entry, steps } = definition;
    const events = await this.events.getCatalogueFor(
      appId,
      listCompared(definition).map(({ event }) => event),
    );
    for (const { event, codes } of listCompared(definition)) {
      for (const code of codes.filter((each) => events.find(event)?.attributeByKey.get(each)?.privateInfo)) {
        requirePrivateView(viewer, `journeys: ${name} compares '${code}', which is private`);
      }
    }
    const attributes = await this.users.getAttributesByCode(appId, listTimes(definition));
    for (const code of listTimes(definition).filter((each) => attributes.get(each)?.privateInfo)) {
      requirePrivateView(viewer, `journeys: ${name} tells '${code}', which is private`);
    }
    const conditions: JsonObject[] = [
      ...('audience' in entry ? [entry.audience.target] : []),
      ...listSteps(steps).flatMap((step) => (step.kind === 'branch' && step.if ? [step.if] : [])),
    ];
    for (const condition of conditions) {
      await this.conditions.refuseHidden(appId, condition, `journeys: ${name}`, viewer);
    }
  }

  /** Values that steps write fit their attributes. An address is none of them: it needs consent. */
  private async checkSets(tx: Tx, appId: number, { name, definition }: WrittenJourney): Promise<void> {
    const sets = listSteps(definition.steps).flatMap((step) => (step.kind === 'set' ? step : []));
    const attributes = sets.length > 0 ? await this.users.findAttributes(tx, appId) : undefined;
    for (const { id, attributes: values } of sets) {
      for (const [code, value] of Object.entries(values)) {
        const path = `journeys: ${name}: ${id}.attributes.${code.slice(0, 80)}`;
        const attribute = attributes?.get(code);
        const reference = readReference(value);
        if (!attributes || !attribute || attribute.column || attribute.calculated || attribute.array) {
          throw malformed(`${path}: no attribute of one value that can be set is called so`);
        }
        if (reference && reference.origin !== originOf(definition)) {
          throw malformed(`${path}: the values of this journey are not called ${reference.origin}`);
        }
        if (!reference) {
          readLiteral(attributes, code, value, path);
        }
      }
    }
  }

  /** Webhooks are there, and batches collect events of the entry. */
  private async checkNodes(tx: Tx, appId: number, { name, definition }: WrittenJourney): Promise<void> {
    for (const step of listSteps(definition.steps)) {
      if (step.kind === 'webhook') {
        await this.hooks.getIdByName(appId, step.hook, { field: `journeys: ${name}: ${step.id}.hook`, on: tx });
      }
      if (step.kind === 'batch' && !('event' in definition.entry)) {
        throw malformed(`journeys: ${name}: ${step.id}: a batch takes an entry by an event`);
      }
    }
    const segments = listSegments(definition);
    const known = segments.length > 0 ? await this.conditions.findSegmentIds(tx, appId) : new Map<string, number>();
    const absent = segments.find((segment) => !known.has(segment));
    if (absent !== undefined) {
      throw malformed(`journeys: ${name}: no segment is called '${absent.slice(0, 80)}'`);
    }
  }

  /** Entries by a segment, a date or an audience bring no data. */
  private async checkEntry(tx: Tx, appId: number, { name, definition }: WrittenJourney): Promise<void> {
    const { entry } = definition;
    if ('segment' in entry) {
      const segment = 'joined' in entry.segment ? entry.segment.joined : entry.segment.left;
      if (!(await this.conditions.findSegmentIds(tx, appId)).has(segment)) {
        throw malformed(`journeys: ${name}: entry.segment: no segment is called '${segment.slice(0, 80)}'`);
      }
    }
    const [code] = 'event' in entry || 'api' in entry ? [] : listDataCodes(definition);
    if (code !== undefined) {
      throw malformed(`journeys: ${name}: who enters so brings no '${code.slice(0, 80)}'`);
    }
  }

  /** Attributes that waits end by, and people enter by, have times. */
  private async checkTimes(tx: Tx, appId: number, { name, definition }: WrittenJourney, editor: Viewer): Promise<void> {
    const { entry, steps } = definition;
    const waits = listSteps(steps).flatMap((step) =>
      step.kind === 'wait' && 'until' in step ? { place: `${step.id}.until`, code: step.until.attribute } : [],
    );
    if ('date' in entry) {
      waits.push({ place: 'entry.date', code: entry.date.attribute });
    }
    const attributes = waits.length > 0 ? await this.users.findAttributes(tx, appId) : undefined;
    for (const { place, code } of waits) {
      const path = `journeys: ${name}: ${place}.attribute`;
      const attribute = attributes?.get(code);
      const isTime = attribute?.dataType === 'DATE' || attribute?.dataType === 'TIME_STAMP';
      if (!attribute || !isTime || attribute.array || attribute.sealed === true) {
        throw malformed(`${path}: '${code.slice(0, 80)}' is no DATE and no TIME_STAMP of one value that is not sealed`);
      }
      if (attribute.privateInfo) {
        requirePrivateView(editor, `${path} tells '${code}', which is private`);
      }
    }
  }
}

/** Attributes that waits end by, and people enter by. */
function listTimes({ entry, steps }: JourneyDefinition): string[] {
  const waits = listSteps(steps).flatMap((step) =>
    step.kind === 'wait' && 'until' in step ? step.until.attribute : [],
  );
  return [...('date' in entry ? [entry.date.attribute] : []), ...waits];
}

/** Lists the events of a journey with the attributes that it compares. */
function listCompared(definition: JourneyDefinition): { event: string; codes: string[] }[] {
  const { entry } = definition;
  const awaited = listEvents(definition);
  const ofEntry = 'event' in entry ? [entry.key ?? [], codesOf(entry), listDataCodes(definition)].flat() : [];
  return [
    ...('event' in entry ? [{ event: entry.event, codes: ofEntry }] : []),
    ...awaited.map((event) => ({ event: event.event, codes: codesOf(event) })),
  ];
}

/** Lists what a journey compares of the data of its visits, beside its entry. */
function listDataCodes(definition: JourneyDefinition): string[] {
  const judged = listSteps(definition.steps).flatMap((step) =>
    step.kind === 'branch' && step.where ? Object.keys(step.where) : [],
  );
  const copied = listSteps(definition.steps).flatMap((step) =>
    step.kind === 'set' ? Object.values(step.attributes).flatMap((value) => readReference(value)?.code ?? []) : [],
  );
  return [...judged, ...copied, ...listEvents(definition).flatMap(({ same = [] }) => same)];
}

/** How texts name the data of a visit; undefined: there is none. */
function originOf({ entry }: JourneyDefinition): 'event' | 'data' | undefined {
  return 'event' in entry ? 'event' : 'api' in entry ? 'data' : undefined;
}

/** @throws AppError malformed for a value that its attribute does not take */
function readLiteral(
  attributes: ReadonlyMap<string, AttributeDefinition>,
  code: string,
  value: unknown,
  path: string,
): void {
  try {
    new ProfileReader(attributes, false).read(
      { [code]: value },
      { extId: '', vb: 0, attrs: new Map(), tags: new Set(), devices: new Map() },
    );
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.refusal, `${path}: ${error.message}`) : error;
  }
}

function listWaits({ goal, steps }: JourneyDefinition): Awaited[] {
  return [goal ?? [], listSteps(steps).flatMap((step) => (step.kind === 'waitFor' ? listAwaited(step) : []))].flat();
}

function listEvents(definition: JourneyDefinition): AwaitedEvent[] {
  return listWaits(definition).flatMap((awaited) => ('event' in awaited ? awaited : []));
}

/** Names of the segments that steps wait for. */
function listSegments(definition: JourneyDefinition): string[] {
  return listWaits(definition).flatMap((awaited) => ('event' in awaited ? [] : segmentChangeOf(awaited).name));
}

function codesOf({ same = [], where = {} }: Pick<AwaitedEvent, 'same' | 'where'>): string[] {
  return [...same, ...Object.keys(where)];
}

async function sealSteps(
  steps: readonly Step[],
  seal: (place: string, raw: JsonObject) => Promise<JsonObject>,
): Promise<Step[]> {
  const sealed: Step[] = [];
  const inside = async (branch: readonly Step[] | undefined) => branch && (await sealSteps(branch, seal));
  for (const step of steps) {
    switch (step.kind) {
      case 'waitFor': {
        const came = await inside(step.came);
        sealed.push({ ...step, ...(came && { came }) });
        break;
      }
      case 'webhook': {
        const failed = await inside(step.failed);
        sealed.push({ ...step, ...(failed && { failed }) });
        break;
      }
      case 'branch': {
        const [yes, no] = [await inside(step.yes), await inside(step.no)];
        const condition = step.if && (await seal(`${step.id}.if`, step.if));
        sealed.push({ ...step, ...(condition && { if: condition }), ...(yes && { yes }), ...(no && { no }) });
        break;
      }
      case 'split': {
        const arms: typeof step.arms = [];
        for (const arm of step.arms) {
          arms.push({ ...arm, steps: await sealSteps(arm.steps, seal) });
        }
        sealed.push({ ...step, arms });
        break;
      }
      default:
        sealed.push(step);
    }
  }
  return sealed;
}
