export { DraftCommentService, MAX_COMMENTS } from './draft-comment.service.js';
export { DraftPresenceService, MAX_TABS } from './draft-presence.service.js';
export { DraftService, MAX_DRAFTS } from './draft.service.js';
export type { Draft, DraftComment, DraftKind, DraftState, ListedDraft, SeenDraft } from './draft.types.js';
export { WrittenCampaignErasureRepository } from './written-campaign-erasure.repository.js';
