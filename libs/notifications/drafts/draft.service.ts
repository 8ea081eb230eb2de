import { Injectable } from '@nestjs/common';
import { WrittenTargetService } from '#libs/audience/recipients';
import { AuditService, type Origin } from '#libs/audit';
import type { Caller } from '#libs/tenancy';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { DraftCommentRepository } from './draft-comment.repository.js';
import { DraftRepository, type LockedDraft } from './draft.repository.js';
import type { Draft, DraftContent, DraftKind, DraftState, ListedDraft, SeenDraft } from './draft.types.js';

/** Open drafts of one application and kind. */
export const MAX_DRAFTS = 200;
/** The size of a form as JSON: a mail of 256 KB, written as JSON writes it. */
export const MAX_DRAFT_BYTES = 500_000;
/** A member who goes on for longer gets another entry in the audit log. */
const SPAN_MS = 3_600_000;
/** How long pages that are open learn what became of a draft. */
const LAUNCHED_MS = 30 * 24 * 3_600_000;

/** @property kind  of the drafts that are meant; absent: campaigns */
type Writer = Origin & Pick<Caller, 'appId'> & { kind?: DraftKind };

/** Campaigns and journeys that several members write, without one overwriting the other. */
@Injectable()
export class DraftService {
  constructor(
    private readonly db: Database,
    private readonly repository: DraftRepository,
    private readonly comments: DraftCommentRepository,
    private readonly targets: WrittenTargetService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** Open drafts, the one that was changed last first. */
  async listOpen(appId: number, kind: DraftKind = 'campaign'): Promise<ListedDraft[]> {
    return this.repository.listOpen(appId, kind, MAX_DRAFTS);
  }

  /** Open drafts that someone began or saved last, the newest first. */
  async listLatestOf(appId: number, { id }: Origin['by'], limit: number): Promise<ListedDraft[]> {
    const open = await this.listOpen(appId);
    return open.filter(({ madeBy, changedBy }) => madeBy.id === id || changedBy.id === id).slice(0, limit);
  }

  /** A draft, launched or not. @throws AppError unknown_id */
  async get(appId: number, draftId: number, kind: DraftKind = 'campaign'): Promise<Draft> {
    const draft = await this.repository.find(appId, draftId, kind);
    if (!draft) {
      throw unknown(draftId);
    }
    return draft;
  }

  /** Begins a draft. @throws AppError malformed for a form that is too large, or one draft too many */
  async create(writer: Writer, { name, body }: DraftContent): Promise<DraftState> {
    requireSize(body);
    const { appId, by, kind = 'campaign' } = writer;
    const content = { name, body: await this.targets.sealForm(appId, body) };
    return this.db.tx(async (tx) => {
      const at = this.clock.now();
      await this.repository.lockAdding(tx, appId);
      await this.repository.deleteLaunched(tx, appId, new Date(at.getTime() - LAUNCHED_MS));
      if ((await this.repository.countOpen(tx, appId, kind)) >= MAX_DRAFTS) {
        throw malformed(`There are ${MAX_DRAFTS} open drafts. Delete one first`);
      }
      const draftId = await this.repository.insert(tx, { appId, kind }, content, by, at);
      await this.audit.append(tx, appId, writer, [{ action: 'draft.create', subject: subjectOf(draftId) }]);
      return { draftId, name, version: 1, madeBy: by, madeAt: at, changedBy: by, changedAt: at, launchedAs: null };
    });
  }

  /**
   * Replaces what a draft says, where it is still what the writer saw. The audit log gets one entry for all saves that a
   * member makes within an hour, with no one else's in between.
   *
   * @param also  stores what goes with it, in the same transaction
   * @throws AppError unknown_id; changed_meanwhile for another version, or when it was launched; malformed as `create`
   */
  async save(
    writer: Writer,
    seen: SeenDraft,
    { name, body }: DraftContent,
    also?: (tx: Tx) => Promise<void>,
  ): Promise<DraftState> {
    requireSize(body);
    const { appId, by } = writer;
    const content = { name, body: await this.targets.sealForm(appId, body) };
    return this.db.tx(async (tx) => {
      const draft = await this.lockSeen(tx, writer, seen);
      const at = this.clock.now();
      const isNoted = isSame(draft, writer) && at.getTime() - draft.notedAt.getTime() < SPAN_MS;
      const notedAt = isNoted ? draft.notedAt : at;
      const { draftId } = draft;
      const version = draft.version + 1;
      await this.repository.update(tx, appId, draftId, content, { by, at, notedAt });
      await also?.(tx);
      if (!isNoted) {
        const change = { change: 'change', subject: 'version', from: `${draft.version}`, to: `${version}` } as const;
        const entry = { action: 'draft.change', subject: subjectOf(draftId), differences: [change] };
        await this.audit.append(tx, appId, writer, [entry]);
      }
      const { madeBy, madeAt } = draft;
      return { draftId, name, version, madeBy, madeAt, changedBy: by, changedAt: at, launchedAs: null };
    });
  }

  /** Deletes what the writer saw. @throws AppError as `save` */
  async delete(writer: Writer, seen: SeenDraft): Promise<void> {
    const { appId } = writer;
    await this.db.tx(async (tx) => {
      const { draftId } = await this.lockSeen(tx, writer, seen);
      await this.repository.delete(tx, appId, draftId);
      await this.audit.append(tx, appId, writer, [{ action: 'draft.delete', subject: subjectOf(draftId) }]);
    });
  }

  /**
   * Locks the draft of a launch, so that it is launched once. `close` follows in the same transaction.
   *
   * @throws AppError as `save`
   */
  async lockForLaunch(tx: Tx, appId: number, seen: SeenDraft): Promise<void> {
    await this.lockSeen(tx, { appId }, seen);
  }

  /** Closes a locked draft, without its comments. The entry about its campaign names it in the audit log. */
  async close(tx: Tx, { appId, by }: Writer, draftId: number, launchedAs: number): Promise<void> {
    await this.comments.deleteAll(tx, appId, draftId);
    await this.repository.close(tx, appId, draftId, { by, at: this.clock.now(), launchedAs });
  }

  private async lockSeen(
    tx: Tx,
    { appId, kind = 'campaign' }: Pick<Writer, 'appId' | 'kind'>,
    { draftId, version }: SeenDraft,
  ): Promise<LockedDraft> {
    const draft = await this.repository.lock(tx, appId, draftId, kind);
    if (!draft) {
      throw unknown(draftId);
    }
    const { launchedAs, changedBy, changedAt } = draft;
    if (launchedAs !== null) {
      throw new AppError('changed_meanwhile', `${changedBy.name} launched it as ${launchedAs}`, {
        field: 'launchedAs',
      });
    }
    if (draft.version !== version) {
      const text = `${changedBy.name} saved version ${draft.version} at ${changedAt.toISOString()}`;
      throw new AppError('changed_meanwhile', text, { field: 'version' });
    }
    return draft;
  }
}

function subjectOf(draftId: number): string {
  return `draft ${draftId}`;
}

function isSame({ changedBy }: LockedDraft, { by }: Writer): boolean {
  return changedBy.kind === by.kind && changedBy.id === by.id;
}

function requireSize(body: DraftContent['body']): void {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes > MAX_DRAFT_BYTES) {
    throw malformed(`Field 'body' has ${bytes} bytes; a draft has at most ${MAX_DRAFT_BYTES}`);
  }
}

function unknown(draftId: number): AppError {
  return new AppError('unknown_id', `There is no draft ${draftId}`);
}
