export { CampaignsService } from './campaigns.service.js';
export { DefinitionEntity } from './definition.entity.js';
export { DirectSends } from './direct.service.js';
export { DryRuns, type ExplainedNotification } from './dry-run.service.js';
export { NotificationsModule } from './notifications.module.js';
export { NotificationsService } from './notifications.service.js';
