export { AttachmentService } from './attachment.service.js';
export { MAX_EMAIL_BYTES, type StoredFile } from './attachment.types.js';
export { addAttachments, checkEmailSize, countEmailBytes } from './email-attachments.js';
