import { PREVIEW } from './compose-fixtures.js';

/** The preview of a mail without a person. */
export function mailPreview(html: string) {
  const [item] = PREVIEW.items;
  const payload = { subject: 'News', html, text: 'Spring', fromName: 'Shop' };
  return { ...PREVIEW, warnings: [], items: [{ ...item, platform: 'EMAIL', channel: 'smtp', limit: null, payload }] };
}
