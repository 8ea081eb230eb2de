import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** A text of digits becomes a number; anything else stays and breaks `@IsInt`. */
const toInt = Transform(({ value }) => (/^-?\d+$/.test(String(value)) ? Number(value) : value));

/** A whole number within bounds, both included. */
export function IsWhole(min: number, max: number): PropertyDecorator {
  return (target, field) => {
    for (const decorate of [toInt, IsInt(), Min(min), Max(max)]) {
      decorate(target, field);
    }
  };
}
