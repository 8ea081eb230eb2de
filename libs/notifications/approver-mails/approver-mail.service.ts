import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import { AccountMailService } from '#libs/delivery/accounts';
import { MemberService, permissionsOf, type MemberWithGrants, type WrittenMail } from '#libs/members';
import { ApplicationService } from '#libs/tenancy';
import { Recurring } from '#platform/background';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ApprovalMailRepository, type ApprovalMail, isSameActor } from '#libs/notifications/approvals';
import { ReviewReaderService, type Review } from '#libs/notifications/reviews';
import { writeApprovalMail } from './approval-mail-text.js';

const BATCH_SIZE = 100;
const MAX_TRIES = 8;
/** Doubled with each try: the last one is more than an hour after the first. */
const PAUSE_MS = 30_000;
/** Delay at most until approvers get a mail about a new request. */
const MAIL_MS = 2_000;

/** Notifies members by e-mail of campaigns that they may approve, each of them once. */
@Injectable()
export class ApproverMailService {
  constructor(
    private readonly db: Database,
    private readonly mails: ApprovalMailRepository,
    private readonly reviews: ReviewReaderService,
    private readonly members: MemberService,
    private readonly applications: ApplicationService,
    private readonly accounts: AccountMailService,
    private readonly config: Config,
  ) {}

  /**
   * Lists the members to notify of new requests, and sends what is due. Safe in several processes at once, and where one dies: a mail
   * that may have left is not repeated.
   *
   * @returns mails that have left
   */
  @Recurring('approvals.tell', MAIL_MS)
  async tellDue(): Promise<number> {
    for (const { appId, approvalId } of await this.mails.listUntold(BATCH_SIZE)) {
      await this.list(appId, approvalId);
    }
    let sent = 0;
    for (let mail = await this.mails.claimNext(); mail; mail = await this.mails.claimNext()) {
      sent += (await this.send(mail)) ? 1 : 0;
    }
    return sent;
  }

  private async list(appId: number, approvalId: number): Promise<void> {
    const review = await this.findReview(appId, approvalId);
    const approvers =
      review && (await this.accounts.hasAccount(appId))
        ? (await this.members.listMembers()).filter((member) => isToBeTold(member, appId, review))
        : [];
    await this.db.tx(async (tx) => {
      if (await this.mails.setTold(tx, appId, approvalId)) {
        const memberIds = approvers.map(({ memberId }) => memberId);
        await this.mails.insert(tx, appId, approvalId, memberIds);
      }
    });
  }

  /** @returns whether it has left */
  private async send(mail: ApprovalMail): Promise<boolean> {
    const { appId, approvalId, memberId, tries } = mail;
    const review = await this.findReview(appId, approvalId);
    const member = (await this.members.listMembers()).find((known) => known.memberId === memberId);
    if (review?.state !== 'WAITING' || !member || !isToBeTold(member, appId, review)) {
      await this.mails.end(mail, 'DROPPED');
      return false;
    }
    const payload = await this.write(appId, review, member.locale);
    const end = await this.accounts.send(appId, { messageId: messageIdOf(mail), address: member.email, payload });
    if (end.kind === 'sent') {
      await this.mails.end(mail, 'SENT');
    } else if (end.kind === 'failed' || (end.kind === 'retry' && tries >= MAX_TRIES)) {
      await this.mails.end(mail, 'FAILED');
    } else if (end.kind === 'retry') {
      await this.mails.postpone(mail, Math.max(end.afterMs, PAUSE_MS * 2 ** tries));
    }
    return end.kind === 'sent';
  }

  private async write(appId: number, review: Review, locale: string | null): Promise<WrittenMail> {
    const { name: app } = await this.applications.getApplication(appId);
    const { PANEL_URL, PUBLIC_URL } = this.config;
    const base = (PANEL_URL ?? PUBLIC_URL)?.replace(/\/$/, '');
    const path = `/panel/apps/${encodeURIComponent(app)}/campaigns/approvals?request=${review.approvalId}`;
    const { name, author, planned } = review;
    const link = base === undefined ? null : base + path;
    return writeApprovalMail({ app, name, author: author?.name ?? null, planned, link }, locale);
  }

  /** Undefined for what is no campaign: members approve nothing else. */
  private async findReview(appId: number, approvalId: number): Promise<Review | undefined> {
    try {
      return await this.reviews.get(appId, approvalId);
    } catch (error) {
      if (error instanceof AppError && error.refusal === 'unknown_id') {
        return undefined;
      }
      throw error;
    }
  }
}

/** Members who may approve the request, have not done so, and have an address to which it may be sent. */
function isToBeTold(
  member: MemberWithGrants,
  appId: number,
  { author, votes }: Review,
): member is MemberWithGrants & { email: string } {
  const { memberId, name, email, endedAt, approvalMails, grants } = member;
  const actor: Actor = { kind: 'member', id: String(memberId), name };
  return (
    endedAt === null &&
    email !== null &&
    approvalMails &&
    permissionsOf(grants, appId).has('campaigns.approve') &&
    !(author && isSameActor(author, actor)) &&
    !votes.some(({ by }) => isSameActor(by, actor))
  );
}

/** A UUID that is the same on every attempt. */
function messageIdOf({ approvalId, memberId }: ApprovalMail): string {
  const hash = createHash('sha256').update(`approval ${approvalId} ${memberId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
