const REFERENCE = /^@\{(event|data)\.([^{}|]{1,100})\}$/;

/** A value of the visit's data that a text stands for as a whole: `@{event.price}`; undefined: it is a plain value. */
export function readReference(written: unknown): { origin: 'event' | 'data'; code: string } | undefined {
  const [, origin, code] = (typeof written === 'string' && REFERENCE.exec(written)) || [];
  return code === undefined ? undefined : { origin: origin as 'event' | 'data', code };
}
