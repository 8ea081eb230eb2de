import { Link } from '../kit/controls/link.js';
import { Figure } from '../kit/layout/figure.js';

/** A number of open matters, and the link to them. */
export function Counted({ value, unit, href, link }: { value: string; unit: string; href: string; link: string }) {
  return (
    <>
      <Figure value={value} unit={unit} />
      <Link href={href}>{link}</Link>
    </>
  );
}
