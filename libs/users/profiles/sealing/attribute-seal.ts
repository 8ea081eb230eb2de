import type { AttributeScalar, AttributeSeal, AttributeValue } from '../model/attribute.types.js';
import { isSealedText } from './sealed-text.js';
import { ValueSealer, type SealingKey } from './value-sealer.js';

/**
 * The seal of one attribute. The code is the context: an attribute that is defined again under its code has the same
 * texts.
 *
 * @param isMixed  rows may have clear values, because the attribute was sealed a short time ago
 */
export function createAttributeSeal(appId: number, code: string, key: SealingKey, isMixed: boolean): AttributeSeal {
  const sealer = new ValueSealer(key, `app ${appId}, attribute ${code}`);
  return {
    seal: (value) => sealer.seal(value),
    sealScalar: (value) => sealer.sealScalar(value),
    open: (value) => sealer.open(value),
    listForms: (value) => {
      const sealed = isSealedText(value) ? value : sealer.sealScalar(value);
      return isMixed ? [sealed, sealer.openScalar(sealed)] : [sealed];
    },
  };
}

/** Tests if some part of a stored value is in clear. */
export function isClear(value: AttributeValue): boolean {
  const elements: readonly AttributeScalar[] = typeof value === 'object' ? value : [value];
  return elements.some((element) => !isSealedText(element));
}
