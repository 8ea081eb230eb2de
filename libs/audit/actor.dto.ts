import { IsIn } from 'class-validator';
import { Describe, Text } from '#platform/validation';
import { ACTOR_KINDS } from './audit.types.js';

/** The actor, in answers. */
export class ActorDto {
  @IsIn(ACTOR_KINDS)
  @Describe({ description: 'A person, an API key, the command line, or Herald itself', example: 'key' })
  kind!: string;

  @Text() @Describe({ description: 'Id of the member or key; else the name of an account', example: '7' }) id!: string;
  @Text() @Describe({ example: 'backend' }) name!: string;
}
