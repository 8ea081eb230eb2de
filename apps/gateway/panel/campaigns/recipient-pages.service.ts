import { Injectable } from '@nestjs/common';
import { ResultsService, type PushResult, type ResultFilter } from '#libs/reporting';
import { UserLookupService } from '#libs/users/registry';
import { toRecipient, type RecipientPageDto } from './recipients.dto.js';

/** Pages that a filter without many matches reads for one of its own. */
const MAX_LOOKS = 20;

/** Recipients of a campaign or a send, page by page, with the users that they are. */
@Injectable()
export class RecipientPagesService {
  constructor(
    private readonly results: ResultsService,
    private readonly users: UserLookupService,
  ) {}

  /** @throws AppError malformed for a cursor that is none */
  async read(
    appId: number,
    filter: Omit<ResultFilter, 'showsPrivate'>,
    { after, limit }: { after?: string | undefined; limit: number },
  ): Promise<RecipientPageDto> {
    const list: PushResult[] = [];
    let offset = after;
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const page = await this.results.getPage(appId, {
        ...filter,
        showsPrivate: false,
        start: new Date(0),
        max: limit - list.length,
        ...(offset !== undefined && { offset }),
      });
      list.push(...page.list);
      offset = page.next;
      if (offset === undefined || list.length >= limit) {
        break;
      }
    }
    const uids = await this.users.findUidsByExtIds(
      appId,
      list.flatMap(({ extId }) => extId ?? []),
    );
    return { items: list.map((result) => toRecipient(result, uids)), next: offset ?? null };
  }
}
