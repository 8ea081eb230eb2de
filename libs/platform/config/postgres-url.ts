import { IsOptional, IsString, Matches } from 'class-validator';
import { toCheckedUrl } from './transforms.js';

/** A setting with the URL of a Postgres. */
export function PostgresUrl({ isOptional = false } = {}): PropertyDecorator {
  return (target, name) => {
    const message = `${String(name)} must begin with postgres:// or postgresql://`;
    const parts = [IsString(), toCheckedUrl, Matches(/^postgres(ql)?:\/\//, { message })];
    [...(isOptional ? [IsOptional()] : []), ...parts].toReversed().forEach((decorate) => decorate(target, name));
  };
}
