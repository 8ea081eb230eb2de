import {
  createRenderPlan,
  type JsonObject,
  type Message,
  type Platform,
  type RenderPlan,
  renderWithin,
} from '#libs/content';
import { toValueKinds } from '#libs/users/profiles';
import type { Stretch } from '#platform/async';
import { malformed } from '#platform/errors';
import { DAY_MS } from '#platform/spelling';
import { MessagePolicies } from './message-policy.js';
import { ScenarioItems } from './scenario-items.js';
import type { PersonState } from './person-state.js';
import type { ScenarioApplication } from './scenario-application.js';
import type { ScenarioMessage, ScenarioMoment } from './scenario.types.js';

/** A message that a step hands over. */
export interface HandedMessage {
  person: PersonState;
  node: string;
  message: string;
  params: JsonObject;
}
/** @property at  when it leaves @property dueAt  when it was handed over */
type Waiting = HandedMessage & { at: number; dueAt: number; platforms: readonly (Platform | undefined)[] };

/** A message waits for a place under a cap at most so long. */
const MAX_DEFERRAL_MS = 28 * DAY_MS;

/** The way of messages from a step to people: control groups, hours, caps and texts, by the rules of the delivery. */
export class SentMessages {
  readonly sent: ScenarioMessage[] = [];
  private readonly policies: MessagePolicies;
  private readonly items: ScenarioItems;
  private readonly kinds: ReturnType<typeof toValueKinds>;
  private readonly plans = new Map<string, RenderPlan>();
  private readonly counted = new Map<PersonState, Parameters<MessagePolicies['take']>[2]>();
  private waiting: Waiting[] = [];
  /** Characters that further texts may have. */
  private charactersLeft: number;

  /**
   * @param names       of the definitions that the journey sends; contents of a step have no text here
   * @param characters  of all texts, at most
   */
  constructor(
    private readonly application: ScenarioApplication,
    private readonly names: ReadonlySet<string>,
    private readonly characters: number,
    private readonly note: (moment: ScenarioMoment) => void,
  ) {
    this.charactersLeft = characters;
    this.policies = new MessagePolicies(application);
    this.items = new ScenarioItems(application.catalogs);
    this.kinds = toValueKinds(application.attributes);
  }

  /** When the next message leaves, in epoch ms; Infinity: none waits. */
  get dueAt(): number {
    return this.waiting.reduce((least, { at }) => Math.min(least, at), Infinity);
  }

  /** Takes a message over: it leaves now, or when its hours allow it. @returns false where there is none of this name */
  accept(handed: HandedMessage, at: number): boolean {
    const { person, node } = handed;
    const { platforms: own, timeZone, holdouts } = person.described;
    const content = this.application.messages.get(handed.message);
    if (!content && this.application.messages.size > 0 && this.names.has(handed.message)) {
      return false;
    }
    const platforms = content?.platforms.filter((platform) => !own || own.includes(platform)) ?? [undefined];
    const place = { at, extId: person.extId, node };
    if (platforms.length === 0) {
      this.note({ kind: 'skipped', ...place, reason: 'UNREACHABLE' });
    }
    const byTime = new Map<number, (Platform | undefined)[]>();
    for (const platform of platforms) {
      const opening = this.policies.findOpening(content, platform, timeZone, at);
      const isHeldOut = holdouts.length > 0 && this.policies.isHeldOut(content, platform);
      if (isHeldOut || opening === undefined) {
        const reason = isHeldOut ? 'HOLDOUT' : 'QUIET_HOURS';
        this.note({ kind: 'skipped', ...place, reason, ...(platform && { platform }) });
      } else {
        byTime.set(opening, [...(byTime.get(opening) ?? []), platform]);
      }
    }
    for (const [opening, group] of byTime) {
      if (opening > at) {
        this.note({ kind: 'deferred', ...place, until: opening });
      }
      this.waiting.push({ ...handed, at: opening, dueAt: at, platforms: group });
    }
    return true;
  }

  /** Sends messages when their time has come. @throws AppError malformed where their texts are too long together */
  async leave(now: number, stretch: Stretch): Promise<void> {
    const due = this.waiting.filter(({ at }) => at <= now);
    this.waiting = this.waiting.filter(({ at }) => at > now);
    for (const waiting of due) {
      if (stretch.isOver) {
        await stretch.giveWay();
      }
      const { at, person, node, message } = waiting;
      const content = this.application.messages.get(message);
      const texts = content
        ? waiting.platforms.flatMap((platform) => (platform && this.sendOn(platform, content, waiting)) ?? [])
        : [];
      if (!content || texts.length > 0) {
        const [first] = texts;
        const platforms = texts.map(({ platform }) => platform);
        this.sent.push({ at, extId: person.extId, node, message, texts });
        this.note({
          kind: 'sent',
          at,
          extId: person.extId,
          node,
          platforms,
          ...(first && { text: first.text }),
        });
      }
    }
  }

  /** @returns undefined where a cap, or the message itself, keeps it from leaving */
  private sendOn(platform: Platform, content: Message, waiting: Waiting): ScenarioMessage['texts'][number] | undefined {
    const { at, person, node, message, params } = waiting;
    const plan = this.planOf(message, content);
    const recipient = {
      platform,
      params,
      profile: person.profile,
      kinds: this.kinds,
      timeZone: person.zone,
      ...(plan.readsItems && { items: this.items }),
      ...(person.language !== undefined && { language: person.language }),
    };
    const rendered = renderWithin((budget) => plan.render(recipient, budget));
    const counted = this.counted.get(person) ?? [];
    this.counted.set(person, counted);
    const place = { at, extId: person.extId, node };
    if (rendered.kind === 'failed') {
      this.note({ kind: 'skipped', ...place, platform, reason: rendered.reason });
      return undefined;
    }
    const free = this.policies.take(content, platform, counted, { at, node, zone: person.zone });
    if (free === undefined) {
      const { title = '', text = title } = rendered.shown;
      this.charactersLeft -= text.length;
      if (this.charactersLeft < 0) {
        throw malformed(`events: texts with more than ${this.characters} characters come of them; set until`);
      }
      return { platform, text };
    }
    const opening =
      free < Infinity ? this.policies.findOpening(content, platform, person.described.timeZone, free) : undefined;
    if (opening !== undefined && opening <= waiting.dueAt + MAX_DEFERRAL_MS) {
      this.note({ kind: 'deferred', ...place, until: opening });
      this.waiting.push({ ...waiting, at: opening, platforms: [platform] });
    } else {
      this.note({ kind: 'skipped', ...place, platform, reason: 'FREQUENCY_CAP' });
    }
    return undefined;
  }

  private planOf(name: string, content: Message): RenderPlan {
    const { language, zone: timeZone } = this.application;
    const plan =
      this.plans.get(name) ?? createRenderPlan(content, { language, timeZone, launchedAt: 0, display: 'auto' });
    this.plans.set(name, plan);
    return plan;
  }
}
