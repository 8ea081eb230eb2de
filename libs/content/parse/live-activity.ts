import { isJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import { cleanObject, cleanText, compact, isTooDeep } from '../model/clean-values.js';
import type { JsonObject } from '../model/json.types.js';
import { ACTIVITY_EVENTS, type ActivityEvent, type LiveActivity } from '../model/message-part.types.js';
import type { Platform } from '../model/platforms.js';
import type { LiveActivityFields, LiveActivityStateDto } from './live-activity.dto.js';

const LIVE_ACTIVITY = 'LIVE_ACTIVITY';

/**
 * The live activity of a message (Apple, ActivityKit). It is one with `type: LIVE_ACTIVITY`, and with the fields of one
 * without any `type`, as a published example has it. Otherwise its fields mean nothing.
 *
 * @param nameOf  what the request calls a field
 * @throws AppError malformed, missing_field
 */
export function readLiveActivity(
  request: LiveActivityFields,
  { platforms, text }: { platforms: readonly Platform[]; text?: string | undefined },
  nameOf: (field: string) => string,
): LiveActivity | undefined {
  const { type, liveActAttrType, liveActAttr } = request;
  const isMeant =
    type === LIVE_ACTIVITY ||
    (type === undefined && typeof liveActAttrType === 'string' && isJsonObject(request.contentState));
  if (!isMeant) {
    return undefined;
  }
  if (platforms.some((platform) => platform !== 'IOS')) {
    throw malformed(`Field '${nameOf('platforms')}': a live activity goes to IOS alone, other platforms have none`);
  }
  if (liveActAttrType === undefined || liveActAttrType === '') {
    throw missing(nameOf('liveActAttrType'));
  }
  if (typeof liveActAttrType !== 'string') {
    throw malformed(`Field '${nameOf('liveActAttrType')}' should be a text`);
  }
  const attributes = readObject(liveActAttr, nameOf('liveActAttr'));
  checkState(request, nameOf);
  const { event = attributes ? 'start' : 'update', ...changes } = readActivityState(request);
  if (changes.state === undefined && event !== 'end') {
    throw missing(nameOf('contentState'));
  }
  if (event === 'start' && !attributes) {
    throw missing(nameOf('liveActAttr'));
  }
  if (event === 'start' && text === undefined) {
    // Apple starts no activity without an alert.
    throw missing(nameOf('message'));
  }
  return compact<LiveActivity>({ type: cleanText(liveActAttrType), attributes, event, ...changes });
}

/** @throws AppError malformed */
function checkState(
  { contentState, liveActEvent, liveActId }: LiveActivityStateDto,
  nameOf: (field: string) => string,
): void {
  readObject(contentState, nameOf('contentState'));
  if (liveActEvent !== undefined && !isEvent(liveActEvent)) {
    throw malformed(`Field '${nameOf('liveActEvent')}' should be one of ${ACTIVITY_EVENTS.join(', ')}`);
  }
  if (liveActId !== undefined && typeof liveActId !== 'string') {
    throw malformed(`Field '${nameOf('liveActId')}' should be a text`);
  }
}

/** Reads the changes of one send in the live activity of its definition. Values of another form mean nothing. */
export function readActivityState({
  contentState,
  liveActEvent,
  liveActId,
}: LiveActivityStateDto): Partial<Pick<LiveActivity, 'event' | 'state' | 'activity'>> {
  return compact({
    event: isEvent(liveActEvent) ? liveActEvent : undefined,
    state: isJsonObject(contentState) && !isTooDeep(contentState) ? cleanObject(contentState) : undefined,
    activity: typeof liveActId === 'string' && liveActId !== '' ? cleanText(liveActId) : undefined,
  });
}

function isEvent(value: unknown): value is ActivityEvent {
  return ACTIVITY_EVENTS.some((event) => event === value);
}

function readObject(value: unknown, field: string): JsonObject | undefined {
  if (value === undefined || value === null || value === false) {
    return undefined;
  }
  if (!isJsonObject(value) || isTooDeep(value)) {
    throw malformed(`Field '${field}' should be an object`);
  }
  return cleanObject(value);
}
