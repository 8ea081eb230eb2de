export { buttonSetIds, applyDefinedButtons } from './render/button-sets.js';
export { checkSizes } from './render/renderer.js';
export { contentOf, fitsSms, measurePayload, readInboxData } from './render/channel-contents.js';
export type { PayloadSize } from './render/channel-content.js';
export { describeGap, findGapSources, type DescribedGap } from './gaps/gap-places.js';
export { reasonOf } from './liquid/template-refusal.js';
export { findLiveGaps } from './gaps/live-gaps.js';
export { LIVE_DATA, listLiveNames, toLiveParams } from './liquid/live-names.js';
export { listEmptyTexts } from './gaps/empty-texts.js';
export { withUsedBlocks, type TemplateSettings } from './liquid/used-blocks.js';
export { findDecidingName, listUnknownFields, refuseUnknownNames } from './liquid/template-uses.js';
export { cleanObject } from './model/clean-values.js';
export type { Message, SendPart } from './model/message.types.js';
export type { Json, JsonObject } from './model/json.types.js';
export type { LiveActivity } from './model/message-part.types.js';
export type {
  GapPlace,
  Rendered,
  RenderFailure,
  RenderGaps,
  RenderPlan,
  RenderRecipient,
  RenderSettings,
  ValueKind,
} from './model/render.types.js';
export { isInformational } from './model/message-kind.js';
export { type MessagePolicy } from './model/message-policy.js';
export { RenderBudget, renderWithin } from './model/render-budget.js';
export { createRenderPlan, prepareRenderPlan } from './render/render-plan.js';
export { stampLiveActivity } from './render/live-activity.js';
export {
  CONTACT_PLATFORMS,
  DEVICE_PLATFORMS,
  DUAL_CHANNEL_PLATFORMS,
  PLATFORMS,
  channelOf,
  channelsOf,
  isContactPlatform,
  isPlatform,
  isServed,
  platformByNumber,
  type Platform,
} from './model/platforms.js';
export type { FilledText } from './model/rendered-links.types.js';
export { countSmsSegments, type SmsSegments } from './model/sms-segments.js';
export { countWrittenSegments } from './model/composed-text.js';
export { isKnownLanguage, LanguageIndex } from './model/languages.js';
