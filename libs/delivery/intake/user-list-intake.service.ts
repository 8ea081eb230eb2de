import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import { createParamReader } from '#libs/content/template';
import type { Tx } from '#platform/db';
import type { DispatchRequest } from '../model/delivery.types.js';
import { type RecipientParams, RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { DispatchIntakeService } from './dispatch-intake.service.js';

/** Users of one send. */
const MAX_LISTED_USERS = 10_000;
/** UTF-8 bytes of the parameters of one user that the message uses, as JSON. */
const MAX_USER_PARAM_BYTES = 64 * 1024;
/** Bytes of the parameters of all users of a send. */
const MAX_LIST_PARAM_BYTES = 32 * 1024 * 1024;

/**
 * A send to users by Herald's ids.
 *
 * @property users  uid and parameters of each user; `{}`: none of its own. Parameters that the message does not use are
 *   ignored
 */
export interface UserListSend extends Omit<DispatchRequest, 'target' | 'recipientParams'> {
  users: RecipientParams;
}

/**
 * Accepts sends of modules above to users that they have found themselves, each with parameters of its own. No request leads
 * here.
 *
 * A placeholder takes the parameter of the user, else that of the send (`message.params`), the attribute, the default.
 * Parameters of a user are escaped and limited as those of a send, and a silent push has them too. Results show the text with
 * its placeholders. Webhooks have the parameters of the send alone. Parameters for a secret message are stored sealed.
 *
 * A merged user stands for the surviving one, who is sent to once. Its own parameters count, else those of the lowest id. An
 * erased user gets nothing and is left out as `UNKNOWN_USER`. Opt-outs, checks, limits and times are as in any other send.
 */
@Injectable()
export class UserListIntakeService {
  constructor(
    private readonly intake: DispatchIntakeService,
    private readonly params: RecipientParamsService,
  ) {}

  /**
   * Stores the send in the caller's transaction, and wakes a worker after the commit.
   *
   * @param dispatchId  from `DispatchIntakeService.allocateDispatchIds`
   * @throws RangeError as `toRequest`; AppError as `DispatchIntakeService.accept`
   */
  async accept(tx: Tx, dispatchId: number, send: UserListSend): Promise<void> {
    const { recipientParams, ...request } = this.toRequest(send);
    if (recipientParams) {
      await this.params.store(tx, dispatchId, request, recipientParams);
    }
    await this.intake.accept(tx, dispatchId, request);
  }

  /**
   * The send as a dispatch, for a dry run.
   *
   * @throws RangeError for no user, more than 10,000 users, parameters of a user beyond 64 KB, or of all beyond 32 MB. It
   *   names sizes and no values
   */
  toRequest({ users, ...send }: UserListSend): DispatchRequest {
    if (users.size === 0 || users.size > MAX_LISTED_USERS) {
      throw new RangeError(`A send to listed users takes 1 to ${MAX_LISTED_USERS} of them, not ${users.size}`);
    }
    const read = createParamReader(send.message);
    const used = [...users].map(([uid, params]): [number, JsonObject] => [uid, read(params)]);
    const own = used.filter(([, params]) => Object.keys(params).length > 0);
    checkBytes(own);
    return {
      ...send,
      target: { type: 'uids', uids: [...users.keys()] },
      ...(own.length > 0 && { options: { ...send.options, hasRecipientParams: true }, recipientParams: new Map(own) }),
    };
  }
}

/** @throws RangeError */
function checkBytes(own: readonly (readonly [uid: number, params: JsonObject])[]): void {
  let total = 0;
  for (const [uid, params] of own) {
    const bytes = Buffer.byteLength(JSON.stringify(params));
    total += bytes;
    if (bytes > MAX_USER_PARAM_BYTES) {
      throw new RangeError(`The parameters of user ${uid} have ${bytes} bytes, more than ${MAX_USER_PARAM_BYTES}`);
    }
  }
  if (total > MAX_LIST_PARAM_BYTES) {
    throw new RangeError(`The parameters of all users have ${total} bytes, more than ${MAX_LIST_PARAM_BYTES}`);
  }
}
