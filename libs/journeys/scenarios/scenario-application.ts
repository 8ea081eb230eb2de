import { namesOfCatalogs, readCatalogs, type WrittenCatalog } from '#libs/catalogs';
import {
  type Cap,
  type Holdout,
  type Hours,
  readCaps,
  readHoldouts,
  readQuietHours,
  readSendWindows,
  type SendWindow,
} from '#libs/contact-policy';
import type { Message, TemplateSettings } from '#libs/content';
import { DefinitionDto, definitionMessage } from '#libs/content/parse';
import { describeEvents, type EventCatalogue } from '#libs/events';
import { type AttributeDefinition, describeAttributes } from '#libs/users/profiles';
import { isJsonObject } from '#platform/collections';
import { AppError, malformed } from '#platform/errors';
import { joinPath } from '#platform/forms';
import { readTimeZone } from '#platform/spelling';
import { readField } from '#platform/validation';
import { readJourneys, type WrittenJourney } from '../definitions/read-journey.js';

/** The parts of an application that decide what becomes of people in its journeys. */
export interface ScenarioApplication {
  zone: string;
  language: string | null;
  journeys: ReadonlyMap<string, WrittenJourney>;
  attributes: ReadonlyMap<string, AttributeDefinition>;
  events: EventCatalogue;
  caps: readonly Cap[];
  quiet: Hours | null;
  windows: readonly SendWindow[];
  holdouts: readonly Holdout[];
  /** Ids of the topics that caps name, for this scenario. */
  topicIds: ReadonlyMap<string, number>;
  /** By name. Definitions are no part of the application file, so the scenario has them. */
  messages: ReadonlyMap<string, Message>;
  /** With the items of the file, by name. */
  catalogs: ReadonlyMap<string, WrittenCatalog>;
}

/**
 * Reads these parts. Other sections are left alone.
 *
 * @param file      an application file, or one with `journeys` alone
 * @param messages  definitions as `createNotificationDefinition` takes them, with names
 * @throws AppError malformed, with the path of the fault
 */
export function readScenarioApplication(file: unknown, messages: unknown): ScenarioApplication {
  if (!isJsonObject(file)) {
    throw malformed('app should be an application file');
  }
  const section = (name: string): unknown => (Object.hasOwn(file, name) ? (file[name] ?? undefined) : undefined);
  const settings = section('settings');
  const { timeZone, defaultLanguage: language } = isJsonObject(settings) ? settings : {};
  const zone = typeof timeZone === 'string' ? readTimeZone(timeZone) : 'UTC';
  if (zone === undefined) {
    throw malformed('settings.timeZone is no time zone');
  }
  const caps = section('caps') === undefined ? [] : [...readCaps(section('caps'), 'caps').values()];
  const topicIds = new Map(caps.flatMap(({ topics = [] }) => topics).map((name, index) => [name, index + 1]));
  const idsOf = (names: readonly string[] = []): number[] => names.flatMap((name) => topicIds.get(name) ?? []);
  const catalogs = readCatalogs(section('catalogs') ?? [], 'catalogs');
  return {
    zone,
    language: typeof language === 'string' ? language : null,
    journeys: readJourneys(section('journeys') ?? [], 'journeys'),
    attributes: describeAttributes(section('attributes'), 'attributes'),
    events: describeEvents(section('events'), 'events'),
    caps: caps.map((entry, slot) => ({ entry, slot, since: new Date(0).toISOString(), topicIds: idsOf(entry.topics) })),
    quiet: readQuietHours(section('quietHours'), 'quietHours'),
    windows: readSendWindows(section('sendWindows') ?? [], 'sendWindows'),
    holdouts: readHoldouts(section('holdouts') ?? [], 'holdouts'),
    topicIds,
    messages: readMessages(messages, catalogs),
    catalogs,
  };
}

function readMessages(value: unknown, catalogs: ReadonlyMap<string, WrittenCatalog>): Map<string, Message> {
  if (value === undefined) {
    return new Map();
  }
  if (!Array.isArray(value)) {
    throw malformed('messages should be a list');
  }
  const known: Omit<TemplateSettings, 'language'> = {
    blocks: new Map(),
    fetches: new Map(),
    catalogs: namesOfCatalogs([...catalogs.values()]),
  };
  const messages = new Map<string, Message>();
  for (const [index, entry] of value.entries()) {
    const path = joinPath('messages', index);
    const { name, ...content } = isJsonObject(entry) ? entry : {};
    if (typeof name !== 'string' || name === '' || messages.has(name)) {
      throw malformed(`${joinPath(path, 'name')} should be a text that no other message has`);
    }
    try {
      const request = readField(DefinitionDto, content, path);
      const { templates: language = 'plain' } = request;
      messages.set(name, definitionMessage(request, { ...known, language }));
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.refusal, `${path}: ${error.message}`) : error;
    }
  }
  return messages;
}
