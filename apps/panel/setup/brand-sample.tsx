import { Card } from '../kit/layout/card.js';
import type { BrandForm } from './brand-form.js';
import css from './look/setup.module.css';
import { useBrandMessages } from './brand-messages.js';

const COLOR = /^#[0-9a-f]{6}$/i;
const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} -]{0,59}$/u;
const ACCENT = '#0b6e63';
const INK = '#1b1f24';
const QUIET = '#55606b';

/** A few lines in the look that is being written, before anything is applied. */
export function BrandSample({ brand, name }: { brand: BrandForm; name: string }) {
  const messages = useBrandMessages();
  const color = COLOR.test(brand.color) ? brand.color : ACCENT;
  const font = FAMILY.test(brand.font)
    ? `"${brand.font}", Helvetica, Arial, sans-serif`
    : 'Helvetica, Arial, sans-serif';
  const lines = [...brand.footer.split('\n'), ...brand.sender.split('\n')].filter((line) => line.trim() !== '');
  return (
    <Card title={messages.sample}>
      <svg
        className={css['sample']}
        viewBox={`0 0 400 ${148 + lines.length * 18}`}
        role="img"
        aria-label={messages.sample}
      >
        <g fontFamily={font} fill={INK}>
          <text x="20" y="38" fontSize="17" fontWeight="600">
            {brand.name || name}
          </text>
          <text x="20" y="68" fontSize="14">
            {messages.sampleText}
          </text>
          <rect x="20" y="86" width="130" height="36" rx="6" fill={color} />
          <text x="85" y="109" fontSize="14" textAnchor="middle" fill={inkOn(color)}>
            {messages.sampleButton}
          </text>
          {lines.map((line, index) => (
            <text key={index} x="20" y={148 + index * 18} fontSize="12" fill={QUIET}>
              {line}
            </text>
          ))}
        </g>
      </svg>
    </Card>
  );
}

/** Black or white, by the brightness of the ground (WCAG 2.2, relative luminance). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? INK : '#ffffff';
}
