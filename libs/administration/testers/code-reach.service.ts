import { Injectable } from '@nestjs/common';
import { contactOfAddress, isAddressKind, type AddressKind, type Channel } from '#libs/channels/definitions';
import { channelOf, CONTACT_PLATFORMS, isPlatform, type Platform } from '#libs/content';
import { UserOverviewService, type UserOverview } from '#libs/reporting';
import { ProviderAccountService } from '#libs/tenancy';
import { AppError } from '#platform/errors';

/** The ways in which a member names a user: something that it has in its hands. */
export const CODE_WAYS = ['extId', 'email', 'msisdn', 'token', 'installationId'] as const;
export type CodeWay = (typeof CODE_WAYS)[number];

/** The channels of a code: to the devices of a user, or to one of its addresses. */
export const CODE_PLACES = ['PUSH', 'EMAIL', 'SMS'] as const;
export type CodePlace = (typeof CODE_PLACES)[number];

const ADDRESSES = { EMAIL: 'email', SMS: 'msisdn' } as const satisfies Partial<Record<CodePlace, AddressKind>>;

/** Finds the ways by which a code can be sent to a user. */
@Injectable()
export class CodeReachService {
  constructor(
    private readonly overviews: UserOverviewService,
    private readonly accounts: ProviderAccountService,
  ) {}

  /**
   * The channel of the address that names the user; for every other name the first of devices, e-mail and text message.
   *
   * @throws AppError unknown_subject; malformed where the user has nothing there, or the application no account for it
   */
  async find(appId: number, extId: string, way: CodeWay): Promise<{ to: CodePlace; platforms: Platform[] }> {
    const user = await this.overviews.getUser(appId, extId, { private: true, segments: false, results: 0 });
    const channels = new Set((await this.accounts.listAccounts(appId)).map(({ channel }) => channel));
    const places = isAddressKind(way) ? CODE_PLACES.filter((place) => addressOf(place) === way) : placesOf(way);
    for (const to of places) {
      const platforms = platformsAt(to, user, channels);
      if (platforms.length > 0) {
        return { to, platforms };
      }
    }
    throw new AppError('malformed', 'Nothing can be sent to this user there: it has no device or address for it', {
      field: 'value',
    });
  }
}

/** A device proves itself; a user is reached wherever it can be. */
function placesOf(way: CodeWay): readonly CodePlace[] {
  return way === 'extId' ? CODE_PLACES : ['PUSH'];
}

function addressOf(place: CodePlace): AddressKind | undefined {
  return place === 'PUSH' ? undefined : ADDRESSES[place];
}

function platformsAt(place: CodePlace, user: UserOverview, channels: ReadonlySet<Channel>): Platform[] {
  const kind = addressOf(place);
  if (kind === undefined) {
    const platforms = user.devices.flatMap(({ platform, token, pushPermitted, retiredAt }) =>
      isPlatform(platform) && token !== null && pushPermitted && !retiredAt && channels.has(channelOf(platform, token))
        ? [platform]
        : [],
    );
    return [...new Set(platforms)];
  }
  const contact = contactOfAddress(kind);
  const isDead = user.suppressions.some(({ channel }) => channel === contact.kind);
  return user.user[kind] === null || isDead || !channels.has(contact.channel)
    ? []
    : CONTACT_PLATFORMS.filter((platform) => channelOf(platform) === contact.channel);
}
