import { isPlatform, type Platform } from '#libs/content';
import { inferType, readValue } from '#libs/users/profiles';
import { isJsonObject } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import { Form, joinPath } from '#platform/forms';
import { readTimeZone } from '#platform/spelling';
import { FETCHED_BY, isFetch, isResultEvent, type ResultEvent } from '../model/message-results.js';
import { listSteps } from '../model/program.js';
import { readExpectations } from './read-expectations.js';
import { readScenarioApplication, type ScenarioApplication } from './scenario-application.js';
import { LONGEST_MS, readInstant, readMoment } from './scenario-time.js';
import type { Scenario, ScenarioEvent, ScenarioPerson } from './scenario.types.js';

const NAMES = ['app', 'journeys', 'messages', 'journey', 'start', 'until', 'people', 'events', 'expect'] as const;
const PERSON_NAMES = [
  'extId',
  'profile',
  'tags',
  'segments',
  'platforms',
  'timeZone',
  'language',
  'holdouts',
  'arms',
] as const;
const EVENT_NAMES = ['at', 'extId', 'name', 'profile', 'addTags', 'removeTags'];
const MAX_PEOPLE = 1000;
const MAX_EVENTS = 10_000;
/** Within them everything that a person does can be written down. */
const USUAL_MS = 90 * 86_400_000;

/** Reads the file that `app` or `journeys` names by its path. */
export type FileLoader = (path: string) => Promise<unknown>;

/**
 * Reads a scenario.
 *
 * @param document  as YAML or JSON has it
 * @throws AppError malformed, with the path of the fault
 */
export async function readScenario(document: unknown, load: FileLoader): Promise<Scenario> {
  const form = Form.read(document, '', NAMES);
  const application = readScenarioApplication(await loadApplication(form, load), form.value('messages'));
  const journey = form.text('journey');
  if (!application.journeys.has(journey)) {
    throw malformed(`journey: no journey is called '${journey.slice(0, 100)}'`);
  }
  return readHistory(form, application, journey);
}

/**
 * Reads a scenario for a journey of an application that is known. What the document says of applications and messages does
 * not count.
 *
 * @throws AppError as `readScenario`, and for the name of another journey
 */
export function readScenarioFor(application: ScenarioApplication, journey: string, document: unknown): Scenario {
  const form = Form.read(document, '', NAMES);
  if ((form.optionalText('journey') ?? journey) !== journey) {
    throw malformed(`journey: the scenario should be for '${journey}'`);
  }
  return readHistory(form, application, journey);
}

function readHistory(form: Form, application: ScenarioApplication, journey: string): Scenario {
  const start = readInstant(form.value('start'), 'start');
  const until = form.has('until') ? readMoment(form.value('until'), 'until', start) : start + USUAL_MS;
  const people = readPeople(form, application);
  const extIds = new Set(people.map(({ extId }) => extId));
  const events = readEvents(form, application, { start, extIds, sends: listSends(application, journey) });
  const expected = readExpectations(form.value('expect') ?? {}, { start, extIds }, application, journey);
  const times = [...events, ...expected.sent, ...expected.where].map(({ at }) => at);
  return {
    application,
    journey,
    start,
    until: Math.min(
      times.reduce((last, at) => Math.max(last, at), until),
      start + LONGEST_MS,
    ),
    people,
    events,
    ...expected,
  };
}

async function loadApplication(form: Form, load: FileLoader): Promise<unknown> {
  if (form.has('app') === form.has('journeys')) {
    throw malformed('the file should have one of app, journeys');
  }
  const name = form.has('app') ? 'app' : 'journeys';
  const value = form.value(name);
  const file = typeof value === 'string' ? await load(value) : value;
  return Array.isArray(file) ? { journeys: file } : file;
}

function readPeople(form: Form, application: ScenarioApplication): ScenarioPerson[] {
  const forms = Form.readList(form.value('people'), 'people', PERSON_NAMES);
  if (forms.length > MAX_PEOPLE) {
    throw malformed(`people should have at most ${MAX_PEOPLE} entries`);
  }
  const extIds = new Set<string>();
  return forms.map((person) => {
    const extId = person.text('extId');
    if (extIds.has(extId)) {
      throw malformed(`${joinPath(person.path, 'extId')}: ${extId} is listed twice`);
    }
    extIds.add(extId);
    const platforms = readPlatforms(person);
    const timeZone = person.optionalText('timeZone');
    if (timeZone !== undefined && readTimeZone(timeZone) === undefined) {
      throw malformed(`${joinPath(person.path, 'timeZone')} is no time zone`);
    }
    const holdouts = person.texts('holdouts') ?? [];
    const unknown = holdouts.find((name) => application.holdouts.every((holdout) => holdout.name !== name));
    if (unknown !== undefined) {
      throw malformed(`${joinPath(person.path, 'holdouts')}: no holdout is called '${unknown}'`);
    }
    const language = person.optionalText('language');
    return {
      extId,
      profile: readProfile(person, application),
      tags: person.texts('tags') ?? [],
      segments: person.texts('segments') ?? [],
      ...(platforms && { platforms }),
      ...(timeZone !== undefined && { timeZone }),
      ...(language !== undefined && { language }),
      holdouts,
      arms: readArms(person),
    };
  });
}

