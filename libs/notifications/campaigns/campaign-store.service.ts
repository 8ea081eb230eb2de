import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { type DispatchRequest, DispatchIntakeService } from '#libs/delivery';
import { SeriesRepository } from '#libs/delivery/recurring';
import type { Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { ApprovalService, type AskedCampaign } from '#libs/notifications/approvals';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { DraftService, type SeenDraft } from '#libs/notifications/drafts';
import { CampaignFilingRepository } from '../filing/campaign-filing.repository.js';
import { wordsOf } from '../filing/campaign-words.js';
import type { Recurrence } from './recurrence.js';

/** A campaign before it has a key. @property recurrence  of a recurring one, whose first run the rest is */
export interface CampaignRequest extends Omit<DispatchRequest, 'notificationKey'> {
  recurrence?: Recurrence;
}

/**
 * A campaign with the requests of its contents, in their order.
 *
 * @property title  its name
 */
export interface CampaignContents {
  title: string | undefined;
  requests: readonly CampaignRequest[];
}

/** Sender of a campaign: a key or a member, its sight of private values, and the icon of its application's web pushes. */
export type CampaignAuthor = Origin &
  Pick<Caller, 'appId' | 'iconUrl' | 'seesPrivate' | 'templates'> & {
    /** Names of values that people have at the send, beside attributes. */
    values?: readonly string[];
  };

/** Stores campaigns. */
@Injectable()
export class CampaignStoreService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly intake: DispatchIntakeService,
    private readonly series: SeriesRepository,
    private readonly approvals: ApprovalService,
    private readonly drafts: DraftService,
    private readonly filings: CampaignFilingRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Stores a campaign, its dispatch and the entry of the audit log in one transaction.
   *
   * @param asked    what a member composed, for those who approve it
   * @param written  the draft that it was written as, which ends with it
   * @returns its key
   * @throws AppError as `ApprovalService.endOwn` and `DraftService.lockForLaunch`
   */
  async store(
    caller: CampaignAuthor,
    request: CampaignRequest,
    asked?: AskedCampaign,
    written: SeenDraft | null = null,
  ): Promise<number> {
    return this.storeContents(caller, { title: request.message.title, requests: [request] }, asked, written);
  }

  /**
   * Stores a campaign with several contents: one key, and a dispatch for each content.
   *
   * @throws AppError as `store`
   */
  async storeContents(
    caller: CampaignAuthor,
    campaign: CampaignContents,
    asked?: AskedCampaign,
    written: SeenDraft | null = null,
  ): Promise<number> {
    const dispatchIds = await this.intake.allocateDispatchIds(campaign.requests.length);
    return this.db.tx(async (tx) => {
      if (written) {
        await this.drafts.lockForLaunch(tx, caller.appId, written);
      }
      if (typeof asked?.revises === 'number') {
        await this.approvals.endOwn(tx, caller, asked.revises, 'replace');
      }
      const notificationKey = await this.insert(tx, dispatchIds, campaign, caller);
      if (written) {
        await this.drafts.close(tx, caller, written.draftId, notificationKey);
      }
      const approval = campaign.requests[0]?.options.approval;
      if (approval) {
        const send = { approvalId: notificationKey, dispatchIds, needed: approval.needed };
        await this.approvals.recordRequest(tx, caller, send, asked);
      } else {
        await this.auditStart(tx, caller, caller.appId, notificationKey);
      }
      return notificationKey;
    });
  }

  /**
   * Stores a copy that needs no approval, because it reaches no person: only simulated accounts send it. It leaves no
   * inbox messages, and calls no webhook.
   */
  async storeDrill(
    origin: Origin,
    { message, options, ...request }: CampaignRequest & { dueAt: Date },
  ): Promise<number> {
    const { inbox: _inbox, hook: _hook, ...copied } = message;
    const { includeOptedOut, lastActiveDevice, categoryIds, limits } = options;
    const dispatchIds = await this.intake.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      const { recurrence: _recurrence, ...once } = request;
      const drill: CampaignRequest = {
        ...once,
        message: copied,
        options: {
          ...(includeOptedOut !== undefined && { includeOptedOut }),
          ...(lastActiveDevice !== undefined && { lastActiveDevice }),
          ...(categoryIds && { categoryIds }),
          ...(limits && { limits }),
          onlySimulated: true,
        },
      };
      const notificationKey = await this.insert(tx, dispatchIds, { title: copied.title, requests: [drill] });
      await this.auditStart(tx, origin, request.appId, notificationKey);
      return notificationKey;
    });
  }

  /** The stored message of several contents is the first one, with the platforms of all. */
  private async insert(
    tx: Tx,
    dispatchIds: readonly number[],
    { title, requests }: CampaignContents,
    author?: Origin,
  ): Promise<number> {
    const [first] = requests;
    if (!first) {
      throw new RangeError('A campaign has at least one content');
    }
    const platforms = requests.flatMap(({ message }) => message.platforms);
    const message = { ...first.message, ...(title !== undefined && { title }), platforms };
    const notificationKey = await this.definitions.insertDefinition(tx, first.appId, 'campaign', message);
    const words = wordsOf({ ...(title !== undefined && { title }) }, ...requests.map((request) => request.message));
    await this.filings.insert(tx, first.appId, notificationKey, words);
    const isOne = requests.length === 1 && first.options.reach === undefined;
    const { recurrence } = first;
    const isAsked = first.options.approval !== undefined;
    if (recurrence && author) {
      const { appId, target, options, speed } = first;
      await this.series.insert(tx, {
        ...recurrence,
        appId,
        notificationKey,
        request: {
          message: first.message,
          target,
          options,
          ...(speed && { speed }),
          ...(!isOne && {
            contents: requests.map(({ message: text, options: own }) => ({ message: text, options: own })),
          }),
        },
        askedId: isAsked ? (dispatchIds[0] ?? null) : null,
        author: { by: author.by, behind: author.behind ?? [] },
      });
    }
    // Runs are made when they are due. An approval is asked for by the first one.
    for (const [index, { recurrence: _recurrence, ...request }] of recurrence && !isAsked ? [] : requests.entries()) {
      const place = isOne ? {} : { content: index, leadId: dispatchIds[0] ?? null };
      await this.intake.accept(tx, dispatchIds[index] ?? Number.NaN, { ...request, ...place, notificationKey });
    }
    return notificationKey;
  }

  private async auditStart(tx: Tx, origin: Origin, appId: number, notificationKey: number): Promise<void> {
    const entry = { action: 'campaign.start', subject: `campaign ${notificationKey}` };
    await this.audit.append(tx, appId, origin, [entry]);
  }
}
