import { Injectable } from '@nestjs/common';
import { type AccountChannel, type AccountCredentials, ProviderAccountService } from '#libs/tenancy';

/** An account that sends to the simulators. */
export interface SimulatedAccount {
  channel: AccountChannel;
  /** Its name in the log of the simulators. No secret. */
  sender: string;
}

/**
 * What the simulators know accounts by. Their log is one for all applications, and credentials are generated for each: so
 * nobody sees the deliveries of somebody else.
 */
const SENDERS: { [C in AccountChannel]: (credentials: AccountCredentials[C]) => string } = {
  apns: ({ teamId, keyId }) => `${teamId}/${keyId}`,
  fcm: ({ serviceAccount }) => serviceAccount.project_id,
  webpush: ({ publicKey }) => publicKey,
  smtp: ({ user }) => user ?? '',
  sms: ({ accountSid }) => accountSid,
};

/** The accounts of an application whose provider is a simulator. */
@Injectable()
export class SimulatedAccountsService {
  constructor(private readonly accounts: ProviderAccountService) {}

  async list(appId: number): Promise<SimulatedAccount[]> {
    const simulated = (await this.accounts.listAccounts(appId)).filter(({ simulator }) => simulator);
    const found = await Promise.all(simulated.map(({ channel }) => this.find(appId, channel)));
    return found.filter((account) => account !== undefined);
  }

  private async find(appId: number, channel: AccountChannel): Promise<SimulatedAccount | undefined> {
    const account = await this.accounts.findAccount(appId, channel);
    const sender = account?.simulator === true ? senderOf(channel, account.credentials) : '';
    // Without a name of its own it would be everybody's.
    return sender === '' ? undefined : { channel, sender: `${channel}:${sender}` };
  }
}

function senderOf<C extends AccountChannel>(channel: C, credentials: AccountCredentials[C]): string {
  return SENDERS[channel](credentials);
}
