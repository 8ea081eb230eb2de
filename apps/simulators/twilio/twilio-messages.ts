import { randomBytes } from 'node:crypto';
import { countSmsSegments } from '#libs/content';

/** A message as the simulator keeps it. */
export interface Sms {
  sid: string;
  account: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string | null;
  /** ms since 1970. */
  at: number;
}

const DEFAULT_PAGE = 50;
const MAX_PAGE = 1000;

/** Messages that were taken, to be listed and asked for as Twilio's API lets one. Kept until `clear`, like the provider's own history. */
export class TwilioMessages {
  /** By number, oldest first: a sender asks about one number. */
  private readonly byNumber = new Map<string, Sms[]>();

  createMessage(account: string, form: URLSearchParams): Sms {
    return {
      sid: `SM${randomBytes(16).toString('hex')}`,
      account,
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      body: form.get('Body') ?? '',
      statusCallback: form.get('StatusCallback'),
      at: Date.now(),
    };
  }

  add(message: Sms): void {
    const existing = this.byNumber.get(message.to);
    if (existing === undefined) {
      this.byNumber.set(message.to, [message]);
    } else {
      existing.push(message);
    }
  }

  clear(): void {
    this.byNumber.clear();
  }

  find(account: string, sid: string): Sms | undefined {
    return [...this.byNumber.values()].flat().find((message) => message.account === account && message.sid === sid);
  }

  /** The newest message with this text from a sender to a number. */
  findNewest(account: string, { to, from, body }: Pick<Sms, 'to' | 'from' | 'body'>): Sms | undefined {
    return this.byNumber
      .get(to)
      ?.findLast((message) => message.account === account && message.from === from && message.body === body);
  }

  /** The list resource: filters To, From, DateSent, `DateSent>` and `DateSent<` (both inclusive), newest first, in pages. */
  list(account: string, path: string, query: URLSearchParams): Record<string, unknown> {
    const to = query.get('To');
    const from = query.get('From');
    const isDated = dateFilter(query);
    const candidates = to === null ? [...this.byNumber.values()].flat() : (this.byNumber.get(to) ?? []);
    const matches = candidates
      .toReversed()
      .filter(
        (candidate) =>
          candidate.account === account && (from === null || candidate.from === from) && isDated(candidate.at),
      )
      .sort((a, b) => b.at - a.at);
    const size = Math.min(Math.max(Number(query.get('PageSize') ?? DEFAULT_PAGE) || DEFAULT_PAGE, 1), MAX_PAGE);
    const page = Math.max(Math.trunc(Number(query.get('Page') ?? 0)) || 0, 0);
    const start = page * size;
    const messages = matches.slice(start, start + size);
    const uri = (number: number): string => {
      const parameters = new URLSearchParams(query);
      parameters.set('PageSize', String(size));
      parameters.set('Page', String(number));
      return `${path}?${parameters.toString()}`;
    };
    return {
      first_page_uri: uri(0),
      end: start + Math.max(messages.length - 1, 0),
      previous_page_uri: page > 0 ? uri(page - 1) : null,
      messages: messages.map((message) => this.toJson(message)),
      uri: uri(page),
      page_size: size,
      start,
      next_page_uri: start + size < matches.length ? uri(page + 1) : null,
      page,
    };
  }

  /** The message resource. */
  toJson({ sid, account, to, from, body, at }: Sms): Record<string, unknown> {
    const date = new Date(at).toUTCString().replace('GMT', '+0000');
    const uri = `/2010-04-01/Accounts/${account}/Messages/${sid}`;
    return {
      account_sid: account,
      api_version: '2010-04-01',
      body,
      date_created: date,
      date_sent: date,
      date_updated: date,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from,
      messaging_service_sid: null,
      num_media: '0',
      num_segments: String(countSmsSegments(body).segments),
      price: null,
      price_unit: 'USD',
      sid,
      status: 'queued',
      subresource_uris: { media: `${uri}/Media.json` },
      to,
      uri: `${uri}.json`,
    };
  }
}

/** Twilio keeps whole seconds, and so do its filters; a date without a time means that whole day, UTC. */
function dateFilter(query: URLSearchParams): (at: number) => boolean {
  const second = (text: string): number => Math.floor(Date.parse(text) / 1000);
  const day = query.get('DateSent');
  const after = query.get('DateSent>');
  const before = query.get('DateSent<');
  return (at) => {
    const sent = Math.floor(at / 1000);
    return (
      (day === null || new Date(at).toISOString().startsWith(day.slice(0, 10))) &&
      (after === null || sent >= second(after)) &&
      (before === null || sent <= second(before))
    );
  };
}
