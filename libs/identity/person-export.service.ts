import { Injectable } from '@nestjs/common';
import { SegmentService } from '#libs/audience';
import type { Origin } from '#libs/audit';
import { DeliveryExportService } from '#libs/delivery';
import { EventExportService } from '#libs/events';
import { InboxExportService } from '#libs/inbox';
import { UserExportService, type ExportedPerson } from '#libs/users/preferences';
import { AppError } from '#platform/errors';
import { type ExportHead, ExportRecordService } from './export-record.service.js';
import { PersonalDataRegistryService } from './personal-data-registry.service.js';

/**
 * Exports everything that Herald has about one person, for the person (GDPR, articles 15 and 20). Of a user that was
 * deleted it is what the other modules still have.
 */
@Injectable()
export class PersonExportService {
  constructor(
    private readonly users: UserExportService,
    private readonly segments: SegmentService,
    private readonly inbox: InboxExportService,
    private readonly events: EventExportService,
    private readonly deliveries: DeliveryExportService,
    private readonly records: ExportRecordService,
    private readonly owners: PersonalDataRegistryService,
  ) {}

  /**
   * Finds a person, adds the export to the audit log and starts it.
   *
   * @param origin  who exports
   * @returns pieces of one JSON object. Lists are read page by page while the caller takes the pieces, so memory is
   *   bounded; an error then ends the text in the middle
   * @throws AppError unknown_subject before the first piece
   */
  async startExport(appId: number, extId: string, origin: Origin): Promise<AsyncGenerator<string>> {
    const person = await this.users.findPerson(appId, extId);
    if (!person) {
      throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 100)}'`);
    }
    const head = await this.records.recordExport(appId, extId, origin);
    return joinPieces(this.writeExport(appId, head, person));
  }

  private async *writeExport(appId: number, head: ExportHead, person: ExportedPerson): AsyncGenerator<string> {
    const { uids, resultPlaces } = person;
    const record = {
      ...head,
      ...(await this.users.exportUser(appId, person)),
      consentHistory: await this.users.readConsentHistory(appId, person),
      confirmations: await this.users.readConfirmations(appId, person),
      segments: person.user ? (await this.segments.findWithMember(appId, person.user.uid)).map(({ name }) => name) : [],
      undefinedEvents: await this.events.findExamples(appId, uids, head.extId),
    };
    yield JSON.stringify(record).slice(0, -1);
    yield* writeList('inbox', uids, (uid) => this.inbox.readMessages(appId, uid));
    yield* writeList('events', uids, (uid) => this.events.readEvents(appId, uid));
    yield* writeList('results', uids, (uid) => {
      const places = resultPlaces.filter((place) => place.uid === uid);
      return this.deliveries.readResults(appId, uid, places);
    });
    for (const { exported } of this.owners.list()) {
      if (exported) {
        yield* writeList(exported.name, uids, (uid) => exported.read(appId, uid));
      }
    }
    yield '}\n';
  }
}

/** Characters of a piece that is worth a write to the network or to a file. */
const PIECE_LENGTH = 32_768;

async function* joinPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = '';
  for await (const piece of pieces) {
    pending += piece;
    if (pending.length >= PIECE_LENGTH) {
      yield pending;
      pending = '';
    }
  }
  yield pending;
}

/** A list of the object, with the entries of several users one after another. */
async function* writeList(
  name: string,
  uids: readonly number[],
  read: (uid: number) => AsyncIterable<object>,
): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let separator = '';
  for (const uid of uids) {
    for await (const entry of read(uid)) {
      yield `${separator}${JSON.stringify(entry)}`;
      separator = ',\n';
    }
  }
  yield ']';
}
