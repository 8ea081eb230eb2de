export { SearchBuilderService } from './index/search-builder.service.js';
export { SearchModule } from './search.module.js';
export { foldText } from './words/fold-text.js';
export { UserSearchService } from './query/user-search.service.js';
export type { FoundUser, FoundUsers } from './query/user-search.types.js';
