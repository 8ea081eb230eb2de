import { Injectable } from '@nestjs/common';
import { ErasureService } from '#libs/identity';
import { UserExportService, type PresentedDevice } from '#libs/users/preferences';
import { AppError } from '#platform/errors';
import { entryOf, type SourcePage, type TimelineEntry, type TimelineSubject } from './person-timeline.types.js';

/** Facts that stand in the rows of a person: when it came, its devices, merges, erasures. */
@Injectable()
export class PersonFactsService {
  constructor(
    private readonly users: UserExportService,
    private readonly erasures: ErasureService,
  ) {}

  /**
   * The newest first. A person has few of them, so each page reads all.
   *
   * @param place  `next` of the page before; empty: from the beginning
   */
  async readPage({ appId, extId }: TimelineSubject, place: string, max: number): Promise<SourcePage> {
    const [{ user, devices, merges }, receipts] = await Promise.all([
      this.users.readUser(appId, extId, false),
      this.erasures.findReceipts(appId, extId),
    ]);
    const facts = [
      entryOf(user.createdAt, 'registered', extId),
      ...devices.flatMap(listDeviceFacts),
      ...merges.map(({ mergedAt }) => entryOf(mergedAt, 'merged', extId)),
      ...receipts.map(({ erasedAt, receiptId }) => entryOf(erasedAt, 'erased', receiptId)),
    ].map((entry) => ({ entry, key: keyOf(entry) }));
    const before = readPlace(place);
    const rest = facts
      .filter(({ key }) => before === undefined || key < before)
      .toSorted((a, b) => (a.key < b.key ? 1 : -1));
    const page = rest.slice(0, max);
    return {
      list: page.map(({ entry }) => entry),
      next: rest.length > max ? Buffer.from(page.at(-1)?.key ?? '').toString('base64url') : undefined,
    };
  }
}

function listDeviceFacts(device: PresentedDevice): TimelineEntry[] {
  const { installationId, platform, createdAt, tokenRegisteredAt, retiredAt, retiredReason, deviceModel } = device;
  const title = deviceModel ?? platform;
  const raw = { installationId, platform };
  const isLater = tokenRegisteredAt !== null && tokenRegisteredAt > createdAt;
  return [
    { ...entryOf(createdAt, 'device', title), raw },
    ...(isLater ? [{ ...entryOf(tokenRegisteredAt, 'token', title), raw }] : []),
    ...(retiredAt ? [{ ...entryOf(retiredAt, 'tokenRetired', title), reason: retiredReason, raw }] : []),
  ];
}

/** Sorts as the times do, and distinguishes equal ones. */
function keyOf({ at, kind, title, raw }: TimelineEntry): string {
  return `${at.toISOString()} ${kind} ${typeof raw['installationId'] === 'string' ? raw['installationId'] : title}`;
}

function readPlace(place: string): string | undefined {
  const key = Buffer.from(place, 'base64url').toString();
  if (place !== '' && !/^\d{4}-\d\d-\d\dT\S{13} /.test(key)) {
    throw new AppError('malformed', "Field 'after' should be the `next` of a page", { field: 'after' });
  }
  return place === '' ? undefined : key;
}
