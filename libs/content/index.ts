export { buttonSetIds, withDefinedButtons } from './button-sets.js';
export { fitsSms } from './limits.js';
export { mergeSend } from './merge-send.js';
export type {
  AndroidPart,
  Button,
  ButtonSet,
  Click,
  IosPart,
  Json,
  JsonObject,
  LanguagePart,
  Message,
  Page,
  Rendered,
  RenderFailure,
  RenderPlan,
  RenderRecipient,
  SendPart,
  Shown,
} from './message.types.js';
export { parseLegacy, type LegacyPush, type LegacyVersion } from './parse-legacy.js';
export { parseMessage, parseSend, type MessageKind, type ParseOptions } from './parse-message.js';
export { planRendering } from './plan.js';
export { nameAsWritten } from './reading.js';
export {
  EITHER_CHANNEL,
  PLATFORMS,
  channelOf,
  channelsOf,
  isPlatform,
  platformOf,
  type Platform,
} from './platforms.js';
export { checkSizes } from './sizes.js';
export {
  cutHtml,
  fillLinkTemplate,
  hasPlaceholder,
  joinHtml,
  linksOfText,
  linkTemplates,
  originOf,
  templateOf,
  trustedOrigins,
  UNSUBSCRIBE_MARK,
  type CutHtml,
  type Place,
} from './tracked-links.js';
export { smsSegments, type SmsSegments } from './sms-segments.js';
