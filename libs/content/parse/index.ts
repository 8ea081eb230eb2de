export { CampaignContentDto, INBOX, toBulkContent, toInboxContent } from './campaign-content.dto.js';
export { Count, LenientJson, LenientText } from './lenient.decorators.js';
export { mergeSend } from './merge-send.js';
export { LanguagePartDto } from './message-parts.dto.js';
export { BulkContentDto, DefinitionDto, DirectContentDto, SendMessageDto } from './message.dto.js';
export { bulkMessage, definitionMessage, directMessage, sendPart, withIcon } from './to-message.js';
export { toRequest } from './to-request.js';
