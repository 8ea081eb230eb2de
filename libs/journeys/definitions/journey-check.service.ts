import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import type { JsonObject } from '#libs/content';
import { EventDefinitionService } from '#libs/events';
import { type Application, requirePrivateView, type Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import type { AwaitedEvent, JourneyDefinition, Step } from '../model/journey.types.js';
import { listSteps } from '../model/program.js';
import { isSending, refuseUnapproved } from './journey-approval.js';
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
  ) {}

  /**
   * The definition as it is stored: conditions have the values of sealed attributes sealed.
   *
   * @throws AppError as `PersonConditionService.seal`
   */
  async seal(tx: Tx, appId: number, { name, definition }: WrittenJourney, editor: Viewer): Promise<JourneyDefinition> {
    const seal = (id: string, raw: JsonObject) =>
      this.conditions.seal(tx, appId, raw, `journeys: ${name}: ${id}.if`, editor) as Promise<JsonObject>;
    return { ...definition, steps: await sealSteps(definition.steps, seal) };
  }

  /**
   * @throws AppError malformed for an event, an attribute or a message that is not defined; wrong_state where a member or a key
   *   would let a journey send past the approvals; as `requirePrivateView` for a private attribute, whose values its
   *   figures would tell
   */
  async check(tx: Tx, app: Application, journey: WrittenJourney, editor: Viewer): Promise<void> {
    const { name, state, definition } = journey;
    if (isSending(state)) {
      refuseUnapproved(app.settings.approval, editor.by, name);
      await this.messages.check(tx, app.id, name, definition);
    }
    await this.checkTimes(tx, app.id, journey, editor);
    const catalogue = await this.events.findCatalogue(tx, app.id);
    for (const { event, codes } of listCompared(definition)) {
      const found = catalogue.find(event);
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
  }

  /** Attributes that waits end by have times. */
  private async checkTimes(tx: Tx, appId: number, { name, definition }: WrittenJourney, editor: Viewer): Promise<void> {
    const waits = listSteps(definition.steps).flatMap((step) =>
      step.kind === 'wait' && 'until' in step ? { id: step.id, code: step.until.attribute } : [],
    );
    const attributes = waits.length > 0 ? await this.users.findAttributes(tx, appId) : undefined;
    for (const { id, code } of waits) {
      const path = `journeys: ${name}: ${id}.until.attribute`;
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

/** Lists the events of a journey with the attributes that it compares. */
function listCompared({ entry, goal, steps }: JourneyDefinition): { event: string; codes: string[] }[] {
  const all = listSteps(steps);
  const awaited = [goal ?? [], all.flatMap((step) => (step.kind === 'waitFor' ? step : []))].flat();
  const codesOf = ({ same = [], where = {} }: Pick<AwaitedEvent, 'same' | 'where'>): string[] => [
    ...same,
    ...Object.keys(where),
  ];
  const judged = all.flatMap((step) =>
    step.kind === 'branch' ? codesOf(step.where ? { where: step.where } : {}) : [],
  );
  const ofEntry = [entry.key ?? [], codesOf(entry), judged, awaited.flatMap(({ same = [] }) => same)].flat();
  return [
    { event: entry.event, codes: ofEntry },
    ...awaited.map((event) => ({ event: event.event, codes: codesOf(event) })),
  ];
}

async function sealSteps(
  steps: readonly Step[],
  seal: (id: string, raw: JsonObject) => Promise<JsonObject>,
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
      case 'branch': {
        const [yes, no] = [await inside(step.yes), await inside(step.no)];
        const condition = step.if && (await seal(step.id, step.if));
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
