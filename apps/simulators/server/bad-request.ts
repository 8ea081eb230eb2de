/** A request that cannot be served as it is: 400, with every fault that was found. */
export class BadRequest extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('; '));
  }
}
