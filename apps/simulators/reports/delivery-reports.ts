import { toJsonObject } from '#platform/collections';
import type { CallbackPoster } from '../server/callback-poster.js';
import { BadRequest, loopbackUrl } from '../server/control-input.js';
import { senderKey, type Delivery, type DeliveryLog } from '../server/delivery-log.js';
import type { Provider } from '../server/providers.js';
import type { AskedReport, Reporter } from '../server/reporter.js';
import { htmlOf } from './mail-html.js';

/** Pictures that a mail program loads when a mail is opened. */
const MAX_PICTURES = 20;
/** Actions of a person on an e-mail with HTML, for every provider. */
const READING = ['opened', 'clicked'] as const;

/**
 * The result of a report. `found`: there is such a delivery, of the account `sender`. `answer`: the answer of its
 * receiver; null: it had no address.
 */
type Reported = { found: false } | { found: true; sender: string; answer: string | null };

/** Reports of single deliveries, as their provider or their receiver makes them. They go to this machine only. */
export class DeliveryReports {
  constructor(
    private readonly log: DeliveryLog,
    private readonly reporters: Readonly<Partial<Record<Provider, Reporter>>>,
    private readonly poster: CallbackPoster,
  ) {}

  /** Kinds of reports of a delivery; empty where its provider reports nothing. */
  kindsOf(delivery: Delivery): string[] {
    const reading = htmlOf(delivery) === undefined ? [] : READING;
    return [...reading, ...(this.reporters[delivery.provider]?.kindsOf(delivery) ?? [])];
  }

  /**
   * `POST /reports`: `seq` of the delivery and its `kind`; `senders` restricts it to some accounts.
   *
   * @throws BadRequest for a kind that the delivery does not have, and when the receiver does not answer
   */
  async send(input: unknown): Promise<Reported> {
    const { seq, senders, kind, port, url, text } = toJsonObject(input);
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || typeof kind !== 'string') {
      throw new BadRequest(['seq must be a number, and kind a text']);
    }
    const delivery = await this.find(seq, senders);
    if (!delivery) {
      return { found: false };
    }
    const asked = {
      kind,
      port: typeof port === 'number' ? port : 0,
      url: typeof url === 'string' ? url : '',
      text: typeof text === 'string' ? text : '',
    };
    return { found: true, sender: senderKey(delivery), answer: (await this.report(delivery, asked)) ?? null };
  }

  private async find(seq: number, senders: unknown): Promise<Delivery | undefined> {
    const allowed = Array.isArray(senders) ? new Set(senders.map(String)) : undefined;
    const { deliveries } = await this.log.page({ after: seq - 1, limit: 1 });
    const [delivery] = deliveries.filter((found) => found.seq === seq);
    return delivery && (allowed === undefined || allowed.has(senderKey(delivery))) ? delivery : undefined;
  }

  private async report(delivery: Delivery, asked: AskedReport): Promise<string | undefined> {
    const kinds = this.kindsOf(delivery);
    if (!kinds.includes(asked.kind)) {
      throw new BadRequest([`kind must be one of ${kinds.join(', ')} for this delivery`]);
    }
    const read = READING.find((kind) => kind === asked.kind);
    return read === undefined
      ? this.reporters[delivery.provider]?.report(delivery, asked)
      : this.readMail(htmlOf(delivery) ?? '', read);
  }

  /** Loads the pictures of a mail, or follows its first link, as a mail program does. Nothing but this machine is asked. */
  private async readMail(html: string, kind: (typeof READING)[number]): Promise<string | undefined> {
    const attribute = kind === 'opened' ? /<img\b[^>]*?\bsrc\s*=\s*"([^"]+)"/gi : /<a\b[^>]*?\bhref\s*=\s*"([^"]+)"/gi;
    const urls = [...html.matchAll(attribute)].flatMap(
      ([, text = '']) => loopbackUrl(text.replaceAll('&amp;', '&')) ?? [],
    );
    const statuses: number[] = [];
    for (const url of urls.slice(0, kind === 'opened' ? MAX_PICTURES : 1)) {
      statuses.push(await this.poster.visit(url));
    }
    return statuses.length === 0 ? undefined : statuses.join(' ');
  }
}
