import { Card } from '../kit/layout/card.js';
import type { BrandForm } from './brand-page.js';
import css from './setup.module.css';
import { useBrandMessages } from './brand-messages.js';

const COLOR = /^#[0-9a-f]{6}$/i;
const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} -]{0,59}$/u;
const ACCENT = '#0b6e63';

/** A few lines in the look that is being written, before anything is applied. */
export function BrandSample({ brand, name }: { brand: BrandForm; name: string }) {
  const messages = useBrandMessages();
  const color = COLOR.test(brand.color) ? brand.color : ACCENT;
  const font = FAMILY.test(brand.font)
    ? `"${brand.font}", Helvetica, Arial, sans-serif`
    : 'Helvetica, Arial, sans-serif';
  return (
    <Card title={messages.sample}>
      <div className={css['sample']} style={{ fontFamily: font }}>
        <strong>{brand.name || name}</strong>
        <p>{messages.sampleText}</p>
        <span className={css['sampleButton']} style={{ background: color, color: inkOn(color) }}>
          {messages.sampleButton}
        </span>
        <p className={css['sampleFoot']}>{[brand.footer, brand.sender].filter((text) => text !== '').join('\n')}</p>
      </div>
    </Card>
  );
}

/** Black or white, by the brightness of the ground (WCAG 2.2, relative luminance). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#1b1f24' : '#ffffff';
}
