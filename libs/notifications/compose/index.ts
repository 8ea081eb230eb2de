export { CampaignLaunchService } from './campaign-launch.service.js';
export { CampaignOutlookService } from './campaign-outlook.service.js';
export { type CheckSamples, CheckSampleService } from './check-sample.service.js';
export { type CodeLanguage, CodeSendService } from './code-send.service.js';
export { type ComposedPayload, type ComposePreview, ComposePreviewService } from './compose-preview.service.js';
export { ComposedCampaignDto, ComposedMessageDto, SeenCheckDto } from './composed-campaign.dto.js';
export { MailContentService } from './mail-content.service.js';
export { TestSendService } from './test-send.service.js';
