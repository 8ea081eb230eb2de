import { Injectable } from '@nestjs/common';
import { AuditService, type AuditDifference, type Origin } from '#libs/audit';
import { ErasureService } from '#libs/identity';
import { fromInstallationId } from '#libs/users/identities';
import { TokenRetirementService } from '#libs/users/devices';
import { UserDeletionService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { PersonHeadService, type PersonHead } from '#libs/reporting/people';

/** A member at a person. */
export interface PersonEditor {
  appId: number;
  uid: number;
  origin: Origin;
}

/** Why a device is out of use that a member took out of it. */
const BY_MEMBER = 'BY_MEMBER';

/** Takes persons and their devices away. */
@Injectable()
export class PersonRemovalService {
  constructor(
    private readonly db: Database,
    private readonly heads: PersonHeadService,
    private readonly deletion: UserDeletionService,
    private readonly erasures: ErasureService,
    private readonly audit: AuditService,
    private readonly tokens: TokenRetirementService,
  ) {}

  /**
   * Takes a device of a person out of use, until it registers again. One that is out of use already stays as it is.
   *
   * @throws AppError unknown_subject, also for a device of someone else
   */
  async retireDevice(editor: PersonEditor, installationId: string): Promise<void> {
    await this.db.inTransaction(async () => {
      const { uid, overview } = await this.heads.get(editor.appId, editor.uid);
      const instId = fromInstallationId(installationId);
      if (instId === undefined || !overview.devices.some((device) => device.installationId === installationId)) {
        throw new AppError('unknown_subject', 'The user has no such device');
      }
      const isRetired = await this.tokens.retireDevice(editor.appId, { uid, instId }, BY_MEMBER);
      const subject = `device ${installationId}`;
      await this.record(editor, 'user.retireDevice', uid, isRetired ? [{ change: 'remove', subject }] : []);
    });
  }

  /**
   * Deletes a user and its devices; results of sends stay.
   *
   * @param confirm  the extId, as the member typed it
   * @throws AppError unknown_subject, malformed for another extId
   */
  async delete(editor: PersonEditor, confirm: string): Promise<void> {
    const { appId } = editor;
    const { uid, extId } = await this.confirmExtId(editor, confirm);
    await this.db.inTransaction(async () => {
      await this.deletion.deleteUsers(appId, [extId]);
      await this.record(editor, 'user.delete', uid);
    });
  }

  /**
   * Erases a person from every table, for good.
   *
   * @returns the receipt, and how many rows went, by table
   * @throws AppError as `delete`, and not_granted unless the application may erase
   */
  async erase(editor: PersonEditor, confirm: string): Promise<{ receiptId: string; counts: Record<string, number> }> {
    const { appId, origin } = editor;
    const { extId } = await this.confirmExtId(editor, confirm);
    const { receiptId } = await this.erasures.eraseUsers(appId, [extId], origin);
    const receipts = await this.erasures.findReceipts(appId, extId);
    return { receiptId, counts: receipts.find((receipt) => receipt.receiptId === receiptId)?.counts ?? {} };
  }

  /** Adds an entry to the audit log in the transaction of the caller. Nothing changed: nothing is added. */
  async record(
    { appId, origin }: PersonEditor,
    action: string,
    uid: number,
    differences?: readonly AuditDifference[],
  ): Promise<void> {
    if (differences?.length === 0) {
      return;
    }
    const entry = { action, subject: `user ${uid}`, ...(differences && { differences }) };
    await this.db.tx((tx) => this.audit.append(tx, appId, origin, [entry]));
  }

  private async confirmExtId(
    { appId, uid }: PersonEditor,
    confirm: string,
  ): Promise<Pick<PersonHead, 'extId' | 'uid'>> {
    const person = await this.heads.resolve(appId, uid);
    if (confirm !== person.extId) {
      throw malformed("Field 'confirm' should be the extId of the user");
    }
    return person;
  }
}
