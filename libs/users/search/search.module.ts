import { Module, type OnModuleInit } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { IdentitiesModule } from '#libs/users/identities';
import { PreferencesModule } from '#libs/users/preferences';
import { ProfilesModule } from '#libs/users/profiles';
import { FeedSubscriberRegistryService } from '#platform/outbox';
import { SearchBuilderService } from './index/search-builder.service.js';
import { SearchEntryRepository } from './index/search-entry.repository.js';
import { SearchWriterService } from './index/search-writer.service.js';
import { UserSearchRepository } from './query/user-search.repository.js';
import { UserSearchService } from './query/user-search.service.js';

/** People by what someone types. */
@Module({
  imports: [TenancyModule, IdentitiesModule, ProfilesModule, PreferencesModule],
  providers: [
    SearchBuilderService,
    SearchEntryRepository,
    SearchWriterService,
    UserSearchRepository,
    UserSearchService,
  ],
  exports: [SearchBuilderService, UserSearchService],
})
export class SearchModule implements OnModuleInit {
  constructor(
    private readonly subscribers: FeedSubscriberRegistryService,
    private readonly writer: SearchWriterService,
  ) {}

  onModuleInit(): void {
    this.subscribers.register(this.writer);
  }
}
