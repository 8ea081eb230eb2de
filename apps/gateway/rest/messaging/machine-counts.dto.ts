import { IsOptional } from 'class-validator';
import { Describe, Int } from '#platform/validation';

/** Figures of fetches by machines. Absent where no machine was counted. */
export class MachineCountsDto {
  @IsOptional()
  @Int()
  @Describe({
    description: 'Recipients whose pixel a machine fetched, where machines count apart; absent with the next one: none',
  })
  machineOpened?: number;

  @IsOptional()
  @Int()
  @Describe({ description: 'Recipients whose links a machine followed, where machines count apart' })
  machineClicked?: number;
}
