export { type AccountMail, AccountMailService, type MailEnd } from './account-mail.service.js';
export { AccountRateLimitService } from './account-rate-limit.service.js';
export { AccountStateService, type AccountStatus } from './account-state.service.js';
export { type AccountTest, AccountTestService, type AccountTestStep } from './account-test.service.js';
export {
  accountOf,
  type AccountState,
  type ChannelAccount,
  maySendBy,
  type OwnState,
} from './choice/channel-account.js';
export { routeBatch } from './choice/route-batch.js';
export { type FillableTemplate, ProviderTemplateService } from './provider-template.service.js';
export { type LaunchedMessage, RenderPlanService } from './render-plan.service.js';
export { renderRecipients } from './render-recipients.js';
