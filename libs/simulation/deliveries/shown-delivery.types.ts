/** The answer of the simulators at `/deliveries/newest`: every text is a sender's, and nothing in it is markup. */
export interface ShownDelivery {
  /** Counts all deliveries of the simulators. */
  seq: number;
  /** The provider whose simulator took it. */
  provider: string;
  /** The account that sent it, as that one knows it. */
  sender: string;
  /** Token, e-mail address or number. */
  address: string;
  messageId: string;
  /** ISO 8601. */
  at: string;
  /** The reports that can be made about it by hand. */
  reports: string[];
  card: PushCard | MailCard | SmsCard;
}

/** A name and a value that a message carries beside its text. */
export type ShownFact = readonly [name: string, value: string];

export interface PushCard {
  kind: 'push';
  device: 'iPhone' | 'Android' | 'Browser';
  app?: string;
  title?: string;
  subtitle?: string;
  text?: string;
  picture?: string;
  buttons: string[];
  badge?: string;
  slides: { title: string; text: string }[];
  activity?: { event: string; type?: string; state: ShownFact[] };
  facts: ShownFact[];
  /** Why no text is shown. */
  note?: string;
}

export interface MailCard {
  kind: 'mail';
  subject: string;
  from: string;
  to: string;
  text?: string;
  hasHtml: boolean;
  headers: ShownFact[];
  attachments: { name: string; type: string; bytes: number }[];
  /** Verdicts of a receiver about DKIM. */
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
