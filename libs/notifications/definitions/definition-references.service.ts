import { Injectable } from '@nestjs/common';
import { buttonSetIds, checkSizes, applyDefinedButtons, type Message } from '#libs/content';
import { DispatchIntakeService, type DispatchOptions } from '#libs/delivery';
import { WebhookEndpointService } from '#libs/delivery/webhooks';
import { PreferenceService } from '#libs/users/preferences';
import { AppError, malformed } from '#platform/errors';
import { ButtonSetRepository } from '../catalogue/button-set.repository.js';
import { SOUND_PLATFORMS } from '../catalogue/sound.entity.js';
import { SoundRepository } from '../catalogue/sound.repository.js';
import { AccountReferencesService, type AccountReferences, type NameOf } from './account-references.service.js';
import { DefinitionRepository } from './definition.repository.js';

/** Every system has it; it needs no file. */
const BUILT_IN_SOUND = 'default';

type MessageReferences = Pick<Message, 'ios' | 'android' | 'buttonSet' | 'buttonSets'> & AccountReferences;

/**
 * Checks what a message refers to: button sets, sounds, SMS senders, webhooks and categories must be defined
 * (specification, sections 2.6, 2.7 and 4.3).
 */
@Injectable()
export class DefinitionReferencesService {
  constructor(
    private readonly buttonSets: ButtonSetRepository,
    private readonly sounds: SoundRepository,
    private readonly accounts: AccountReferencesService,
    private readonly webhooks: WebhookEndpointService,
    private readonly preferences: PreferenceService,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
  ) {}

  /**
   * Fills the buttons of the message's button sets.
   *
   * @param nameOf     what the request calls a field
   * @param referring  the part whose references are checked: a send brings its own, those of the definition are checked already
   * @param isWaiting  as of `AccountReferencesService.checkTemplate`
   * @throws AppError unknown_button_set (5006), malformed (2004) for an undefined sound or sender, push_too_large (2101)
   */
  async resolveReferences(
    appId: number,
    message: Message,
    nameOf: NameOf,
    referring: MessageReferences = message,
    isWaiting = true,
  ): Promise<Message> {
    await this.checkSounds(appId, referring, nameOf);
    await this.checkAccounts(appId, referring, nameOf, isWaiting);
    const ids = buttonSetIds(referring);
    if (ids.length === 0) {
      return message;
    }
    const sets = await this.buttonSets.findByIds(appId, ids);
    const defined = new Map(sets.map(({ id, buttons }) => [id, buttons]));
    const unknown = ids.find((id) => !defined.has(id));
    if (unknown !== undefined) {
      throw new AppError('unknown_button_set', `No button set has the id ${unknown}`);
    }
    const whole = applyDefinedButtons(message, defined);
    await checkSizes(whole);
    return whole;
  }

  /** @throws AppError malformed for a sender or a template that no account can send */
  async checkAccounts(
    appId: number,
    { smsHeader, whatsapp }: AccountReferences,
    nameOf: NameOf,
    isWaiting = true,
  ): Promise<void> {
    if (smsHeader !== undefined) {
      await this.accounts.checkSender(appId, smsHeader, nameOf);
    }
    if (whatsapp?.template) {
      await this.accounts.checkTemplate(appId, whatsapp.template, nameOf, isWaiting);
    }
  }

  /** @throws as `AccountReferencesService.checkReach` */
  async checkReach(...address: Parameters<AccountReferencesService['checkReach']>): Promise<void> {
    await this.accounts.checkReach(...address);
  }

  /** @throws AppError malformed for a webhook that is not defined, under the name by which the request has it */
  async checkWebhook(appId: number, { hook }: Message, nameOf: NameOf): Promise<void> {
    if (hook) {
      await this.webhooks.getIdByName(appId, hook.name, { field: nameOf('hook.name') });
    }
  }

  /**
   * @param nameOf  what the request calls a field
   * @throws AppError malformed for a category that is not defined
   */
  async resolveCategories(
    appId: number,
    { categories }: Message,
    nameOf: NameOf = (field) => field,
  ): Promise<{ categoryIds?: number[] }> {
    return categories && categories.length > 0
      ? { categoryIds: await this.preferences.resolveCategoryIds(appId, categories, nameOf('categories')) }
      : {};
  }

  /**
   * Reads `customJson.refID` of some messages: an earlier notification, which a message replaces on the device. Anything
   * else under this name belongs to the client and is passed through.
   *
   * @returns by message; undefined: it replaces nothing
   */
  async findReplaced(appId: number, messages: readonly Message[]): Promise<DispatchOptions['replaces'][]> {
    const keys = messages.map(readReferredKey);
    const candidates = [...new Set(keys.filter((key) => key !== undefined))];
    const found = candidates.length > 0 ? await this.definitions.findCached(appId, candidates) : [];
    const known = found.map(({ notificationKey }) => notificationKey);
    const replaced = known.length > 0 ? await this.intake.findReplaced(appId, known) : undefined;
    return keys.map((key) => (key === undefined ? undefined : replaced?.get(key)));
  }

  private async checkSounds(appId: number, { ios, android }: MessageReferences, nameOf: NameOf): Promise<void> {
    const named = { IOS: ios.sound, ANDROID: android.sound };
    const platforms = SOUND_PLATFORMS.filter((platform) => named[platform] && named[platform] !== BUILT_IN_SOUND);
    if (platforms.length === 0) {
      return;
    }
    const defined = await this.sounds.findAll(appId);
    for (const platform of platforms) {
      if (!defined.some((sound) => sound.platform === platform && sound.name === named[platform])) {
        const field = nameOf(`${platform.toLowerCase()}.sound`);
        throw malformed(`Field '${field}': no sound of ${platform} is called '${named[platform]?.slice(0, 80)}'`);
      }
    }
  }
}

/** A number that a notification may have as its key: below 2^31. */
function readReferredKey({ customJson }: Message): number | undefined {
  const refId = customJson?.['refID'];
  const key = typeof refId === 'number' || (typeof refId === 'string' && /^\d+$/.test(refId)) ? Number(refId) : 0;
  return Number.isInteger(key) && key > 0 && key < 2 ** 31 ? key : undefined;
}
