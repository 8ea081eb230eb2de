export { CallbackUrlService } from './callback-url.service.js';
export { ClickService } from './click.service.js';
export { EngagementFiguresRepository } from './engagement-figures.repository.js';
export { fetchSumsOf } from './fetch-sums.sql.js';
export { type FollowedLink, LinkClickService } from './link-click.service.js';
export { LinkTokenService } from './link-token.service.js';
export { LinkedMessageService } from './linked-message.service.js';
export { AddressRangesService } from './machines/address-ranges.service.js';
export type { FetchSigns } from './machines/fetch-signs.js';
export { FETCHERS } from './machines/machine-rules.js';
export { PreferenceLinkService } from './preferences/preference-link.service.js';
export {
  type PageApplication,
  type PreferencePage,
  PreferencePageService,
  toPageApplication,
} from './preferences/preference-page.service.js';
export { type Unsubscription, UnsubscriptionService } from './preferences/unsubscription.service.js';
export { ProviderCallbackService } from './provider-callback.service.js';
export { BatchRendering } from './rendering/batch-rendering.js';
export { EmailLinks } from './rendering/email-links.js';
export {
  createMissingLinks,
  type LinkRewriting,
  type LinkRewritings,
  UNTRACKED_LINKS,
} from './rendering/link-rewriting.js';
export { TextMessageLinks } from './rendering/text-message-links.js';
export { type ReportedMessage, ReportedMessageService, type ReportingAccount } from './reported-message.service.js';
export { type ReturnedMessage, ReturnPathService } from './return-path.service.js';
export { FetchJudgeService } from './tracking/fetch-judge.service.js';
export type { MessageReport, UserReport } from './user-report.repository.js';
export { UserReportsService } from './user-reports.service.js';
