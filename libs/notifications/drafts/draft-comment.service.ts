import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { MemberService } from '#libs/members';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { DraftCommentRepository } from './draft-comment.repository.js';
import { DraftRepository } from './draft.repository.js';
import type { DraftComment } from './draft.types.js';

/** Comments of one draft. */
export const MAX_COMMENTS = 200;

/** @property memberId  the author */
interface Commenter extends Origin {
  appId: number;
  memberId: number;
}

/** Comments of members on a draft. They are no part of the form, of what is sent, or of what is approved. */
@Injectable()
export class DraftCommentService {
  constructor(
    private readonly db: Database,
    private readonly drafts: DraftRepository,
    private readonly comments: DraftCommentRepository,
    private readonly members: MemberService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** The oldest first. @throws AppError unknown_id */
  async list(appId: number, draftId: number): Promise<DraftComment[]> {
    if (!(await this.drafts.find(appId, draftId, 'campaign'))) {
      throw unknown(draftId);
    }
    const comments = await this.comments.list(appId, draftId, MAX_COMMENTS);
    const names = await this.members.findNames(comments.map(({ memberId }) => memberId));
    return comments.map((comment) => ({ ...comment, name: names.get(comment.memberId) ?? null }));
  }

  /** @throws AppError unknown_id; changed_meanwhile once it was launched; malformed for one comment too many */
  async add(author: Commenter, draftId: number, text: string): Promise<void> {
    const { appId, memberId } = author;
    await this.db.tx(async (tx) => {
      await this.lockOpen(tx, appId, draftId);
      if ((await this.comments.count(tx, appId, draftId)) >= MAX_COMMENTS) {
        throw malformed(`The draft has ${MAX_COMMENTS} comments. Remove one first`);
      }
      await this.comments.insert(tx, { appId, draftId, memberId, text, at: this.clock.now() });
      await this.audit.append(tx, appId, author, [{ action: 'draft.comment', subject: `draft ${draftId}` }]);
    });
  }

  /** Removes a comment of the author's own. @throws AppError as `add`; unknown_id for one of another member */
  async remove(author: Commenter, draftId: number, commentId: number): Promise<void> {
    const { appId, memberId } = author;
    await this.db.tx(async (tx) => {
      await this.lockOpen(tx, appId, draftId);
      if (!(await this.comments.deleteOwn(tx, { appId, draftId, commentId, memberId }))) {
        throw new AppError('unknown_id', `There is no comment ${commentId} of yours`);
      }
      await this.audit.append(tx, appId, author, [{ action: 'draft.uncomment', subject: `draft ${draftId}` }]);
    });
  }

  private async lockOpen(tx: Tx, appId: number, draftId: number): Promise<void> {
    const draft = await this.drafts.lock(tx, appId, draftId, 'campaign');
    if (!draft) {
      throw unknown(draftId);
    }
    if (draft.launchedAs !== null) {
      throw new AppError('changed_meanwhile', `The draft was launched as ${draft.launchedAs}`, { field: 'launchedAs' });
    }
  }
}

function unknown(draftId: number): AppError {
  return new AppError('unknown_id', `There is no draft ${draftId}`);
}
