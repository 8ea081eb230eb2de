export { ContactPolicyModule } from './contact-policy.module.js';
export { findFreeTime, needZones, startOfWindow } from './counting/cap-window.js';
export { CapCounterService, type WishedMessage } from './counting/cap-counter.service.js';
export type { UsedCap } from './counting/recent-messages.repository.js';
export { SHARE } from './definitions/hours-reference.js';
export { readCaps } from './definitions/read-caps.js';
export { readHoldouts, readQuietHours, readSendWindows } from './definitions/read-hours.js';
export { PolicyService } from './definitions/policy.service.js';
export {
  asksChoices,
  CHOICE_CAPS,
  countBit,
  countMessages,
  dispatchOf,
  hasBit,
  listHolding,
  marksOf,
  messageKey,
  messageNumber,
} from './model/match-caps.js';
export { DEFAULT_EXCEPT, type HoldoutDraw, listHoldoutDraws } from './model/holdout-draws.js';
export {
  type Cap,
  type ContactPolicy,
  DAYS,
  type Holdout,
  type Hours,
  type Place,
  type SendWindow,
  USER_ZONE,
} from './model/policy.types.js';
