import { Injectable } from '@nestjs/common';
import type { Dispatch, LeasedChunk } from '../model/delivery.types.js';
import { MessageCacheService, type PreparedMessage } from './message-cache.service.js';
import { type Batch, BatchComposerService } from './batch-composer.service.js';
import { CheckedRecipients, RecipientCheckRegistryService, type Recipient } from '#libs/delivery/checks';
import { skipUnfetched, LiveDataService } from '#libs/delivery/live-data';
import { RecipientReaderService, type ReadRequest } from './recipient-reader.service.js';

/** Reads the current state of recipients, checks again whether a message may be sent, and renders it. */
@Injectable()
export class BatchPreparationService {
  constructor(
    private readonly reader: RecipientReaderService,
    private readonly checks: RecipientCheckRegistryService,
    private readonly composer: BatchComposerService,
    private readonly messages: MessageCacheService,
    private readonly live: LiveDataService,
  ) {}

  /** Prepares a message that does not leave. Whether it has a link to unsubscribe is as for one that does. */
  async prepareUnsent(dispatch: Dispatch): Promise<PreparedMessage> {
    return this.messages.prepareUnsent(dispatch);
  }

  /** @param isUnsent  the batch does not leave: it takes no turn at live activities */
  async prepareBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ids: readonly number[],
    isUnsent = false,
  ): Promise<Batch> {
    const request = { chunk, message, ids };
    if (!isUnsent && message.live) {
      await this.fetchLiveData(request);
    }
    const [recipients = []] = await this.reader.readAll([request]);
    return this.prepare(request, recipients, isUnsent);
  }

  /** Prepares the whole rest of several chunks of one application and channel. Devices are read together. */
  async prepareChunks(chunks: readonly { chunk: LeasedChunk; message: PreparedMessage }[]): Promise<Batch[]> {
    const requests = chunks.map(({ chunk, message }) => ({ chunk, message, ids: chunk.remaining }));
    const read = await this.reader.readAll(requests);
    const batches: Batch[] = [];
    for (const [index, request] of requests.entries()) {
      batches.push(await this.prepare(request, read[index] ?? [], false));
    }
    return batches;
  }

  /**
   * Fetches for people who may get the message now. Their servers may take long, so people are read and checked again
   * afterwards.
   */
  private async fetchLiveData(request: ReadRequest): Promise<void> {
    const { chunk, message } = request;
    const { dispatch, live: { people = [] } = {} } = message;
    if (people.length > 0) {
      const [recipients = []] = await this.reader.readAll([request]);
      const checked = new CheckedRecipients(recipients, new Set(chunk.inFlight?.ids));
      await this.checks.applyAll({ chunk, dispatch, isUnsent: true }, checked);
      await this.live.fetchForPeople(
        dispatch,
        people,
        recipients.filter(({ skipReason, notBefore }) => skipReason === null && notBefore === undefined),
      );
    }
  }

  private async prepare(
    { chunk, message, ids }: ReadRequest,
    recipients: readonly Recipient[],
    isUnsent: boolean,
  ): Promise<Batch> {
    const checked = new CheckedRecipients(recipients, new Set(chunk.inFlight?.ids));
    await this.checks.applyAll({ chunk, dispatch: message.dispatch, isUnsent }, checked);
    if (!isUnsent && message.live?.people) {
      skipUnfetched(recipients);
    }
    const checkedAt = performance.now();
    const kinds = await this.reader.findKinds(chunk.appId, message);
    return this.composer.compose(chunk, message, ids, { recipients: checked, checkedAt }, kinds);
  }
}
