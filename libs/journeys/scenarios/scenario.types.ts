import type { Platform } from '#libs/content';
import type { Leaving, Visit } from '../model/journey.types.js';
import type { MessageResult } from '../model/message-results.js';
import type { Way } from '../model/way.js';
import type { ScenarioApplication } from './scenario-application.js';

/**
 * A person of a scenario.
 *
 * @property profile    by code, in the stored form
 * @property segments   segments that the person is in; no others
 * @property platforms  where messages reach the person; absent: everywhere
 * @property holdouts   control groups that the person is in
 * @property arms       arms of splits by the ids of these; absent: drawn
 */
export interface ScenarioPerson {
  extId: string;
  profile: Readonly<Record<string, unknown>>;
  tags: readonly string[];
  segments: readonly string[];
  platforms?: readonly Platform[];
  timeZone?: string;
  language?: string;
  holdouts: readonly string[];
  arms: Readonly<Record<string, string>>;
}

/**
 * Something that happens to a person. Times are epoch ms.
 *
 * @property name    absent: only the person changes
 * @property result  of the last message of a step
 */
export interface ScenarioEvent {
  at: number;
  extId: string;
  name?: string;
  result?: { node: string; result: MessageResult };
  attrs: Readonly<Record<string, unknown>>;
  profile?: Readonly<Record<string, unknown>>;
  addTags: readonly string[];
  removeTags: readonly string[];
}

/** A message that a scenario expects. @property platform  whose text is compared; absent: the first that it leaves on */
export interface ExpectedMessage {
  at: number;
  extId: string;
  node: string;
  text?: string;
  platform?: Platform;
}

/** The place of a person at a time: at a node, or out of the journey for a reason. */
export type ExpectedPlace = { at: number; extId: string } & ({ node: string } | { left: Leaving });

/** A scenario: a journey, people, and what happens to them. */
export interface Scenario {
  application: ScenarioApplication;
  journey: string;
  start: number;
  until: number;
  people: readonly ScenarioPerson[];
  events: readonly ScenarioEvent[];
  sent: readonly ExpectedMessage[];
  /** People who get nothing. */
  nothing: readonly string[];
  where: readonly ExpectedPlace[];
}

/** A message to a person, on the platforms that it leaves on. @property node  of the send */
export interface ScenarioMessage {
  at: number;
  extId: string;
  node: string;
  message: string;
  texts: readonly { platform: Platform; text: string }[];
}

/** Something that a person of a scenario met. */
export type ScenarioMoment = { at: number; extId: string } & (
  | { kind: 'event'; name: string }
  | { kind: 'entered'; node: string; until?: number }
  | { kind: 'refused'; reason: string }
  | ({ kind: 'took' } & Way)
  | { kind: 'waits'; node: string; until: number }
  | { kind: 'deferred'; node: string; until: number }
  | { kind: 'sent'; node: string; platforms: readonly Platform[]; text?: string }
  | { kind: 'skipped'; node: string; reason: string; platform?: Platform }
  | { kind: 'left'; node: string; reason: Leaving }
);

/** A difference between what a scenario expects and what came of it; null: nothing. */
export interface ScenarioDifference {
  at: number;
  extId: string;
  node: string | null;
  expected: string | null;
  got: string | null;
}

/** The result of a scenario. */
export interface ScenarioResult {
  sent: readonly ScenarioMessage[];
  moments: readonly ScenarioMoment[];
  differences: readonly ScenarioDifference[];
}

/** Nodes of the visits of a person at a time. */
export type Place = Pick<Visit, 'node' | 'key'> | { left: Leaving };
