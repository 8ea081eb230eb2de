import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Message, Platform } from '#libs/content';
import { listPlaceholders, mayHaveMarks } from '#libs/content/template';
import { ApplicationService } from '#libs/tenancy';
import { pickText, TopicService, type Topic } from '#libs/users/preferences';
import { RecipientService } from '#libs/users/registry';
import type { Statements, Tx } from '#platform/db';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { confirmationLanguage, writeConfirmation } from './confirmation-text.js';

/** The application's name and the topics in the text, in characters. */
const MAX_APP = 60;
const MAX_TOPICS = 300;
const LINK = 'confirmUrl';

/**
 * The question to a person, and the platform of its message.
 *
 * @property language    tag of the person's language; null: unknown
 * @property isStranger  the address has no user: links of a person are not there
 */
interface Question {
  topics: readonly Topic[];
  platform: Platform;
  language: string | null;
  isStranger?: true;
}

/**
 * A confirmation as it is sent.
 *
 * @property notificationKey  of the definition; null: the words are built in
 * @property params           values of its placeholders but the link
 */
interface ComposedConfirmation {
  notificationKey: number | null;
  message: Message;
  textHash: string;
  params: { app: string; topics: string };
}

/** Writes confirmations: by the definition that a topic names, else with built-in words. */
@Injectable()
export class ConfirmationMessageService {
  constructor(
    private readonly definitions: DefinitionRepository,
    private readonly topics: TopicService,
    private readonly applications: ApplicationService,
    private readonly recipients: RecipientService,
  ) {}

  /** The topics of an application, by their ids. */
  async findTopics(appId: number): Promise<ReadonlyMap<number, Topic>> {
    return new Map((await this.topics.listTopics(appId)).map((topic) => [topic.categoryId, topic]));
  }

  /**
   * Composes the confirmation of some topics, of which the first names the definition. A definition that is gone, of
   * another channel, or without `@{confirmUrl}` counts as none: a person who asked is asked.
   */
  async compose(
    on: Statements,
    appId: number,
    { topics, platform, language, isStranger }: Question,
  ): Promise<ComposedConfirmation> {
    const { name } = await this.applications.getApplication(appId, on);
    const titles = topics.map(({ title, name: own }) => pickText(title, [language, 'en']) ?? own).join(', ');
    const params = { app: name.slice(0, MAX_APP), topics: titles.slice(0, MAX_TOPICS) };
    const defined = await this.findDefined(on, appId, topics[0]?.confirmation ?? null, platform);
    if (defined && !(isStranger && mayHaveMarks(defined.message))) {
      const message = toConfirmation(defined.message, platform);
      const only = language !== null && message.languages?.[language] ? { onlyLanguage: language } : {};
      const { notificationKey } = defined;
      return { notificationKey, message: { ...message, ...only }, textHash: hashOf(message), params };
    }
    const words = writeConfirmation(confirmationLanguage(language), platform === 'EMAIL');
    const message = toConfirmation({ ...words, platforms: [platform], ios: {}, android: {} }, platform);
    return { notificationKey: null, message, textHash: hashOf(message), params };
  }

  /** Writes the confirmation for a user, whose language counts where a form named none, with the key under which it is sent. */
  async write(
    tx: Tx,
    appId: number,
    { uid, ...question }: Question & { uid: number },
  ): Promise<ComposedConfirmation & { notificationKey: number }> {
    const [user] =
      question.language === null
        ? await this.recipients.findRecipientsByUser(appId, [uid], { withProfile: false })
        : [];
    const language = question.language ?? user?.language ?? null;
    const { notificationKey, ...composed } = await this.compose(tx, appId, { ...question, language });
    const key = notificationKey ?? (await this.definitions.insertDefinition(tx, appId, 'direct', composed.message));
    return { ...composed, notificationKey: key };
  }

  private async findDefined(
    on: Statements,
    appId: number,
    confirmation: string | null,
    platform: Platform,
  ): Promise<{ notificationKey: number; message: Message } | undefined> {
    if (confirmation === null || !/^[1-9]\d{0,8}$/.test(confirmation)) {
      return undefined;
    }
    const [definition] = await this.definitions.findByKeys(on, appId, [Number(confirmation)]);
    const isFit =
      definition !== undefined &&
      definition.kind === 'definition' &&
      definition.endedAt === null &&
      definition.message.platforms.includes(platform) &&
      listPlaceholders(definition.message).some(({ name }) => name === LINK);
    return isFit ? definition : undefined;
  }
}

/** A message to the person alone: it informs, is not tracked, and stands in no inbox. Its link is kept sealed. */
function toConfirmation(message: Message, platform: Platform): Message {
  const {
    categories: _categories,
    inbox: _inbox,
    hook: _hook,
    smsIysMessageType: _sms,
    emailIysMessageType: _mail,
    ...rest
  } = message;
  return {
    ...rest,
    platforms: [platform],
    transactional: true,
    isSecret: true,
    tracking: { opens: false, clicks: false },
  };
}

function hashOf(message: Message): string {
  return createHash('sha256').update(JSON.stringify(message)).digest('hex');
}
