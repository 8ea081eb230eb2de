import { Controller, Get, Query } from '@nestjs/common';
import { ConsentProofService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { ConsentProofDto, ConsentProofQuery, toConsentProofDto } from './consent-proof.dto.js';

/** Proofs of the consent that allowed a message. Beyond the published interface. */
@RestApi('Preferences')
@RequiresScope('users', 'reports')
@Controller('rest/3.0')
export class ConsentProofController {
  constructor(private readonly proofs: ConsentProofService) {}

  @Get('getConsentProof')
  @ErrorResponses('unknown_key', 'unknown_subject')
  @OkResponse('Tells which consent allowed a message, as it stood when the message left', ConsentProofDto)
  async getConsentProof(
    @CurrentCaller() { appId, seesPrivate }: Caller,
    @Query() { messageId }: ConsentProofQuery,
  ): Promise<ConsentProofDto> {
    return toConsentProofDto(await this.proofs.prove(appId, messageId, seesPrivate));
  }
}
