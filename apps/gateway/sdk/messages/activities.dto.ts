import { IsIn, IsOptional } from 'class-validator';
import { Describe, Text } from '#platform/validation';
import { CredentialsDto } from '../credentials/credentials.dto.js';

const MAX_TOKEN = 400;
const TOKEN = { description: 'Token of ActivityKit, hexadecimal', example: '80f3…c1' };

export class ActivityTokenDto extends CredentialsDto {
  @IsIn(['start', 'update'])
  @Describe({
    description: '`start`: a push-to-start token of the type. `update`: the token of one activity that runs',
    example: 'update',
  })
  kind!: 'start' | 'update';

  @Text({ max: 200 })
  @Describe({ description: 'Type of the attributes, as the app declares it', example: 'MatchScoreAttributes' })
  type!: string;

  @IsOptional()
  @Text({ max: 200 })
  @Describe({
    description: 'Name for one of several activities of the type; a message may name it',
    example: 'match-17',
  })
  activity?: string;

  @Text({ max: MAX_TOKEN }) @Describe(TOKEN) token!: string;
}

export class EndedActivityDto extends CredentialsDto {
  @Text({ max: MAX_TOKEN }) @Describe(TOKEN) token!: string;
}
