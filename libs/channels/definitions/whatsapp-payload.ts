/** A file of a message: public by https, or uploaded to the account before. */
export interface WhatsAppMedia {
  link?: string;
  /** Id of an upload at Meta. */
  id?: string;
  filename?: string;
}

/** A value of a template, as the Cloud API takes it ("Template messages", parameter objects). */
export type WhatsAppParameter =
  | { type: 'text'; text: string; parameter_name?: string }
  | { type: 'payload'; payload: string }
  | { type: 'coupon_code'; coupon_code: string }
  | { type: 'image'; image: WhatsAppMedia }
  | { type: 'video'; video: WhatsAppMedia }
  | { type: 'document'; document: WhatsAppMedia }
  | { type: 'location'; location: { latitude: string; longitude: string; name: string; address: string } };

/** A part of a template that has values. */
export interface WhatsAppComponent {
  type: 'header' | 'body' | 'button';
  sub_type?: 'url' | 'quick_reply' | 'copy_code';
  /** Place of a button, from 0. */
  index?: string;
  parameters: WhatsAppParameter[];
}

export const WHATSAPP_MEDIA = ['image', 'video', 'document'] as const;
export type WhatsAppMediaType = (typeof WHATSAPP_MEDIA)[number];

/** A message of the Cloud API without its recipient. Text and media go only to people who wrote within the last 24 hours. */
export type WhatsAppPayload =
  | { type: 'template'; template: { name: string; language: string; components: WhatsAppComponent[] } }
  | { type: 'text'; body: string }
  | { type: 'media'; media: WhatsAppMediaType; file: WhatsAppMedia; caption?: string };
