import { Module, type OnModuleInit } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { AccountReachCheck } from './account-reach.check.js';
import { ActivityTokenCheck } from './activity-token.check.js';
import { CategoryOptOutCheck } from './category-opt-out.check.js';
import { ChangedChannelCheck } from './changed-channel.check.js';
import { RecipientCheckRegistryService } from './recipient-check-registry.service.js';
import { ReplacementCheck } from './replacement.check.js';
import { SessionWindowCheck } from './session-window.check.js';
import { SuppressionCheck } from './suppression.check.js';

@Module({
  imports: [UsersModule, AccountsModule, DispatchesModule],
  providers: [
    AccountReachCheck,
    ActivityTokenCheck,
    CategoryOptOutCheck,
    ChangedChannelCheck,
    RecipientCheckRegistryService,
    ReplacementCheck,
    SessionWindowCheck,
    SuppressionCheck,
  ],
  exports: [RecipientCheckRegistryService],
})
export class ChecksModule implements OnModuleInit {
  constructor(
    private readonly registry: RecipientCheckRegistryService,
    private readonly reach: AccountReachCheck,
    private readonly activities: ActivityTokenCheck,
    private readonly categories: CategoryOptOutCheck,
    private readonly channels: ChangedChannelCheck,
    private readonly replacements: ReplacementCheck,
    private readonly sessions: SessionWindowCheck,
    private readonly suppressions: SuppressionCheck,
  ) {}

  onModuleInit(): void {
    this.registry.register(
      this.categories,
      this.suppressions,
      this.reach,
      this.sessions,
      this.activities,
      this.channels,
      this.replacements,
    );
  }
}
