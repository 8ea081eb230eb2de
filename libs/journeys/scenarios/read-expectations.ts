import { isPlatform } from '#libs/content';
import { malformed } from '#platform/errors';
import { Form, joinPath } from '#platform/forms';
import { LEAVING, type Leaving } from '../model/journey.types.js';
import { listPlaces, listSteps } from '../model/program.js';
import type { ScenarioApplication } from './scenario-application.js';
import { readMoment } from './scenario-time.js';
import type { ExpectedMessage, ExpectedPlace, Scenario } from './scenario.types.js';

interface Frame {
  start: number;
  extIds: ReadonlySet<string>;
}

/** Reads what a scenario expects. @throws AppError malformed for a person or a node that there is not */
export function readExpectations(
  value: unknown,
  frame: Frame,
  { journeys, messages }: ScenarioApplication,
  journey: string,
): Pick<Scenario, 'sent' | 'nothing' | 'where'> {
  const form = Form.read(value, 'expect', ['sent', 'nothing', 'where']);
  const steps = journeys.get(journey)?.definition.steps ?? [];
  const sends = new Map(
    listSteps(steps).flatMap((step) =>
      step.kind === 'send' ? [[step.id, 'message' in step ? step.message : step.id] as const] : [],
    ),
  );
  const places = new Set(listPlaces(steps));
  const list = (name: string, names: readonly string[]) =>
    form.has(name) ? Form.readList(form.value(name), joinPath('expect', name), names) : [];
  return {
    sent: list('sent', ['at', 'extId', 'node', 'text', 'platform']).map((entry): ExpectedMessage => {
      const node = entry.text('node');
      const message = sends.get(node);
      if (message === undefined) {
        throw malformed(`${joinPath(entry.path, 'node')}: ${node} is no send of the journey`);
      }
      const text = entry.optionalText('text');
      const platform = entry.optionalText('platform');
      if (platform !== undefined && !isPlatform(platform)) {
        throw malformed(`${joinPath(entry.path, 'platform')}: ${platform} is no platform`);
      }
      if ((text ?? platform) !== undefined && !messages.has(message)) {
        throw malformed(`${joinPath(entry.path, 'text')}: messages has no ${message}, so its text is not known`);
      }
      return { ...readWho(entry, frame), node, ...(text !== undefined && { text }), ...(platform && { platform }) };
    }),
    nothing: readNothing(form, frame),
    where: list('where', ['at', 'extId', 'node', 'left']).map((entry): ExpectedPlace => {
      if (entry.has('node') === entry.has('left')) {
        throw malformed(`${entry.path} should have one of node, left`);
      }
      const own = readWho(entry, frame);
      if (entry.has('left')) {
        return { ...own, left: entry.oneOf('left', Object.values(LEAVING) as Leaving[]) };
      }
      const node = entry.text('node');
      if (!places.has(node)) {
        throw malformed(`${joinPath(entry.path, 'node')}: the journey has no step ${node}`);
      }
      return { ...own, node };
    }),
  };
}

function readWho(entry: Form, { start, extIds }: Frame): { at: number; extId: string } {
  const extId = entry.text('extId');
  if (!extIds.has(extId)) {
    throw malformed(`${joinPath(entry.path, 'extId')}: people has no ${extId}`);
  }
  return { at: readMoment(entry.value('at'), joinPath(entry.path, 'at'), start), extId };
}

function readNothing(form: Form, { extIds }: Frame): string[] {
  const nothing = form.texts('nothing') ?? [];
  const unknown = nothing.find((extId) => !extIds.has(extId));
  if (unknown !== undefined) {
    throw malformed(`expect.nothing: people has no ${unknown}`);
  }
  return nothing;
}
