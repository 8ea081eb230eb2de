import { Injectable } from '@nestjs/common';
import { ExplainService } from '#libs/audience';
import { countSmsSegments, type Message, type SmsSegments } from '#libs/content';
import { PayloadPreviewService, type PayloadPreview, type PersonalPayload } from '#libs/delivery';
import { DeviceService } from '#libs/users/devices';
import { toInstallationId } from '#libs/users/identities';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { CampaignAuthor } from '#libs/notifications/campaigns';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import type { BlockGap } from '../mails/block-gaps.js';
import {
  findPersonalWarnings,
  findPrivateCode,
  findWarnings,
  refusalWarning,
  warningOf,
  type ComposeWarning,
  findMailWarnings,
  gapWarning,
} from '#libs/notifications/forecasts';
import type { ComposedMessageDto } from './composed-campaign.dto.js';
import { MailContentService } from './mail-content.service.js';
import { inOnlyLanguage } from './only-language.js';

/** A payload, of a platform and language or of an address of the chosen person. */
export interface ComposedPayload extends PayloadPreview {
  /** Device of the person; null: an address of the person, or no person. */
  installationId: string | null;
  /** The language, like `language`, of this address's own message, whatever is shown; null also without a person. */
  ownLanguage: string | null;
  /** Parts of a text message; null for another kind of message, or for a text that is too long to be sent. */
  sms: SmsSegments | null;
}

/**
 * A message as providers would get it now.
 *
 * @property person    payloads are those of the chosen person
 * @property payloads  empty where the message cannot be sent at all
 */
export interface ComposePreview {
  person: boolean;
  payloads: ComposedPayload[];
  warnings: ComposeWarning[];
}

/**
 * The person whose payloads are shown.
 *
 * @property seesPrivate  whether the reader may see private values of that person
 * @property language     in which it is shown, as of `inOnlyLanguage`
 */
export interface PreviewedPerson {
  extId: string;
  seesPrivate: boolean;
  language?: string | undefined;
}

/** Shows a message while a member writes it, by the plan with which workers render it. */
@Injectable()
export class ComposePreviewService {
  constructor(
    private readonly mails: MailContentService,
    private readonly references: DefinitionReferencesService,
    private readonly payloads: PayloadPreviewService,
    private readonly explainer: ExplainService,
    private readonly devices: DeviceService,
    private readonly users: UserLookupService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Renders a message. Faults that keep it from being sent are warnings, so that its author can continue.
   *
   * @param person  null: no person is chosen
   * @throws AppError missing_field without a text and a mail; malformed for a language that the message does not have
   */
  async preview(
    author: CampaignAuthor,
    composed: ComposedMessageDto,
    person: PreviewedPerson | null,
  ): Promise<ComposePreview> {
    this.mails.requireText(composed);
    let message: Message;
    let gaps: BlockGap[];
    try {
      ({ message, gaps } = await this.mails.readMessage(author, composed, false));
      await this.references.resolveCategories(author.appId, message);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        return { person: false, payloads: [], warnings: [refusalWarning(error, composed.mail !== undefined)] };
      }
      throw error;
    }
    const launched = { appId: author.appId, message, launchedAt: this.clock.now() };
    const samples = await this.payloads.listPayloads(launched);
    const attributes = await this.users.findLatestAttributes(author.appId);
    const warnings = [
      ...gaps.map(gapWarning),
      ...findWarnings(message, samples, attributes, author.values),
      ...findMailWarnings(message),
    ];
    const shown = { person: false, payloads: samples.map(toSample) };
    if (person === null) {
      return { ...shown, warnings };
    }
    const { extId, seesPrivate, language } = person;
    const inLanguage = { ...launched, message: inOnlyLanguage(message, language) };
    const hidden = seesPrivate
      ? undefined
      : (findPrivateCode(samples, attributes) ?? (await this.payloads.findPersonalData([launched])));
    if (hidden !== undefined) {
      const text = `Values of ${hidden} are private: shown is what somebody without attributes gets`;
      return { ...shown, warnings: [...warnings, warningOf('private_values', 'extId', hidden, text)] };
    }
    const uid = await this.findPerson(author.appId, extId);
    if (uid === null) {
      const text = `Nobody has the id ${extId}: shown is what somebody without attributes gets`;
      return { ...shown, warnings: [...warnings, warningOf('unknown_person', 'extId', extId, text)] };
    }
    const installationIds = (await this.explainer.findInstallations(author.appId, uid)).map(toInstallationId);
    const own = await this.payloads.listPayloadsOf(inLanguage, uid, installationIds);
    // The cost is shown for the person, not for the samples.
    const general = warnings.filter(({ code }) => code !== 'many_segments');
    return {
      person: true,
      payloads: own.map(toComposed),
      warnings: [...general, ...findPersonalWarnings(message, own, extId)],
    };
  }

  private async findPerson(appId: number, extId: string): Promise<number | null> {
    try {
      return await this.devices.getUid(appId, extId);
    } catch (error) {
      if (error instanceof AppError && error.refusal === 'unknown_subject') {
        return null;
      }
      throw error;
    }
  }
}

function toSample(sample: PayloadPreview): ComposedPayload {
  return { ...sample, installationId: null, ownLanguage: null, sms: countSegments(sample) };
}

function toComposed({ shown: _shown, ...payload }: PersonalPayload): ComposedPayload {
  return { ...payload, isDrawn: false, attributes: [], sms: countSegments(payload) };
}

function countSegments({ payload }: Pick<PayloadPreview, 'payload'>): SmsSegments | null {
  const isText = payload !== null && 'segments' in payload && Number.isFinite(payload.segments);
  return isText ? countSmsSegments(payload.body) : null;
}
