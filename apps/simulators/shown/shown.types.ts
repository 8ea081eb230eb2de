/** A name and a value of something that a message carries beside its text. */
export type Fact = readonly [name: string, value: string];

/** A push as a phone or a browser shows it. */
export interface PushCard {
  kind: 'push';
  device: 'iPhone' | 'Android' | 'Browser';
  /** The app or page that it belongs to, where the message names it. */
  app?: string;
  title?: string;
  subtitle?: string;
  text?: string;
  /** Address of the picture. Pages load none of them. */
  picture?: string;
  buttons: string[];
  badge?: string;
  /** Pictures with texts to turn over. */
  slides: { title: string; text: string }[];
  activity?: { event: string; type?: string; state: Fact[] };
  facts: Fact[];
  /** Why no text is shown: nothing to show, or the simulator cannot open it. */
  note?: string;
}

export interface MailCard {
  kind: 'mail';
  subject: string;
  from: string;
  to: string;
  text?: string;
  hasHtml: boolean;
  headers: Fact[];
  attachments: { name: string; type: string; bytes: number }[];
  signatures: string[];
  bytes: number;
}

export interface SmsCard {
  kind: 'sms';
  from: string;
  text: string;
  segments: number;
  encoding: string;
  characters: number;
  media: string[];
}

/** A delivery in the form that the page draws. Every text is what the sender wrote: nothing in it is markup. */
export interface ShownDelivery {
  seq: number;
  provider: string;
  /** The account that sent it, as the log names it. No secret. */
  sender: string;
  address: string;
  messageId: string;
  /** ISO 8601. */
  at: string;
  card: PushCard | MailCard | SmsCard;
}

/** A part of the log, the newest first. */
export interface ShownPage {
  /** `reports`: what can be reported about each by hand. */
  deliveries: (ShownDelivery & { reports: string[] })[];
  /** `before` of the following page; absent at the end of the log. */
  older?: number;
}
