import { Injectable } from '@nestjs/common';
import { Config, localGatewayUrl, publicUrl } from '#platform/config';

/** Builds the addresses for reports of simulators: the gateway that was asked. */
@Injectable()
export class ReportPlacesService {
  /** Port of the server for returned mail in this process; null: it has none. */
  mailPort: number | null = null;

  constructor(private readonly config: Config) {}

  /**
   * Builds the address for reports whose message names none: this gateway itself. `PUBLIC_URL` may lead elsewhere, and
   * simulators call this machine only.
   *
   * @returns undefined: no address of this machine is known
   */
  accountUrl(app: string): string | undefined {
    const base = localGatewayUrl(this.config);
    return base && `${base}/callbacks/accounts/${encodeURIComponent(app)}`;
  }

  /** For answers to text messages by Twilio; undefined: no address of this machine is known. */
  inboundSmsUrl(app: string): string | undefined {
    const base = publicUrl(this.config) ?? localGatewayUrl(this.config);
    return base && `${base}/callbacks/sms-inbound/${encodeURIComponent(app)}`;
  }
}