function readPlatforms(person: Form): Platform[] | undefined {
  return person.texts('platforms')?.map((name) => {
    if (!isPlatform(name)) {
      throw malformed(`${joinPath(person.path, 'platforms')}: ${name} is no platform`);
    }
    return name;
  });
}

function readArms(person: Form): Record<string, string> {
  const arms = person.value('arms') ?? {};
  if (!isJsonObject(arms) || !Object.values(arms).every((arm) => typeof arm === 'string')) {
    throw malformed(`${joinPath(person.path, 'arms')} should be a map of ids of splits to their arms`);
  }
  return arms as Record<string, string>;
}

/** Ids of the steps that send. */
function listSends({ journeys }: ScenarioApplication, journey: string): Set<string> {
  const steps = listSteps(journeys.get(journey)?.definition.steps ?? []);
  return new Set(steps.flatMap((step) => (step.kind === 'send' ? step.id : [])));
}

/** Reads what became of the message of a step. @throws AppError malformed */
function readResult(form: Form, name: ResultEvent, sends: ReadonlySet<string>): ScenarioEvent['result'] {
  const node = form.text('node');
  if (!sends.has(node)) {
    throw malformed(`${joinPath(form.path, 'node')}: no step with the id ${node.slice(0, 50)} sends a message`);
  }
  const by = isFetch(name) && { by: form.has('by') ? form.oneOf('by', FETCHED_BY) : 'person' };
  return { node, result: { event: name, ...by } };
}

/** Values in their stored form. An attribute that the file does not define has the type of its value. */
function readProfile(form: Form, { attributes }: ScenarioApplication): Record<string, unknown> {
  const path = joinPath(form.path, 'profile');
  const profile = form.value('profile') ?? {};
  if (!isJsonObject(profile)) {
    throw malformed(`${path} should be a map`);
  }
  const entries = Object.entries(profile).map(([code, value]) => {
    const where = joinPath(path, code);
    try {
      return [code, readValue(attributes.get(code) ?? inferType(value, where), value, where)] as const;
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.refusal, `${where}: ${error.message}`) : error;
    }
  });
  return Object.fromEntries(entries);
}

function readEvents(
  form: Form,
  application: ScenarioApplication,
  { start, extIds, sends }: { start: number; extIds: ReadonlySet<string>; sends: ReadonlySet<string> },
): ScenarioEvent[] {
  const list = form.value('events') ?? [];
  if (!Array.isArray(list) || list.length > MAX_EVENTS) {
    throw malformed(`events should be a list of at most ${MAX_EVENTS} entries`);
  }
  const events = list.map((entry: unknown, index): ScenarioEvent => {
    const path = joinPath('events', index);
    const own = isJsonObject(entry) ? Object.keys(entry) : [];
    const event = Form.read(entry, path, [...EVENT_NAMES, ...own]);
    const extId = event.text('extId');
    if (!extIds.has(extId)) {
      throw malformed(`${joinPath(path, 'extId')}: people has no ${extId}`);
    }
    const name = event.optionalText('name');
    if (name === undefined && !['profile', 'addTags', 'removeTags'].some((field) => event.has(field))) {
      throw malformed(`${joinPath(path, 'name')} is required`);
    }
    const result = name !== undefined && isResultEvent(name) && readResult(event, name, sends);
    return {
      at: readMoment(event.value('at'), joinPath(path, 'at'), start),
      extId,
      ...(name !== undefined && { name }),
      ...(result && { result }),
      attrs: Object.fromEntries(
        own.filter((field) => !EVENT_NAMES.includes(field)).map((field) => [field, event.value(field)]),
      ),
      ...(event.has('profile') && { profile: readProfile(event, application) }),
      addTags: event.texts('addTags') ?? [],
      removeTags: event.texts('removeTags') ?? [],
    };
  });
  return events.toSorted((a, b) => a.at - b.at);
}
