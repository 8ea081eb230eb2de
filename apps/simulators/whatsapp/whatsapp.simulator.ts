import { randomBytes } from 'node:crypto';
import { isJsonObject, parseJson, toJsonObject } from '#platform/collections';
import type { AskedReport, Reporter } from '../server/reporter.js';
import type { CallbackPoster } from '../server/callback-poster.js';
import type { Delivery } from '../server/delivery-log.js';
import {
  bareMessageId,
  retryAfter,
  type HttpProtocol,
  type MessageOutcome,
  type ProviderRequest,
  type Reply,
  type RequestOutcome,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import type { FaultPlans } from '../server/fault-plans.js';
import type { ShownContent } from '../server/shown-content.js';
import { graphError, json } from './whatsapp-errors.js';
import { SimulatedTemplates } from './whatsapp-templates.js';
import { isUserId, newMessageId, WhatsAppWebhooks } from './whatsapp-webhooks.js';

/** The length of a text (Meta, "Text messages"), and of the caption of media. */
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;
const MEDIA = ['image', 'video', 'document'] as const;
const PAGE = 3;
/** "Message undeliverable": there is no WhatsApp on the number, among others. */
const UNDELIVERABLE = '131026';

/**
 * Meta's Cloud API: messages, templates and uploads of any business number. Like Meta it takes a repeat as another
 * message, and a text outside the 24 hours with status 200: that fails later, by report. The token of a number is the
 * first one that it uses.
 */
export class WhatsAppSimulator implements HttpProtocol, Reporter {
  readonly provider = 'whatsapp';
  readonly maxBody = 256 * 1024;
  readonly actions: Record<string, (input: unknown) => Promise<unknown>>;
  private readonly tokens = new Map<string, string>();
  private readonly uploads = new Set<string>();
  private readonly templates = new SimulatedTemplates();
  private readonly webhooks: WhatsAppWebhooks;

  constructor(
    private readonly faults: FaultPlans,
    callbacks: CallbackPoster,
  ) {
    this.webhooks = new WhatsAppWebhooks(callbacks);
    this.actions = {
      '/whatsapp-webhook': (input) => this.webhooks.register(input),
      '/inbound-whatsapp': (input) => this.webhooks.sendInbound(input),
      '/whatsapp-change': (input) => this.webhooks.sendChange(input),
      '/whatsapp-templates': async (input) => this.templates.set(input),
    };
  }

  read({ method, path, headers, body }: ProviderRequest): RequestOutcome {
    const [, id = '', edge = '', query = ''] =
      /^\/v\d{1,3}\.\d{1,2}\/(\d+)(?:\/([a-z_]+))?(?:\?(.*))?$/.exec(path) ?? [];
    if (id === '') {
      return { kind: 'other', reply: graphError('100', 'Unsupported request: unknown path', 404) };
    }
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (!this.knows(id, token)) {
      const reply = graphError('190', 'Invalid OAuth access token');
      return edge === 'messages' ? { kind: 'refused', reply } : { kind: 'other', reply };
    }
    if (method === 'GET' && edge === '') {
      const reply = json(200, { id, display_phone_number: '+1 555-000-0000', quality_rating: 'GREEN' });
      return { kind: 'other', reply };
    }
    if (method === 'GET' && edge === 'message_templates') {
      return { kind: 'other', reply: this.listTemplates(new URLSearchParams(query)) };
    }
    if (method === 'POST' && edge === 'media') {
      const upload = String(BigInt(`0x${randomBytes(6).toString('hex')}`));
      this.uploads.add(upload);
      return { kind: 'other', reply: json(200, { id: upload }) };
    }
    return method === 'POST' && edge === 'messages'
      ? this.readMessage(id, body.toString('utf8'))
      : { kind: 'other', reply: graphError('100', 'Unsupported request', 404) };
  }

  refuse(rule: FaultRule, _outcome: MessageOutcome): Reply {
    return rule.reason === undefined
      ? json(rule.status ?? 500, {}, retryAfter(rule))
      : graphError(rule.reason, 'simulated', rule.status, retryAfter(rule));
  }

  kindsOf(): readonly string[] {
    return ['delivered', 'read', 'undelivered', 'answered'];
  }

  async report(
    { sender: phoneNumberId, token, payload }: Delivery,
    { kind, text }: AskedReport,
  ): Promise<string | undefined> {
    const to = token.replace(/^\+/, '');
    const data = String(toJsonObject(payload)['biz_opaque_callback_data']);
    const status =
      kind === 'answered'
        ? await this.webhooks.answerNow({ phoneNumberId, ...(isUserId(to) ? { userId: to } : { from: to }), text })
        : await this.webhooks.reportNow({ phoneNumberId, to, id: newMessageId(), data }, kind, UNDELIVERABLE);
    return status === undefined ? undefined : String(status);
  }

  private readMessage(phoneNumberId: string, text: string): RequestOutcome {
    const message = parseJson(text);
    const fault = isJsonObject(message) ? this.findFault(message) : (['100', 'The body should be JSON'] as const);
    if (fault !== undefined || !isJsonObject(message)) {
      const [code = '100', details = ''] = fault ?? [];
      return { kind: 'refused', reply: graphError(code, details) };
    }
    // Its form is checked: a number counts before an id.
    const number = typeof message['to'] === 'string' ? message['to'] : undefined;
    const to = number === undefined ? String(message['recipient']) : number.replaceAll(/\D/g, '');
    const token = number === undefined ? to : `+${to}`;
    const { biz_opaque_callback_data: data } = message;
    const id = newMessageId();
    const needsWindow = message['type'] !== 'template';
    return {
      kind: 'message',
      sender: phoneNumberId,
      token,
      messageId: typeof data === 'string' ? bareMessageId(data) : id,
      payload: () => message,
      reply: json(200, {
        messaging_product: 'whatsapp',
        contacts: [number === undefined ? { input: to, user_id: to } : { input: number, wa_id: to }],
        messages: [{ id, message_status: 'accepted' }],
      }),
      onAccepted: () => {
        const rule = this.faults.decide('whatsapp', token, 'report', phoneNumberId)?.rule;
        const isLate = needsWindow && !this.webhooks.isWithinWindow(phoneNumberId, to);
        const failure = isLate ? '131047' : rule?.reason;
        this.webhooks.report({ phoneNumberId, to, id, ...(typeof data === 'string' && { data }) }, failure, true);
      },
    };
  }

  private findFault(message: Readonly<Record<string, unknown>>): readonly [code: string, details: string] | undefined {
    const { messaging_product: product, to, recipient, type } = message;
    if (product !== 'whatsapp') {
      return ['100', 'messaging_product is required and should be whatsapp'];
    }
    if (to === undefined && recipient !== undefined) {
      if (typeof recipient !== 'string' || !isUserId(recipient)) {
        return ['131009', 'recipient should be an id of a user'];
      }
    } else if (typeof to !== 'string' || !/^\+?[1-9]\d{6,14}$/.test(to)) {
      return ['131009', 'to should be a phone number'];
    }
    if (type === 'template') {
      return this.templates.findFault(toJsonObject(message['template']));
    }
    if (type === 'text') {
      const { body } = toJsonObject(message['text']);
      return typeof body === 'string' && body !== '' && body.length <= MAX_TEXT
        ? undefined
        : ['131009', `text.body should have 1 to ${MAX_TEXT} characters`];
    }
    const media = MEDIA.find((name) => name === type);
    if (media === undefined) {
      return ['131051', 'Unsupported message type'];
    }
    const { link, id, caption = '' } = toJsonObject(message[media]);
    if ((typeof link === 'string') === (typeof id === 'string')) {
      return ['131009', `${media} should have either a link or an id`];
    }
    if (typeof link === 'string' && !link.startsWith('https://')) {
      return ['131053', `${media}.link should be reachable by https`];
    }
    return String(caption).length > MAX_CAPTION ? ['131009', 'caption is too long'] : undefined;
  }

  /** Small pages, so that clients have to follow them. */
  private listTemplates(query: URLSearchParams): Reply {
    const start = Number(query.get('after') ?? 0);
    const all = this.templates.list();
    const next = start + Math.min(PAGE, Number(query.get('limit') ?? PAGE));
    return json(200, {
      data: all.slice(start, next),
      paging: {
        cursors: { before: String(start), after: String(next) },
        ...(next < all.length && { next: `https://graph.facebook.com/next?after=${next}` }),
      },
    });
  }

  /** A number or a business account goes by the first token that it is used with. */
  private knows(id: string, token: string): boolean {
    const known = this.tokens.get(id) ?? token;
    if (token !== '') {
      this.tokens.set(id, known);
    }
    return token !== '' && known === token;
  }
}

/** Shows a message as its receiver sees it, as far as it has its content. */
export function showWhatsApp(message: Record<string, unknown>): ShownContent {
  const { to: number, recipient, type } = message;
  const to = number ?? recipient;
  const from = 'WhatsApp';
  if (type === 'template') {
    const { name, components } = toJsonObject(message['template']);
    const values = (Array.isArray(components) ? components : [])
      .flatMap((part: unknown) => {
        const { parameters } = toJsonObject(part);
        return Array.isArray(parameters) ? (parameters as unknown[]) : [];
      })
      .flatMap((parameter) => {
        const { text } = toJsonObject(parameter);
        return typeof text === 'string' ? [text] : [];
      });
    return { to, from, text: [String(name), ...values].join(' · ') };
  }
  const content = toJsonObject(message[String(type)]);
  return { to, from, text: content['body'] ?? content['caption'] ?? content['link'] ?? content['id'] };
}
