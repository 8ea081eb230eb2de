export { AudienceExportService, type ExportColumn } from './exports/audience-export.service.js';
export { ErasureDeskService } from './erasures/erasure-desk.service.js';
export { PersonInboxService } from './inbox/person-inbox.service.js';
export { RecipientExportService } from './exports/recipient-export.service.js';
export { CampaignChoicesService, type CampaignChoices } from './choices/campaign-choices.service.js';
export { CampaignDeskService } from './campaign-desk.service.js';
export { authorOf, CampaignHistoryService } from './campaign-history.service.js';
export { TokenLimitService, type LimitedCampaign } from './sends/token-limit.service.js';
export { CampaignLimitService } from './campaign-limit.service.js';
export {
  DESK_LIMITS,
  DESK_STATES,
  type DayFigures,
  type DeskCampaign,
  type DeskFilter,
  type DeskLimit,
  type DeskOverview,
  type DeskPace,
  type DeskState,
  type ReasonSums,
} from './campaign-desk.types.js';
export {
  CampaignOverlapService,
  type CampaignOverlap,
  type ComparedCampaign,
} from './overlaps/campaign-overlap.service.js';
export { namesOf, PersonDeskService } from './person-desk.service.js';
export { PERSON_WAYS, type FoundPerson, type PersonExplanation, type PersonWay } from './person-desk.types.js';
export {
  CONSENT_WAYS,
  markOf,
  PersonEditService,
  type ConsentWay,
  type PersonChanges,
  type PersonDifference,
} from './person-edit.service.js';
export { PersonRemovalService, type PersonEditor } from './person-removal.service.js';
export { PersonHeadService, type PersonConsent, type PersonHead } from './person-head.service.js';
export {
  TIMELINE_GROUPS,
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineGroup,
  type TimelineKind,
  type TimelinePage,
} from './person-timeline.types.js';
export { SuppressionDeskService } from './suppressions/suppression-desk.service.js';
export { DeskSendService, FAILED_DAYS } from './sends/desk-send.service.js';
export {
  SEND_LISTS,
  SEND_STATES,
  type DeskSend,
  type SendList,
  type SendReason,
  type SendState,
} from './sends/desk-send.types.js';
export { TestDeskService } from './sends/test-desk.service.js';
export { TEST_ENDS, type DeskTest, type TestEnd, type TestMessage } from './sends/test-desk.types.js';
export { CODE_PLACES, CODE_WAYS, type CodeWay } from './testers/code-reach.service.js';
export { OwnUserDeskService, type AskedCode, type DeskOwnUser } from './testers/own-user-desk.service.js';
export { TesterDeskService, type DeskTester } from './testers/tester-desk.service.js';
export { AudienceTaggingService } from './taggings/audience-tagging.service.js';
export { DeskModule } from './desk.module.js';
