import { Injectable } from '@nestjs/common';
import { checkSizes, type Message, type SendPart } from '#libs/content';
import { directMessage, mergeSend, SendMessageDto, sendPart } from '#libs/content/parse';
import { DispatchIntakeService, LANES } from '#libs/delivery';
import { AttachmentService, countEmailBytes, MAX_EMAIL_BYTES, type StoredFile } from '#libs/delivery/attachments';
import type { Caller } from '#libs/tenancy';
import { AddressService } from '#libs/users/registry';
import type { ContactKind } from '#libs/users/identities';
import { findInexactIn, parseJson } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { AppError, inexact, malformed, missing } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { readField, writtenName } from '#platform/validation';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { refuseAbsentFiles } from '../mails/absent-files.js';
import { findTemplateSettings } from '../blocks/template-settings.js';
import { isWordForNumber, toKey, toRequestedAddress, type RequestedAddress } from './address-request.js';
import type { DirectSendDto, SendWithFilesDto } from './send.dto.js';

/** The address of a send; null for a word that is no address. */
interface Recipient {
  kind: ContactKind;
  address: string | null;
}

interface AddressSend {
  caller: Caller;
  notificationKey: number;
  message: Message;
  recipient: Recipient;
  includeOptedOut?: boolean;
  files?: readonly StoredFile[];
}

/** E-mails and text messages to one address each (specification, section 4.4). */
@Injectable()
export class AddressSendService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly references: DefinitionReferencesService,
    private readonly intake: DispatchIntakeService,
    private readonly addresses: AddressService,
    private readonly attachments: AttachmentService,
    private readonly clock: ClockService,
  ) {}

  /**
   * `sendEmailAndSms`: stores the message as a definition and sends it to one address. An address without a user is
   * uploaded, as by `addEmail`. A word without a digit is no phone number and gets no send: the published example has one
   * and is answered with a key.
   *
   * @returns the notification key
   * @throws AppError missing_field, bad_address, email_without_content, in this order; else as `directMessage`,
   *   `refuseAbsentFiles`, `DefinitionReferencesService.checkReach` and `checkAccounts`
   */
  async send(caller: Caller, request: DirectSendDto): Promise<number> {
    const requested = toRequestedAddress(request);
    const recipient = await this.readRecipient(caller, requested);
    const message = directMessage(
      request,
      await findTemplateSettings(this.db, caller.appId, request, caller.templates),
    );
    refuseAbsentFiles(message, (field) => writtenName(request, field === 'text' ? 'message' : field));
    await checkSizes(message);
    const { kind, address } = recipient;
    if (address !== null) {
      await this.references.checkReach(caller.appId, kind, requested.field, async () => address);
      await this.references.checkAccounts(caller.appId, message, (field) => writtenName(request, field));
    }
    await this.ensureAddressExists(caller, recipient);
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      const notificationKey = await this.definitions.insertDefinition(tx, caller.appId, 'direct', message);
      if (recipient.address !== null) {
        const includeOptedOut = request.target.optOut === true;
        await this.createDispatch(tx, dispatchId, { caller, notificationKey, message, recipient, includeOptedOut });
      }
      return notificationKey;
    });
  }

  /**
   * `sendEmailWithAttachment`: sends a stored e-mail to one address, with files and with values of its placeholders.
   * Message and files together keep within 10 MB before transfer encoding; what placeholders become counts when the
   * e-mail is sent.
   *
   * @throws AppError missing_field, bad_address, unknown_key (5003); malformed for a notification that is no e-mail, for
   *   one that is too large with its files, and as `refuseAbsentFiles`
   */
  async sendWithFiles(
    caller: Caller,
    { to, notificationKey, message: change }: SendWithFilesDto,
    files: readonly StoredFile[],
  ): Promise<void> {
    if (files.length === 0) {
      throw missing('mailAttachment');
    }
    const recipient = await this.readRecipient(caller, { kind: 'email', text: to, field: 'to' });
    const key = toKey(notificationKey);
    const send = readFormMessage(change);
    const [definition] = await this.definitions.findByKeys(this.db, caller.appId, [key]);
    if (!definition) {
      throw new AppError('unknown_key', `No notification has the key ${key}`);
    }
    if (definition.endedAt) {
      throw new AppError('wrong_state', `The definition ${key} has ended`);
    }
    const { platforms, subject, title, text } = definition.message;
    if (!platforms.includes('EMAIL')) {
      throw malformed(`The notification ${key} is no e-mail: its platforms lack EMAIL`);
    }
    if (countEmailBytes({ subject: subject ?? title ?? '', html: text ?? '' }, files) > MAX_EMAIL_BYTES) {
      throw malformed('The e-mail is larger than 10 MB with its files');
    }
    const message: Message = { ...mergeSend(definition.message, send), platforms: ['EMAIL'] };
    refuseAbsentFiles(
      message,
      (field) => `message.${field}`,
      files.map(({ name }) => name),
    );
    await this.ensureAddressExists(caller, recipient);
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    await this.db.tx((tx) =>
      this.createDispatch(tx, dispatchId, { caller, notificationKey: key, message, recipient, files }),
    );
  }

  /** Blanks the messages of address sends to erased users. Definitions and campaigns stay. */
  async eraseMessages(tx: Tx, appId: number, notificationKeys: readonly number[]): Promise<number> {
    return notificationKeys.length === 0 ? 0 : this.definitions.blankAddressSends(tx, appId, notificationKeys);
  }

  /** @throws AppError bad_address */
  private async readRecipient({ appId }: Caller, { kind, text, field }: RequestedAddress): Promise<Recipient> {
    const isWord = isWordForNumber({ kind, text });
    return { kind, address: isWord ? null : await this.addresses.readAddress(appId, kind, text, field) };
  }

  private async ensureAddressExists({ appId }: Caller, { kind, address }: Recipient): Promise<void> {
    if (address !== null) {
      await this.addresses.uploadAddresses(appId, kind, [address]);
    }
  }

  private async createDispatch(
    tx: Tx,
    dispatchId: number,
    { caller, notificationKey, message, recipient, includeOptedOut = false, files = [] }: AddressSend,
  ): Promise<void> {
    const { appId } = caller;
    await this.intake.accept(tx, dispatchId, {
      appId,
      notificationKey,
      lane: LANES.transactional,
      message,
      target: {
        type: 'profile',
        code: recipient.kind,
        values: [recipient.address ?? ''],
        field: `target.${recipient.kind}`,
      },
      options: { ...(files.length > 0 && { files: files.length }), ...(includeOptedOut && { includeOptedOut }) },
      dueAt: this.clock.now(),
    });
    if (files.length > 0) {
      await this.attachments.claimFiles(
        tx,
        appId,
        files.map(({ attachmentId }) => attachmentId),
        dispatchId,
      );
    }
  }
}

/**
 * `message` of a form, whose fields are texts.
 *
 * @throws AppError malformed
 */
function readFormMessage(text: string | undefined): SendPart {
  if (text === undefined) {
    return sendPart(undefined);
  }
  const message = parseJson(text);
  if (message === undefined) {
    throw malformed(`Field 'message' should be JSON, such as {"params": {"order": "A-17"}}`);
  }
  const path = findInexactIn(text);
  if (path !== undefined) {
    throw inexact(`message.${path}`);
  }
  return sendPart(readField(SendMessageDto, message, 'message'));
}
